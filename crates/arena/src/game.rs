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

use crate::adjudicate::{Adjudicated, Adjudication, Adjudicator, ScoreWatch};
use crate::clock::TimeControl;
pub use record::{MoveRecord, Usage};
use seat::{Answer, NoMove, Seat};

/// The rules of the referee.
#[derive(Clone)]
pub struct GameRules {
    /// When games end early by scores or length.
    pub adjudication: Adjudication,
    /// Sources of known results.
    pub adjudicators: Vec<Arc<dyn Adjudicator>>,
    /// Time limit for a search without a clock, after which the engine is stopped.
    pub patience: Duration,
    /// Time an engine gets to answer a stop before it counts as hung.
    pub grace: Duration,
}

impl Default for GameRules {
    fn default() -> GameRules {
        let (patience, grace) = (Duration::from_secs(3600), Duration::from_secs(5));
        GameRules { adjudication: Adjudication::default(), adjudicators: Vec::new(), patience, grace }
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
pub enum GameEnd {
    /// By the rules of chess.
    Rules(Outcome),
    /// By the referee.
    Adjudicated(Adjudicated),
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
pub enum EngineFault {
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
pub struct FinishedGame {
    /// The opening and the moves.
    pub line: Line,
    /// Plies of the opening, before the engines' moves.
    pub opening_plies: usize,
    /// What the engines reported about each of their moves.
    pub records: Vec<MoveRecord>,
    /// Why it ended.
    pub ending: GameEnd,
}

/// Plays a game from an opening; `players` are White and Black. The game is abandoned soon after `stop` is
/// set.
pub fn play(players: [&mut Player; 2], opening: Line, rules: &GameRules, stop: &AtomicBool) -> FinishedGame {
    let opening_plies = opening.moves().len();
    let mut played =
        FinishedGame { line: opening, opening_plies, records: Vec::new(), ending: GameEnd::Abandoned };
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
    rules: &GameRules,
    stop: &AtomicBool,
) -> GameEnd {
    for color in Color::ALL {
        if let Err(error) = seats[color.index()].new_game() {
            return GameEnd::Failure(color, error);
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
            return GameEnd::Abandoned;
        }
        let turn = line.position().turn();
        let opponent = *seats[(!turn).index()].clock();
        match seats[turn.index()].think(line, &opponent, offered == Some(!turn), stop) {
            Ok(Answer { mv, ponder, offers_draw, record }) => {
                records.push(record);
                if line.push(mv).is_err() {
                    return GameEnd::Failure(turn, seats[turn.index()].illegal_move(mv));
                }
                watch.note(turn, record.score, line.position().halfmove_clock() == 0);
                if offers_draw && offered == Some(!turn) && line.outcome().is_none() {
                    return GameEnd::Agreed;
                }
                offered = offers_draw.then_some(turn);
                if let Some(ponder) = ponder {
                    seats[turn.index()].ponder(line, ponder, &opponent);
                }
            }
            Err(NoMove::Late(by)) => return GameEnd::Time(turn, by),
            Err(NoMove::Failed(error)) => return verdict::ending_without_move(turn, error, line),
            Err(NoMove::Abandoned) => return GameEnd::Abandoned,
        }
    }
}

/// Returns the ending if the game is over. Before the engines' first move, only the rules of chess apply.
fn ending_of(line: &Line, watch: &ScoreWatch, in_opening: bool, rules: &GameRules) -> Option<GameEnd> {
    if let Some(outcome) = line.outcome() {
        return Some(GameEnd::Rules(outcome));
    }
    let known = || rules.adjudicators.iter().find_map(|adjudicator| adjudicator.verdict(line));
    let verdict = if in_opening { None } else { watch.verdict(line).or_else(known) };
    verdict.map(GameEnd::Adjudicated)
}

/// Returns the move in UCI notation, for messages.
fn uci_text(line: &Line, mv: Move) -> String {
    heirloom_chess::notation::uci::format(line.position(), mv, line.start().is_chess960())
}

impl GameEnd {
    /// Returns the result.
    pub fn result(&self) -> GameResult {
        let won_by =
            |color| if color == Color::White { GameResult::WhiteWins } else { GameResult::BlackWins };
        match self {
            GameEnd::Rules(outcome) => GameResult::from(*outcome),
            GameEnd::Adjudicated(verdict) => verdict.result,
            GameEnd::Resigned(loser) | GameEnd::Time(loser, _) | GameEnd::Failure(loser, _) => {
                won_by(!*loser)
            }
            GameEnd::Agreed => GameResult::Draw,
            GameEnd::Abandoned => GameResult::Unknown,
        }
    }

    /// Returns the mistake that ended the game and the side that made it, if any.
    pub fn fault(&self) -> Option<(Color, EngineFault)> {
        match self {
            GameEnd::Time(color, _) => Some((*color, EngineFault::Time)),
            GameEnd::Failure(color, EngineError::InvalidReply { .. } | EngineError::Claims { .. }) => {
                Some((*color, EngineFault::Illegal))
            }
            GameEnd::Failure(color, EngineError::Hangs { .. }) => Some((*color, EngineFault::Hang)),
            GameEnd::Failure(color, _) => Some((*color, EngineFault::Crash)),
            _ => None,
        }
    }

    /// Returns the value of PGN's `Termination` tag.
    pub fn termination(&self) -> &'static str {
        match (self, self.fault()) {
            (_, Some((_, EngineFault::Time))) => "time forfeit",
            (_, Some((_, EngineFault::Illegal))) => "rules infraction",
            (_, Some((_, EngineFault::Hang))) => "stalled connection",
            (_, Some((_, EngineFault::Crash))) => "abandoned",
            (GameEnd::Adjudicated(_), _) => "adjudication",
            (GameEnd::Abandoned, _) => "unterminated",
            _ => "normal",
        }
    }
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameEnd::Rules(outcome) => write!(f, "{outcome}"),
            GameEnd::Adjudicated(verdict) => write!(f, "{verdict}"),
            GameEnd::Resigned(color) => write!(f, "{color} resigns"),
            GameEnd::Agreed => write!(f, "draw by agreement"),
            GameEnd::Time(color, by) => {
                write!(f, "{color} loses on time, {:.1} ms too late", by.as_secs_f64() * 1000.0)
            }
            GameEnd::Failure(color, error) => write!(f, "{color} forfeits: {error}"),
            GameEnd::Abandoned => write!(f, "abandoned"),
        }
    }
}

impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EngineFault::Time => "loss on time",
            EngineFault::Crash => "crash",
            EngineFault::Hang => "hang",
            EngineFault::Illegal => "illegal move",
        })
    }
}
