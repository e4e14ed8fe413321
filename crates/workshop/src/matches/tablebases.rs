//! Endgame tablebases as a referee: games end when the tables know the result, under the fifty-move rule.

use std::sync::Arc;

use anyhow::{Context, Result};
use heirloom_arena::adjudicate::{Adjudicated, Adjudicator};
use heirloom_chess::game::GameResult;
use heirloom_chess::{Color, Line};
use heirloom_tablebase::{Dtz, TableResult, Tablebases};

/// Which tablebase results end a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndingResults {
    /// Wins and draws.
    Both,
    /// Only wins; drawn positions are played on.
    WinLoss,
    /// Only draws; won positions are played on.
    Draw,
}

/// Adjudicates positions that are in the tables.
#[derive(Debug)]
pub struct TablebaseReferee {
    tables: Tablebases,
    /// Positions with more pieces are not probed.
    pieces: usize,
    /// Wins count even if the fifty-move rule would make them draws.
    ignore_fifty: bool,
    results: EndingResults,
}

/// Plies without a capture or pawn move after which either side may claim a draw.
const FIFTY_MOVES: i32 = 100;

impl TablebaseReferee {
    /// Opens the tables in some folders; positions with more than `pieces` pieces, kings and pawns included,
    /// are not probed. Fails on folders without tables and on damaged tables.
    pub fn open(
        folders: &str,
        pieces: Option<u32>,
        ignore_fifty: bool,
        results: EndingResults,
    ) -> Result<Arc<TablebaseReferee>> {
        let tables = Tablebases::open(folders).with_context(|| folders.to_owned())?;
        let pieces = pieces.map_or(usize::MAX, |pieces| pieces as usize).min(tables.max_pieces());
        Ok(Arc::new(TablebaseReferee { tables, pieces, ignore_fifty, results }))
    }

    /// Describes the tables.
    pub fn found(&self) -> String {
        format!("{}; probed with up to {}", self.tables.found(), self.pieces)
    }

    /// Why a table could not be used, if that happened.
    pub fn trouble(&self) -> Option<&str> {
        self.tables.first_error()
    }
}

impl Adjudicator for TablebaseReferee {
    fn verdict(&self, line: &Line) -> Option<Adjudicated> {
        let position = line.position();
        if position.occupied().count() as usize > self.pieces {
            return None;
        }
        let wdl = self.tables.probe_wdl(position)?;
        let clock = i32::from(position.halfmove_clock());
        let decided = decided(wdl, clock, self.ignore_fifty, || self.tables.probe_dtz(position))?;
        let (result, reason) = match (decided, position.turn()) {
            (Decided::Draw, _) => (GameResult::Draw, "tablebases: draw"),
            (Decided::Win, Color::White) | (Decided::Loss, Color::Black) => {
                (GameResult::WhiteWins, "tablebases: White wins")
            }
            (Decided::Win, Color::Black) | (Decided::Loss, Color::White) => {
                (GameResult::BlackWins, "tablebases: Black wins")
            }
        };
        let wanted = match self.results {
            EndingResults::Both => true,
            EndingResults::WinLoss => result != GameResult::Draw,
            EndingResults::Draw => result == GameResult::Draw,
        };
        wanted.then(|| Adjudicated { result, reason: reason.into() })
    }
}

/// A certain result, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Decided {
    Win,
    Draw,
    Loss,
}

/// Returns the meaning of a WDL value after `clock` plies without progress; none if it is not certain that
/// the winner is in time.
///
/// Draws stay draws whatever the clock says. The WDL table assumes a clock of zero, so later the DTZ table
/// must confirm that the next capture or pawn move comes in time. Without that table the game continues until
/// the clock is zero.
fn decided(
    wdl: TableResult,
    clock: i32,
    ignore_fifty: bool,
    distance: impl FnOnce() -> Option<Dtz>,
) -> Option<Decided> {
    let wdl = if ignore_fifty { wdl.without_fifty_moves() } else { wdl };
    let result = match wdl {
        TableResult::Draw | TableResult::CursedWin | TableResult::BlessedLoss => return Some(Decided::Draw),
        TableResult::Win => Decided::Win,
        TableResult::Loss => Decided::Loss,
    };
    let in_time =
        || distance().is_some_and(|dtz| dtz.plies.abs() + i32::from(dtz.rounded) + clock <= FIFTY_MOVES);
    (ignore_fifty || clock == 0 || in_time()).then_some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    use heirloom_chess::Position;
    use heirloom_testing::{needs_sample_data, sample_data};

    fn verdict(referee: &TablebaseReferee, fen: &str) -> Option<String> {
        let verdict = referee.verdict(&Line::new(Position::from_fen(fen).unwrap()))?;
        Some(format!("{} {}", verdict.result, verdict.reason))
    }

    #[test]
    fn the_fifty_move_rule_turns_wins_into_draws() {
        let dtz = |plies, rounded| move || Some(Dtz { plies, rounded });
        let unknown = || None;
        for wdl in [TableResult::CursedWin, TableResult::BlessedLoss, TableResult::Draw] {
            assert_eq!(decided(wdl, 90, false, unknown), Some(Decided::Draw), "{wdl:?}");
        }
        assert_eq!(decided(TableResult::CursedWin, 90, true, unknown), Some(Decided::Win));
        assert_eq!(decided(TableResult::BlessedLoss, 0, true, unknown), Some(Decided::Loss));
        // Just after progress no distance is needed; without distances the next progress is waited for.
        assert_eq!(decided(TableResult::Win, 0, false, unknown), Some(Decided::Win));
        assert_eq!(decided(TableResult::Win, 1, false, unknown), None);
        assert_eq!(decided(TableResult::Loss, 60, false, dtz(-40, false)), Some(Decided::Loss));
        assert_eq!(decided(TableResult::Loss, 60, false, dtz(-40, true)), None, "it may be one ply more");
        assert_eq!(decided(TableResult::Loss, 61, false, dtz(-40, false)), None);
        assert_eq!(decided(TableResult::Loss, 61, true, dtz(-40, false)), Some(Decided::Loss));
    }

    #[needs_sample_data("syzygy")]
    #[test]
    fn games_end_where_the_tables_know_the_result() {
        let folder = sample_data("syzygy").display().to_string();
        let referee = |pieces, ignore_fifty, results| {
            TablebaseReferee::open(&folder, pieces, ignore_fifty, results).unwrap()
        };
        let all = referee(None, false, EndingResults::Both);
        let [white, black, draw] = [
            Some("1-0 tablebases: White wins"),
            Some("0-1 tablebases: Black wins"),
            Some("1/2-1/2 tablebases: draw"),
        ];
        let (queen, knight) = ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "4k3/8/8/8/8/8/8/N3K3 w - - 10 60");
        // Bishop and knight against a king in the wrong corner need about thirty moves.
        let slow = "7k/8/8/8/8/8/8/K2NB3 w - - 0 1";
        let late = "7k/8/8/8/8/8/8/K2NB3 w - - 90 100";
        for (fen, expected, why) in [
            (queen, white, "a win"),
            ("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", white, "a loss"),
            ("4k3/q7/8/8/8/8/8/4K3 w - - 30 60", black, "a loss in time"),
            (knight, draw, "a draw"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", None, "castling is not in the tables"),
            ("4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1", None, "too many pieces"),
            (slow, white, "in time"),
            (late, None, "no longer in time"),
        ] {
            assert_eq!(verdict(&all, fen).as_deref(), expected, "{why}");
        }
        for (pieces, ignore_fifty, results, fen, expected) in [
            (None, true, EndingResults::Both, late, white),
            (Some(3), false, EndingResults::Both, slow, None),
            (None, false, EndingResults::Draw, slow, None),
            (None, false, EndingResults::Draw, knight, draw),
            (None, false, EndingResults::WinLoss, knight, None),
            (None, false, EndingResults::WinLoss, queen, white),
        ] {
            let found = verdict(&referee(pieces, ignore_fifty, results), fen);
            assert_eq!(found.as_deref(), expected, "{results:?} {fen}");
        }
        assert_eq!((all.trouble(), all.found().contains("WDL")), (None, true));
    }

    #[test]
    fn folders_without_tables_are_refused() {
        let error = |folders: &str| {
            format!("{:#}", TablebaseReferee::open(folders, None, false, EndingResults::Both).unwrap_err())
        };
        assert_eq!(
            error("/no/such/folder"),
            "/no/such/folder: the tablebase folder /no/such/folder does not exist"
        );
        let empty = tempfile::tempdir().unwrap();
        assert!(error(&empty.path().display().to_string()).contains("there is no Syzygy table (*.rtbw) in"));
    }
}
