//! One game between two engines, with a referee for the rules of chess, the clocks and hung engines.

mod record;
mod seat;
mod verdict;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use heirloom_chess::game::GameResult;
use heirloom_chess::{Color, Line, Move, Outcome};
use heirloom_engine::{EngineError, Session, Transcript};

use crate::adjudicate::{Adjudication, Adjudicator, ScoreWatch, Verdict};
use crate::clock::TimeControl;
pub use record::{MoveRecord, Usage};
use seat::{Answer, NoMove, Seat};

/// The rules of the referee.
#[derive(Clone)]
pub struct Rules {
    /// When games end early by scores or length.
    pub adjudication: Adjudication,
    /// Sources of known results.
    pub adjudicators: Vec<Arc<dyn Adjudicator>>,
    /// Time limit for a search without a clock, after which the engine is stopped.
    pub patience: Duration,
    /// Time an engine gets to answer a stop before it counts as hung.
    pub grace: Duration,
}

impl Default for Rules {
    fn default() -> Rules {
        let (patience, grace) = (Duration::from_secs(3600), Duration::from_secs(5));
        Rules { adjudication: Adjudication::default(), adjudicators: Vec::new(), patience, grace }
    }
}

/// One side of a game.
#[derive(Debug)]
pub struct Player {
    /// The name for records; may differ from the engine's own name.
    pub name: String,
    /// The engine.
    pub session: Session,
    /// Its time control.
    pub control: TimeControl,
    /// The tolerance for moves that exceed the time.
    pub margin: Duration,
    /// True if it may ponder.
    pub ponder: bool,
    /// Its communication.
    pub transcript: Transcript,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Ending {
    /// By the rules of chess.
    Rules(Outcome),
    /// By the referee.
    Adjudicated(Verdict),
    /// A side resigned.
    Resigned(Color),
    /// One side offered a draw and the other accepted.
    Agreed,
    /// A side exceeded its time, by this much.
    Time(Color, Duration),
    /// A side failed: it crashed, hung, or sent an illegal move.
    Failure(Color, EngineError),
    /// The match ended before the game did; the game does not count.
    Abandoned,
}

/// An engine's mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// It exceeded its time.
    Time,
    /// It exited or closed its output.
    Crash,
    /// It did not answer and was killed.
    Hang,
    /// It sent an illegal move, or none where there are legal moves, or claimed a result that the rules do
    /// not confirm.
    Illegal,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// The opening and the moves.
    pub line: Line,
    /// Plies of the opening, before the engines' moves.
    pub opening_plies: usize,
    /// What the engines reported about each of their moves.
    pub records: Vec<MoveRecord>,
    /// Why it ended.
    pub ending: Ending,
}

/// Plays a game from an opening; `players` are White and Black. The game is abandoned soon after `stop` is
/// set.
pub fn play(players: [&mut Player; 2], opening: Line, rules: &Rules, stop: &AtomicBool) -> Played {
    let opening_plies = opening.moves().len();
    let mut played = Played { line: opening, opening_plies, records: Vec::new(), ending: Ending::Abandoned };
    let mut seats = players.map(|player| Seat::new(player, rules));
    played.ending = play_moves(&mut seats, &mut played.line, &mut played.records, rules, stop);
    for seat in &mut seats {
        seat.end_game(&played.line, &played.ending);
    }
    played
}

fn play_moves(
    seats: &mut [Seat<'_>; 2],
    line: &mut Line,
    records: &mut Vec<MoveRecord>,
    rules: &Rules,
    stop: &AtomicBool,
) -> Ending {
    for color in Color::ALL {
        if let Err(error) = seats[color.index()].new_game() {
            return Ending::Failure(color, error);
        }
    }
    let mut watch = ScoreWatch::new(rules.adjudication);
    // The side that offered a draw with its last move.
    let mut offered = None;
    loop {
        if let Some(ending) = ending_of(line, &watch, records.is_empty(), rules) {
            return ending;
        }
        if stop.load(Ordering::Relaxed) {
            return Ending::Abandoned;
        }
        let turn = line.position().turn();
        let opponent = *seats[(!turn).index()].clock();
        match seats[turn.index()].think(line, &opponent, offered == Some(!turn), stop) {
            Ok(Answer { mv, ponder, offers_draw, record }) => {
                records.push(record);
                if line.push(mv).is_err() {
                    return Ending::Failure(turn, seats[turn.index()].illegal_move(mv));
                }
                watch.note(turn, record.score, line.position().halfmove_clock() == 0);
                if offers_draw && offered == Some(!turn) && line.outcome().is_none() {
                    return Ending::Agreed;
                }
                offered = offers_draw.then_some(turn);
                if let Some(ponder) = ponder {
                    seats[turn.index()].ponder(line, ponder, &opponent);
                }
            }
            Err(NoMove::Late(by)) => return Ending::Time(turn, by),
            Err(NoMove::Failed(error)) => return verdict::ending_without_move(turn, error, line),
            Err(NoMove::Abandoned) => return Ending::Abandoned,
        }
    }
}

/// Returns the ending if the game is over. Before the engines' first move, only the rules of chess apply.
fn ending_of(line: &Line, watch: &ScoreWatch, in_opening: bool, rules: &Rules) -> Option<Ending> {
    if let Some(outcome) = line.outcome() {
        return Some(Ending::Rules(outcome));
    }
    let known = || rules.adjudicators.iter().find_map(|adjudicator| adjudicator.verdict(line));
    let verdict = if in_opening { None } else { watch.verdict(line).or_else(known) };
    verdict.map(Ending::Adjudicated)
}

/// Returns the move in UCI notation, for messages.
fn uci_text(line: &Line, mv: Move) -> String {
    heirloom_chess::notation::uci::format(line.position(), mv, line.start().is_chess960())
}

impl Ending {
    /// Returns the result.
    pub fn result(&self) -> GameResult {
        let won_by =
            |color| if color == Color::White { GameResult::WhiteWins } else { GameResult::BlackWins };
        match self {
            Ending::Rules(outcome) => GameResult::from(*outcome),
            Ending::Adjudicated(verdict) => verdict.result,
            Ending::Resigned(loser) | Ending::Time(loser, _) | Ending::Failure(loser, _) => won_by(!*loser),
            Ending::Agreed => GameResult::Draw,
            Ending::Abandoned => GameResult::Unknown,
        }
    }

    /// Returns the mistake that ended the game and the side that made it, if any.
    pub fn fault(&self) -> Option<(Color, Fault)> {
        match self {
            Ending::Time(color, _) => Some((*color, Fault::Time)),
            Ending::Failure(color, EngineError::Nonsense { .. } | EngineError::Claims { .. }) => {
                Some((*color, Fault::Illegal))
            }
            Ending::Failure(color, EngineError::Hangs { .. }) => Some((*color, Fault::Hang)),
            Ending::Failure(color, _) => Some((*color, Fault::Crash)),
            Ending::Rules(_)
            | Ending::Adjudicated(_)
            | Ending::Resigned(_)
            | Ending::Agreed
            | Ending::Abandoned => None,
        }
    }

    /// Returns the value of PGN's `Termination` tag.
    pub fn termination(&self) -> &'static str {
        match (self, self.fault()) {
            (_, Some((_, Fault::Time))) => "time forfeit",
            (_, Some((_, Fault::Illegal))) => "rules infraction",
            (_, Some((_, Fault::Hang))) => "stalled connection",
            (_, Some((_, Fault::Crash))) => "abandoned",
            (Ending::Adjudicated(_), _) => "adjudication",
            (Ending::Abandoned, _) => "unterminated",
            _ => "normal",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Rules(outcome) => write!(f, "{outcome}"),
            Ending::Adjudicated(verdict) => write!(f, "{verdict}"),
            Ending::Resigned(color) => write!(f, "{color} resigns"),
            Ending::Agreed => write!(f, "draw by agreement"),
            Ending::Time(color, by) => {
                write!(f, "{color} loses on time, {:.1} ms too late", by.as_secs_f64() * 1000.0)
            }
            Ending::Failure(color, error) => write!(f, "{color} fails: {error}"),
            Ending::Abandoned => write!(f, "abandoned"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Time => "loss on time",
            Fault::Crash => "crash",
            Fault::Hang => "hang",
            Fault::Illegal => "illegal move",
        })
    }
}
