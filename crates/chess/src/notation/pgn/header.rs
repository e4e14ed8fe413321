//! The tags of a game that affect how it is read.

use super::{PgnError, PgnReason, Result, TextPlace, decode, nonstandard};
use crate::Position;
use crate::game::{GameResult, is_chess960_variant, letters_of};

/// The tags that the reader itself needs.
#[derive(Debug, Default)]
pub(super) struct Header {
    pub(super) result: Option<GameResult>,
    fen: Option<(String, TextPlace)>,
    variant: Option<(String, TextPlace)>,
    /// A bit for each tag of [`UNIQUE`] that has occurred.
    seen: u8,
    pub(super) count: usize,
}

impl Header {
    /// Returns the start position from the tags `FEN` and `Variant`, and a warning for each repair.
    pub(super) fn start(&self, strict: bool) -> Result<(Position, Vec<PgnError>)> {
        if let Some((name, place)) = &self.variant
            && !is_chess(name)
            && !is_chess960_variant(name)
        {
            let reason = PgnReason::UnknownVariant(name.chars().take(80).collect());
            return Err(PgnError { place: *place, reason });
        }
        let Some((fen, place)) = &self.fen else { return Ok((Position::startpos(), Vec::new())) };
        let error = |reason| PgnError { place: *place, reason };
        let read = if strict {
            Position::from_fen(fen).map(|position| (position, Vec::new()))
        } else {
            Position::from_fen_repaired(fen)
        };
        let (position, repairs) = read.map_err(|wrong| error(PgnReason::BadFen(wrong)))?;
        Ok((position, repairs.into_iter().map(|repair| error(PgnReason::FenRepaired(repair))).collect()))
    }

    pub(super) fn add(&mut self, name: &str, value: &[u8], place: TextPlace) {
        self.count += 1;
        if let Some(index) = UNIQUE.iter().position(|&known| known == name) {
            self.seen |= 1 << index;
        }
        match name {
            "Result" => {
                self.result = GameResult::from_pgn(value.trim_ascii())
                    .or_else(|| nonstandard::parse_result(&decode(value)))
            }
            "FEN" => self.fen = Some((decode(value).into_owned(), place)),
            "Variant" => self.variant = Some((decode(value).into_owned(), place)),
            _ => {}
        }
    }

    /// Returns true if the game already has this tag of [`UNIQUE`], so that it begins another game.
    pub(super) fn has(&self, name: &str) -> bool {
        UNIQUE.iter().position(|&known| known == name).is_some_and(|index| self.seen >> index & 1 != 0)
    }
}

/// Tags that occur at most once in a game.
const UNIQUE: [&str; 6] = ["Event", "Site", "White", "Black", "Result", "Round"];

/// Returns true if a `Variant` tag means standard chess.
fn is_chess(name: &str) -> bool {
    matches!(
        letters_of(name).as_str(),
        "" | "standard" | "chess" | "normal" | "fromposition" | "standardchess" | "orthodox" | "regular"
    )
}
