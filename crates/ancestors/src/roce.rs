//! Roce (2003): a 10x12 mailbox and a legal move generator.
