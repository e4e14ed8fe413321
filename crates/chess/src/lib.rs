//! The rules of chess: positions, legal moves, notation, game trees and perft.
//!
//! This crate knows no evaluation, opens no file and prints nothing. A [`Position`] is always legal; what may be illegal is a
//! [`setup::Setup`]. Everything that wants to follow a position step by step implements [`Observer`].

pub mod attacks;
pub mod bitboard;
pub mod board;
pub mod chess960;
pub mod cpu;
pub mod game;
pub mod line;
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
