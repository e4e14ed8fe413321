//! FirstChess (2002): two arrays of 64, no move ordering, material alone. The simplest complete program.
