//! One game between two engines, with a referee who knows the rules, the clocks and what a hung engine looks like.

use std::fmt;
use std::time::{Duration, Instant};

use heirloom_chess::game::{Game, GameResult, NodeId};
use heirloom_chess::{Color, Line, Move, Outcome};
use heirloom_engine::{Clocks, EngineError, Event, Info, Limits, Score, Session};

use crate::clock::{Clock, TimeControl};

/// What the referee goes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// How much too late a move may come.
    pub margin: Duration,
    /// Games end as draws after this many plies, the opening counted in; 0 for never.
    pub max_plies: usize,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { margin: Duration::from_millis(20), max_plies: 0 }
    }
}

/// One side of a game.
#[derive(Debug)]
pub struct Player {
    /// The name in records; may differ from what the engine calls itself.
    pub name: String,
    /// The engine.
    pub session: Session,
    /// How much it may think.
    pub control: TimeControl,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Ending {
    /// By the rules of chess.
    Rules(Outcome),
    /// A side took too long for a move; by how much it was too late.
    Time(Color, Duration),
    /// A side failed: it crashed, hung, or named a move that is not legal.
    Failure(Color, EngineError),
    /// Drawn by the referee because the game became too long.
    TooLong,
}

/// What an engine said of a move it made.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MoveRecord {
    /// The score of the last line it reported, from its own view.
    pub score: Option<Score>,
    /// The depth of that line, in plies.
    pub depth: Option<u32>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Time taken, by the referee's clock.
    pub time: Duration,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Played {
    /// The opening and the moves.
    pub line: Line,
    /// Plies of the opening: the engines made the moves after them.
    pub opening_plies: usize,
    /// What was said of each move that an engine made.
    pub records: Vec<MoveRecord>,
    /// Why it ended.
    pub ending: Ending,
}

/// How long a stopped engine may take to answer before it counts as hung.
const GRACE: Duration = Duration::from_secs(5);

/// Plays a game from an opening; `players` holds White and Black.
pub fn play(players: [&mut Player; 2], opening: Line, rules: &Rules) -> Played {
    let opening_plies = opening.moves().len();
    let mut clocks = [Clock::new(players[0].control), Clock::new(players[1].control)];
    let mut played = Played { line: opening, opening_plies, records: Vec::new(), ending: Ending::TooLong };
    for color in Color::ALL {
        if let Err(error) = players[color.index()].session.new_game() {
            played.ending = Ending::Failure(color, error);
            return played;
        }
    }
    loop {
        if let Some(outcome) = played.line.outcome() {
            played.ending = Ending::Rules(outcome);
            return played;
        }
        if rules.max_plies > 0 && played.line.moves().len() >= rules.max_plies {
            return played;
        }
        let turn = played.line.position().turn();
        let limits = limits_for(&clocks, turn);
        match think(&mut players[turn.index()].session, &played.line, limits, &mut clocks[turn.index()], rules) {
            Ok((mv, record)) => {
                played.records.push(record);
                if played.line.push(mv).is_err() {
                    let name = players[turn.index()].name.clone();
                    played.ending = Ending::Failure(turn, EngineError::Nonsense { name, said: format!("{mv:?}") });
                    return played;
                }
            }
            Err(Stumble::Late(by)) => {
                played.ending = Ending::Time(turn, by);
                return played;
            }
            Err(Stumble::Failed(error)) => {
                played.ending = Ending::Failure(turn, error);
                return played;
            }
        }
    }
}

enum Stumble {
    Late(Duration),
    Failed(EngineError),
}

/// Asks for one move and takes its time.
fn think(session: &mut Session, line: &Line, limits: Limits, clock: &mut Clock, rules: &Rules) -> Result<(Move, MoveRecord), Stumble> {
    let begun = Instant::now();
    let left = clock.left();
    let ticket = session.go(line.clone(), limits);
    let mut record = MoveRecord::default();
    let mut asked_to_stop = None;
    loop {
        match session.next_event(Duration::from_millis(50)) {
            Some(Event::Info(_, info)) => record.note(&info),
            Some(Event::Done(done, outcome)) if done == ticket => {
                record.time = begun.elapsed();
                let best = outcome.map_err(Stumble::Failed)?;
                if !clock.spend(record.time, rules.margin) {
                    return Err(Stumble::Late(record.time.saturating_sub(left)));
                }
                let none = || Stumble::Failed(EngineError::Nonsense { name: session.name().to_string(), said: "no move".into() });
                return Ok((best.best.ok_or_else(none)?, record));
            }
            _ => {}
        }
        let late = begun.elapsed() > left.saturating_add(rules.margin);
        match asked_to_stop {
            None if late => {
                session.stop();
                asked_to_stop = Some(Instant::now());
            }
            Some(since) if Instant::elapsed(&since) > GRACE => {
                let name = session.name().to_string();
                return Err(Stumble::Failed(EngineError::Hangs { name, expected: "bestmove" }));
            }
            _ => {}
        }
    }
}

fn limits_for(clocks: &[Clock; 2], turn: Color) -> Limits {
    let own = &clocks[turn.index()];
    match own.control() {
        TimeControl::MoveTime(time) => Limits::move_time(time),
        TimeControl::Nodes(nodes) => Limits::nodes(nodes),
        TimeControl::Depth(depth) => Limits::depth(depth),
        TimeControl::Clock { .. } => Limits { clocks: Some(both_clocks(clocks, turn)), ..Limits::default() },
    }
}

/// What the engine is told of the clocks. An opponent without one is said to have as much as the engine itself.
fn both_clocks(clocks: &[Clock; 2], turn: Color) -> Clocks {
    let milliseconds = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    let mut told = Clocks { moves_to_go: clocks[turn.index()].moves_to_go(), ..Clocks::default() };
    for color in Color::ALL {
        let clock = &clocks[if matches!(clocks[color.index()].control(), TimeControl::Clock { .. }) { color } else { turn }.index()];
        told.time[color.index()] = milliseconds(clock.left());
        if let TimeControl::Clock { increment, .. } = clock.control() {
            told.increment[color.index()] = milliseconds(increment);
        }
    }
    told
}

impl MoveRecord {
    fn note(&mut self, info: &Info) {
        if info.score.is_some() && info.multipv.unwrap_or(1) == 1 {
            self.score = info.score;
            self.depth = info.depth;
        }
        self.nodes = info.nodes.or(self.nodes);
    }
}

impl fmt::Display for MoveRecord {
    /// As match programs write it, nodes last where they are known: `+0.30/13 0.280s, n=123456`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Some(Score::Cp(cp)) => write!(f, "{:+.2}", f64::from(cp) / 100.0)?,
            Some(Score::Mate(moves)) => write!(f, "{}M{}", if moves < 0 { '-' } else { '+' }, moves.abs())?,
            None => write!(f, "0.00")?,
        }
        write!(f, "/{} {:.3}s", self.depth.unwrap_or(0), self.time.as_secs_f64())?;
        self.nodes.map_or(Ok(()), |nodes| write!(f, ", n={nodes}"))
    }
}

impl Ending {
    /// The result that follows.
    pub fn result(&self) -> GameResult {
        let won_by = |color| if color == Color::White { GameResult::WhiteWins } else { GameResult::BlackWins };
        match self {
            Ending::Rules(Outcome::Checkmate { winner }) => won_by(*winner),
            Ending::Rules(Outcome::Draw(_)) | Ending::TooLong => GameResult::Draw,
            Ending::Time(loser, _) | Ending::Failure(loser, _) => won_by(!*loser),
        }
    }

    /// The word for PGN's `Termination` tag.
    pub fn termination(&self) -> &'static str {
        match self {
            Ending::Rules(_) => "normal",
            Ending::Time(..) => "time forfeit",
            Ending::Failure(_, EngineError::Nonsense { .. }) => "rules infraction",
            Ending::Failure(..) => "abandoned",
            Ending::TooLong => "adjudication",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Rules(outcome) => write!(f, "{outcome}"),
            Ending::Time(color, by) => write!(f, "{color} is {} ms too late", by.as_millis()),
            Ending::Failure(color, error) => write!(f, "{color} fails: {error}"),
            Ending::TooLong => write!(f, "drawn by the referee: too long"),
        }
    }
}

impl Played {
    /// The game for the record: names, result, and after each move what the engine said of it.
    pub fn record(&self, names: [&str; 2], controls: [TimeControl; 2]) -> Game {
        let mut game = Game::from_line(&self.line);
        game.set_result(self.ending.result());
        let tags = game.tags_mut();
        tags.set("White", names[0]);
        tags.set("Black", names[1]);
        tags.set("Termination", self.ending.termination());
        tags.set("PlyCount", &self.line.moves().len().to_string());
        if controls[0] == controls[1] {
            tags.set("TimeControl", &controls[0].to_string());
        } else {
            tags.set("WhiteTimeControl", &controls[0].to_string());
            tags.set("BlackTimeControl", &controls[1].to_string());
        }
        let nodes: Vec<NodeId> = game.main_line().filter(|&node| node != NodeId::START).collect();
        for (index, &node) in nodes.iter().enumerate() {
            let text = match index.checked_sub(self.opening_plies) {
                Some(own) => self.records.get(own).map(MoveRecord::to_string),
                None => Some("book".into()),
            };
            // Every node of the main line exists.
            let _ = game.set_comments(node, &[text.unwrap_or_default().as_str()]);
        }
        if let Some(&last) = nodes.last()
            && !matches!(self.ending, Ending::Rules(_))
        {
            let _ = game.add_comment(last, &self.ending.to_string());
        }
        game
    }
}
