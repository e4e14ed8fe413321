//! RDChess (to 2010): 12x12 bytes, piece lists, attack tables, a legal generator and a rich evaluation.
