//! The rules of chess: positions, legal moves, notation, game trees and perft.
//!
//! This crate has no evaluation, opens no files and prints nothing. A [`Position`] is always legal; a
//! [`setup::Setup`] can be anything, and [`setup::Setup::position`] reports what is wrong with it. A
//! [`Line`] is a start position plus the moves played from it.
//!
//! ```
//! use heirloom_chess::notation::san;
//! use heirloom_chess::{Line, Outcome, Position, perft};
//!
//! let mut line = Line::new(Position::startpos());
//! for text in ["f3", "e5", "g4", "Qh4#"] {
//!     let mv = san::parse(line.position(), text)?;
//!     line.push(mv)?;
//! }
//! assert!(matches!(line.outcome(), Some(Outcome::Checkmate { .. })));
//! assert_eq!(line.position().fen(), "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
//!
//! let position =
//!     Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")?;
//! assert_eq!(position.legal_moves().len(), 48);
//! assert_eq!(perft::perft(&position, 3), 97_862);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Design
//!
//! - Facts that every user of a position needs (checkers, pins, keys) are computed once, when a move is
//!   played.
//! - A position is copied, not unmade: at under 200 bytes, copying measured faster, and an undo cannot go
//!   wrong.
//! - Slider attacks use pext where the processor executes it fast and magic multiplication elsewhere. Both
//!   tables are computed at compile time, so nothing needs initialization. The first position made selects
//!   the method at run time; both give the same results.
//! - Move generation ([`movegen`]) is one walk over the board, with pins and checks turned into masks. The
//!   moves are either collected in a list or only counted, so perft counts its last ply without listing it.
//! - An [`Observer`] is notified of every piece that leaves or enters a square. The rules do not depend on
//!   evaluations or networks.
//! - Castling is encoded as king takes own rook, so Chess960 needs no second encoding. Castling rights are
//!   the squares of the rooks.
//! - An en passant square is kept only if a legal capture exists, so equal positions have equal keys.

pub mod attacks;
pub mod bitboard;
pub mod board;
pub mod chess960;
pub mod cpu;
mod enumerate;
pub mod game;
pub mod line;
mod mirror;
pub mod movegen;
pub mod moves;
pub mod notation;
pub mod observer;
pub mod perft;
pub mod piece;
pub mod position;
pub mod see;
pub mod setup;
pub mod square;
pub mod zobrist;

pub use bitboard::{Bitboard, Direction};
pub use board::Board;
pub use line::{DrawReason, Line, Outcome};
pub use movegen::MoveGenKind;
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use observer::Observer;
pub use piece::{Color, Piece, PieceType};
pub use position::{IllegalMove, Position};
pub use setup::{Setup, SetupError};
pub use square::{File, Rank, Square};
