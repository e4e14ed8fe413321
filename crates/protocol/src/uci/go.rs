//! The arguments of UCI's `go`.

use std::fmt;
use std::time::Duration;

use heirloom_chess::notation::uci;
use heirloom_chess::{Color, Position};
use heirloom_engine::{Clocks, Limits};

use super::{CommandError, integer};

/// The arguments of `go` as text and numbers; times in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoText {
    /// White's clock, which may be negative.
    pub wtime: Option<i64>,
    /// Black's clock, which may be negative.
    pub btime: Option<i64>,
    /// White's increment.
    pub winc: Option<i64>,
    /// Black's increment.
    pub binc: Option<i64>,
    /// Moves to the next time control.
    pub movestogo: Option<i64>,
    /// Maximum depth in plies.
    pub depth: Option<i64>,
    /// Maximum number of nodes.
    pub nodes: Option<i64>,
    /// Moves to mate.
    pub mate: Option<i64>,
    /// Time for this move.
    pub movetime: Option<i64>,
    /// True to search until stopped.
    pub infinite: bool,
    /// True to search in the opponent's time.
    pub ponder: bool,
    /// The only root moves to search; `None` without the keyword.
    pub searchmoves: Option<Vec<String>>,
    /// Depth of a perft in plies, instead of a search: Stockfish's extension.
    pub perft: Option<i64>,
    /// Errors in arguments that were ignored.
    pub ignored: Vec<CommandError>,
}

/// Maximum time in milliseconds, about thirty years; longer ones are cut so that sums cannot overflow.
const MAX_MS: i64 = 1_000_000_000_000;

/// Maximum number of errors kept for one line.
const MAX_ERRORS: usize = 4;

impl GoText {
    /// Parses the arguments; anything unknown is noted and skipped.
    pub(super) fn parse(rest: &str) -> GoText {
        let mut go = GoText::default();
        let mut tokens = rest.split_whitespace().peekable();
        while let Some(token) = tokens.next() {
            match token {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    let moves = go.searchmoves.get_or_insert_default();
                    while let Some(mv) = tokens.next_if(|token| !is_keyword(token)) {
                        moves.push(mv.to_owned());
                    }
                }
                _ => match go.number(token) {
                    None => go.ignore(CommandError::UnknownGoToken(token.to_owned())),
                    Some(number) => match tokens.next_if(|token| !is_keyword(token)) {
                        Some(found) if integer(found).is_some() => *number = integer(found),
                        found => go.ignore(CommandError::Number {
                            keyword: token.into(),
                            found: found.map(String::from),
                        }),
                    },
                },
            }
        }
        go
    }

    fn number(&mut self, keyword: &str) -> Option<&mut Option<i64>> {
        Some(match keyword {
            "wtime" => &mut self.wtime,
            "btime" => &mut self.btime,
            "winc" => &mut self.winc,
            "binc" => &mut self.binc,
            "movestogo" => &mut self.movestogo,
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "mate" => &mut self.mate,
            "movetime" => &mut self.movetime,
            "perft" => &mut self.perft,
            _ => return None,
        })
    }

    fn ignore(&mut self, error: CommandError) {
        if self.ignored.len() < MAX_ERRORS {
            self.ignored.push(error);
        }
    }

    /// Returns the limits for a search of this position, and what had to be ignored. Empty `search_moves`
    /// mean all moves, so callers must check [`GoText::leaves_nothing`] first.
    pub fn limits(&self, position: &Position) -> (Limits, Vec<CommandError>) {
        let mut ignored = self.ignored.clone();
        let mut search_moves = Vec::new();
        for text in self.searchmoves.iter().flatten() {
            match uci::parse(position, text) {
                Ok(mv) if search_moves.contains(&mv) => {}
                Ok(mv) => search_moves.push(mv),
                Err(_) if text == "0000" => {}
                Err(error) if ignored.len() < MAX_ERRORS => {
                    ignored.push(CommandError::SearchMove { text: text.clone(), error })
                }
                Err(_) => {}
            }
        }
        let limits = Limits {
            clocks: self.clocks(position.turn()),
            move_time: self.movetime.map(|time| Duration::from_millis(time.clamp(0, MAX_MS).unsigned_abs())),
            depth: self.depth.map(at_least_one),
            nodes: self.nodes.map(|nodes| nodes.max(1).unsigned_abs()),
            mate: self.mate.map(at_least_one),
            infinite: self.infinite,
            ponder: self.ponder,
            search_moves,
            ..Limits::default()
        };
        (limits, ignored)
    }

    /// Returns true if `searchmoves` was given without a legal move, so that there is nothing to search.
    pub fn leaves_nothing(&self, position: &Position) -> bool {
        self.searchmoves
            .as_ref()
            .is_some_and(|moves| moves.iter().all(|text| uci::parse(position, text).is_err()))
    }

    /// A missing clock equals the other one; a missing increment is zero.
    fn clocks(&self, turn: Color) -> Option<Clocks> {
        let either = self.wtime.or(self.btime);
        // An increment alone means a clock at zero: the side to move lives on the increment.
        let increments = if turn == Color::White { self.winc } else { self.binc };
        let fallback = either.or(increments.map(|_| 0))?;
        Some(Clocks {
            time: [self.wtime, self.btime].map(|time| time.unwrap_or(fallback).clamp(-MAX_MS, MAX_MS)),
            increment: [self.winc, self.binc].map(|increment| increment.unwrap_or(0).clamp(0, MAX_MS)),
            moves_to_go: self.movestogo.filter(|&moves| moves > 0).map(at_least_one),
        })
    }

    /// Converts limits for a position where they apply; castling is king takes rook if `chess960`.
    pub fn of(limits: &Limits, position: &Position, chess960: bool) -> GoText {
        let number = |value: Option<u32>| value.map(i64::from);
        let clocks = limits.clocks;
        let texts = limits.search_moves.iter().map(|&mv| uci::format(position, mv, chess960));
        GoText {
            wtime: clocks.map(|clocks| clocks.time[0]),
            btime: clocks.map(|clocks| clocks.time[1]),
            winc: clocks.map(|clocks| clocks.increment[0]),
            binc: clocks.map(|clocks| clocks.increment[1]),
            movestogo: number(clocks.and_then(|clocks| clocks.moves_to_go)),
            depth: number(limits.depth),
            nodes: limits.nodes.map(|nodes| i64::try_from(nodes).unwrap_or(i64::MAX)),
            mate: number(limits.mate),
            movetime: limits.move_time.map(|time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX)),
            infinite: limits.infinite,
            ponder: limits.ponder,
            searchmoves: (!limits.search_moves.is_empty()).then(|| texts.collect()),
            ..GoText::default()
        }
    }
}

impl fmt::Display for GoText {
    /// Writes each argument after a space; `searchmoves` comes last, as other programs expect.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ponder {
            write!(f, " ponder")?;
        }
        let numbers = [
            ("wtime", self.wtime),
            ("btime", self.btime),
            ("winc", self.winc),
            ("binc", self.binc),
            ("movestogo", self.movestogo),
            ("depth", self.depth),
            ("nodes", self.nodes),
            ("mate", self.mate),
            ("movetime", self.movetime),
            ("perft", self.perft),
        ];
        for (keyword, number) in numbers {
            if let Some(number) = number {
                write!(f, " {keyword} {number}")?;
            }
        }
        if self.infinite {
            write!(f, " infinite")?;
        }
        match &self.searchmoves {
            Some(moves) if moves.is_empty() => write!(f, " searchmoves"),
            Some(moves) => write!(f, " searchmoves {}", moves.join(" ")),
            None => Ok(()),
        }
    }
}

fn is_keyword(token: &str) -> bool {
    matches!(token, "infinite" | "ponder" | "searchmoves") || GoText::default().number(token).is_some()
}

fn at_least_one(number: i64) -> u32 {
    u32::try_from(number.max(1)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(rest: &str) -> (Limits, Vec<String>) {
        let (limits, ignored) = GoText::parse(rest).limits(&Position::startpos());
        (limits, ignored.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn arguments_combine() {
        let (limits, ignored) = limits(
            "ponder wtime 1000 btime -20 winc 10 movestogo 40 depth 7 nodes 90 mate 3 movetime 5 \
             searchmoves e2e4 d2d4 infinite",
        );
        let clocks = Clocks { time: [1000, -20], increment: [10, 0], moves_to_go: Some(40) };
        assert_eq!(limits.clocks, Some(clocks));
        assert_eq!((limits.depth, limits.nodes, limits.mate), (Some(7), Some(90), Some(3)));
        assert_eq!(limits.move_time, Some(Duration::from_millis(5)));
        assert!(limits.ponder && limits.infinite);
        assert_eq!(limits.search_moves.len(), 2);
        assert!(ignored.is_empty());
    }

    #[test]
    fn nonsense_is_named_and_skipped() {
        let (limits, ignored) = limits("joho depth x nodes wtime 5 movetime");
        assert_eq!(limits.clocks.map(|clocks| clocks.time), Some([5, 5]));
        assert_eq!((limits.depth, limits.nodes, limits.move_time), (None, None, None));
        let expected = [
            "unknown go token \"joho\"; ignored",
            "go depth needs a whole number, not \"x\"; ignored",
            "go nodes needs a whole number; ignored",
            "go movetime needs a whole number; ignored",
        ];
        assert_eq!(ignored, expected);
    }

    #[test]
    fn odd_numbers_are_clamped() {
        let (limits, ignored) =
            limits("depth 99999999999999999999 nodes 0 movetime -7 wtime 1500.7 btime 1e3 mate -2");
        assert_eq!((limits.depth, limits.nodes, limits.mate), (Some(u32::MAX), Some(1), Some(1)));
        assert_eq!(limits.move_time, Some(Duration::ZERO));
        assert_eq!(limits.clocks.map(|clocks| clocks.time), Some([1500, 1000]));
        assert!(ignored.is_empty());
        let clocks = GoText::parse(&format!("wtime {} btime {} winc {}", i64::MIN, i64::MAX, i64::MAX))
            .clocks(Color::White)
            .unwrap();
        assert_eq!((clocks.time, clocks.increment), ([-MAX_MS, MAX_MS], [MAX_MS, 0]));
        assert_eq!(integer("nan"), None);
        assert_eq!(integer("inf"), None);
        assert_eq!(integer("-inf"), None);
    }

    #[test]
    fn search_moves_are_checked() {
        let (limits, ignored) = limits("searchmoves e2e4 e2e5 e2e4 depth 2");
        assert_eq!(limits.search_moves.len(), 1);
        assert_eq!(limits.depth, Some(2));
        assert_eq!(ignored, ["searchmoves \"e2e5\": not a legal move here; ignored"]);
        assert!(GoText::parse("searchmoves 0000").leaves_nothing(&Position::startpos()));
        assert!(GoText::parse("searchmoves").leaves_nothing(&Position::startpos()));
        assert!(!GoText::parse("").leaves_nothing(&Position::startpos()));
    }

    #[test]
    fn what_is_written_reads_back() {
        let position = Position::startpos();
        for rest in [
            "",
            " infinite",
            " wtime 1 btime 2 winc 3 binc 4 movestogo 5",
            " ponder depth 6 searchmoves e2e4 d2d4",
        ] {
            let go = GoText::parse(rest);
            assert_eq!(go.to_string(), rest);
            assert_eq!(GoText::of(&go.limits(&position).0, &position, false), go, "{rest}");
        }
    }
}
