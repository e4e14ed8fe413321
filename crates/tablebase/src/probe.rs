//! Probing of single positions.

use heirloom_chess::Position;
use shakmaty::Chess;
use shakmaty_syzygy::{MaybeRounded, SyzygyError, Tablebase};

use crate::Tablebases;
use crate::convert::to_library;

/// The result with best play by both sides, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TableResult {
    /// Lost.
    Loss,
    /// Lost, but drawn by the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but drawn by the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

impl TableResult {
    /// Returns the result from the other side's view.
    pub fn flipped(self) -> TableResult {
        use TableResult::{BlessedLoss, CursedWin, Draw, Loss, Win};
        [Win, CursedWin, Draw, BlessedLoss, Loss][self as usize]
    }

    /// Returns the result without the fifty-move rule.
    pub fn without_fifty_moves(self) -> TableResult {
        match self {
            TableResult::CursedWin => TableResult::Win,
            TableResult::BlessedLoss => TableResult::Loss,
            other => other,
        }
    }
}

impl From<shakmaty_syzygy::Wdl> for TableResult {
    fn from(wdl: shakmaty_syzygy::Wdl) -> TableResult {
        match wdl {
            shakmaty_syzygy::Wdl::Loss => TableResult::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => TableResult::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => TableResult::Draw,
            shakmaty_syzygy::Wdl::CursedWin => TableResult::CursedWin,
            shakmaty_syzygy::Wdl::Win => TableResult::Win,
        }
    }
}

/// The distance to the next capture or pawn move that preserves the result, or to mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dtz {
    /// The distance in plies: positive if the side to move wins, negative if it loses, 0 for a draw. Beyond
    /// 100 the fifty-move rule makes it a draw.
    pub plies: i32,
    /// Whether the distance may be one ply more, since some tables count moves rather than plies.
    pub rounded: bool,
}

impl From<MaybeRounded<shakmaty_syzygy::Dtz>> for Dtz {
    fn from(dtz: MaybeRounded<shakmaty_syzygy::Dtz>) -> Dtz {
        Dtz { plies: dtz.ignore_rounding().0, rounded: dtz.precise().is_none() && !dtz.is_zero() }
    }
}

impl Tablebases {
    /// Returns the result of a position directly after a capture or pawn move: its halfmove clock is ignored.
    /// Returns `None` with castling rights, with too many men, without the tables, and if a file cannot be
    /// read.
    pub fn probe_wdl(&self, position: &Position) -> Option<TableResult> {
        self.probe(position, |tables, position| tables.probe_wdl_after_zeroing(position))
            .map(TableResult::from)
    }

    /// Returns the distance to zeroing, ignoring the halfmove clock; `None` as for [`Tablebases::probe_wdl`].
    pub fn probe_dtz(&self, position: &Position) -> Option<Dtz> {
        self.probe(position, |tables, position| tables.probe_dtz(position)).map(Dtz::from)
    }

    /// Returns true if there may be tables for the position: it has no castling rights and few enough pieces.
    pub(crate) fn may_cover(&self, position: &Position) -> bool {
        position.castling_rooks().is_empty() && position.occupied().count() as usize <= self.max_pieces()
    }

    fn probe<T>(
        &self,
        position: &Position,
        probe: impl Fn(&Tablebase<Chess>, &Chess) -> Result<T, SyzygyError>,
    ) -> Option<T> {
        if !self.may_cover(position) {
            return None;
        }
        match probe(&self.tables, &to_library(position)?) {
            Ok(value) => Some(value),
            Err(SyzygyError::MissingTable { .. } | SyzygyError::Castling | SyzygyError::TooManyPieces) => {
                None
            }
            Err(error) => {
                self.trouble.get_or_init(|| format!("a tablebase cannot be used: {error}"));
                None
            }
        }
    }
}
