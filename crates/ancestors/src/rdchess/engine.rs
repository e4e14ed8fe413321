//! RDChess behind the seam: its options, its levels, and what it tells while it thinks.

use std::time::Instant;

use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Move as SeamMove, Position as SeamPosition};
use heirloom_engine::insight::RootEffort;
use heirloom_engine::option::OptionValue;
use heirloom_engine::{
    BestMove, Bound, Engine, EngineError, EngineOption, Explanation, ExplanationRow, Info, Insight, Limits, Origin, Score, Signals,
};

use super::annotation::{Detail, Source, annotation};
use super::board::{SetupError, Side, inner, square_name};
use super::directions::Directions;
use super::eval::kingpawn::KingPawnTable;
use super::eval::switches::Switches;
use super::eval::{self, Term};
use super::hash::HashTable;
use super::levels::{self, EqualTime};
use super::moves::{Move, MoveLists};
use super::pins::Threats;
use super::position::Position;
use super::search::{MATE, MATE_FOUND, Memory, Permanent, Progress, RootMove, Search, Settings};
use super::{console, generate, insights, perft};
use crate::clock::Clock;

/// Mebibytes of the position hash table as the program starts.
const DEFAULT_HASH: usize = 24;
/// The king-pawn hash table has 2 to the power of this records: about two mebibytes.
const KING_PAWN_BITS: u32 = 16;

/// RDChess.
pub struct RdChess {
    options: Vec<EngineOption>,
    memory: Memory,
    settings: Settings,
    ponders: bool,
    detail: Detail,
    /// The clocks of the level "equal time", where it is chosen.
    equal_time: bool,
    used: EqualTime,
    /// The game as the last search knew it: its start and its moves.
    game: (String, Vec<Move>),
    last_annotation: String,
}

impl RdChess {
    /// A new one with its default options.
    ///
    /// # Errors
    /// [`EngineError::Start`] when there is no memory for the hash table.
    pub fn new() -> Result<RdChess, EngineError> {
        let hash = HashTable::new(DEFAULT_HASH)
            .map_err(|_| EngineError::Start { command: "rdchess".into(), reason: "no memory for the hash table".into() })?;
        Ok(RdChess {
            options: vec![
                EngineOption::combo("Hash", "24", &["24", "48", "96"]),
                EngineOption::check("Use_Hash", true),
                EngineOption::check("Ponder", false),
                EngineOption::check("Mate_Search", false),
                EngineOption::check("Equal_Time", false),
                EngineOption::spin("Detail_Level", 1, 0, 2),
            ],
            memory: Memory { hash, king_pawn: KingPawnTable::new(KING_PAWN_BITS), main_variation: Vec::new() },
            settings: Settings { use_hash: true, mate_search: false, mate: None },
            ponders: false,
            detail: Detail::Level1,
            equal_time: false,
            used: EqualTime::default(),
            game: Default::default(),
            last_annotation: "no move yet".into(),
        })
    }

    /// Another table. The old one goes first: both may not fit.
    fn resize(&mut self, value: &str) -> Result<(), EngineError> {
        let megabytes = value.trim().parse().unwrap_or(DEFAULT_HASH);
        let refused = |_| EngineError::OptionValue { name: "Hash".into(), value: value.into(), expected: "less memory".into() };
        self.memory.hash = HashTable::new(0).map_err(refused)?;
        match HashTable::new(megabytes) {
            Ok(table) => self.memory.hash = table,
            Err(error) => {
                self.memory.hash = HashTable::new(DEFAULT_HASH).map_err(refused)?;
                return Err(refused(error));
            }
        }
        Ok(())
    }

    /// The line on the own board. The tables hear of the moves that were played since the last search.
    fn follow(&mut self, line: &Line) -> Result<Position, EngineError> {
        let (position, moves) = replay(line)?;
        let start = line.start().fen();
        if self.game.0 == start && moves.starts_with(&self.game.1) {
            for &mv in &moves[self.game.1.len()..] {
                self.memory.hash.game_moves_on(mv);
                match self.memory.main_variation.first() == Some(&mv) {
                    true => drop(self.memory.main_variation.remove(0)),
                    false => self.memory.main_variation.clear(),
                }
            }
        } else {
            // Another game: what is known of the old one is of no use.
            self.memory.hash.clear();
            self.memory.main_variation.clear();
        }
        self.game = (start, moves);
        Ok(position)
    }

    fn finish(&mut self, search: Finished, line: &Line, report: &mut dyn FnMut(Info)) -> BestMove {
        let moves = to_seam(line.position(), &search.line);
        let (source, origin) = match search {
            Finished { direct: true, .. } => (Source::Direct, Origin::Pondering),
            Finished { only: true, .. } => (Source::OnlyMove, Origin::OnlyMove),
            _ => (Source::Computer, Origin::Searched),
        };
        let use_count = self.memory.hash.use_count;
        self.last_annotation = annotation(source, search.side, search.value, &search.statistics, use_count, self.detail);
        report(Info { text: Some(self.last_annotation.clone()), ..Info::default() });
        BestMove { best: moves.first().copied(), ponder: moves.get(1).copied().filter(|_| self.ponders), origin }
    }
}

/// What is left of a search.
struct Finished {
    line: Vec<Move>,
    value: i32,
    side: Side,
    statistics: super::statistics::Statistics,
    direct: bool,
    only: bool,
}

impl Engine for RdChess {
    fn name(&self) -> &str {
        "RDChess"
    }

    fn author(&self) -> &str {
        super::ABOUT.author
    }

    fn options(&self) -> &[EngineOption] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = EngineOption::find(&self.options, name)?;
        match (option.name.as_str(), option.parse(value)?) {
            ("Hash", OptionValue::Combo(choice)) => self.resize(&choice)?,
            ("Use_Hash", OptionValue::Check(on)) => self.settings.use_hash = on,
            ("Ponder", OptionValue::Check(on)) => self.ponders = on,
            ("Mate_Search", OptionValue::Check(on)) => self.settings.mate_search = on,
            ("Equal_Time", OptionValue::Check(on)) => self.equal_time = on,
            ("Detail_Level", OptionValue::Spin(level)) => {
                self.detail = [Detail::Plain, Detail::Level1, Detail::Level2][level.clamp(0, 2) as usize];
            }
            _ => {}
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.memory.hash.clear();
        self.memory.main_variation.clear();
        (self.used, self.game) = Default::default();
    }

    fn search(&mut self, line: &Line, limits: &Limits, signals: &Signals, report: &mut dyn FnMut(Info)) -> Result<BestMove, EngineError> {
        let position = self.follow(line)?;
        let side = position.context.side;
        let mut limits = limits.clone();
        self.used.asked(signals.created());
        if self.equal_time && !limits.infinite && !limits.ponder {
            let allowance = self.used.allowance();
            limits.move_time = Some(limits.move_time.map_or(allowance, |time| time.min(allowance)));
        }
        let only = line.position().legal_moves().len() == 1;
        if only && limits.clocks.is_some() && !limits.infinite && !limits.ponder {
            // There is nothing to think about.
            limits.depth = Some(1);
        }
        let clock = Clock::new(&limits, line.position().turn(), signals);
        let share = levels::share(&limits, side).filter(|_| limits.ponder);
        let permanent = share.map(|share| Permanent { signals: signals.clone(), share });
        let settings = Settings { mate: limits.mate, ..self.settings };
        let mut search = Search::new(position, &mut self.memory, settings, clock, permanent);
        let wanted: Vec<String> = limits.search_moves.iter().map(|&mv| uci::format(line.position(), mv, false)).collect();
        let mut root = search.root_moves();
        root.retain(|root| wanted.is_empty() || wanted.contains(&root.candidate.mv.text()));
        if root.is_empty() {
            return Ok(BestMove::default());
        }
        let insight = signals.wants_insights();
        if insight {
            let explanation = explanation(&Position::from_fen(&line.position().fen()).map_err(refuse)?);
            report(look(Insight::Evaluation(explanation)));
        }
        search.deepen(root, &mut |progress| tell(line.position(), progress, insight, report));
        let (direct, statistics) = (search.direct, search.statistics.clone());
        let (line_found, value) = search.best.clone();
        let finished = Finished { line: line_found, value, side, statistics, direct, only };
        self.used.answered(signals.clock_start().unwrap_or_else(Instant::now), Instant::now());
        if insight {
            for text in insights::in_words(&self.memory, &finished.statistics) {
                report(Info { text: Some(text), ..Info::default() });
            }
        }
        Ok(self.finish(finished, line, report))
    }

    fn divide(&mut self, position: &SeamPosition, depth: u32, signals: &Signals) -> Result<Vec<(SeamMove, u64)>, EngineError> {
        let (mut own, _) = replay(&Line::new(position.clone()))?;
        let counts = perft::divide(&mut own, depth, &|| signals.is_stopped()).ok_or(EngineError::Stopped)?;
        Ok(counts.into_iter().filter_map(|(mv, leaves)| Some((uci::parse(position, &mv.text()).ok()?, leaves))).collect())
    }

    fn explain(&mut self, position: &SeamPosition) -> Result<Explanation, EngineError> {
        replay(&Line::new(position.clone())).map(|(position, _)| explanation(&position))
    }

    fn console(&mut self, line: &Line, command: &str) -> Result<String, EngineError> {
        if command.trim() == "annotation" {
            return Ok(self.last_annotation.clone());
        }
        let (position, _) = replay(line)?;
        console::answer(&position, &self.memory, command).ok_or(EngineError::Unsupported("this command"))
    }
}

/// Reports one step of the search.
fn tell(root: &SeamPosition, progress: &Progress<'_>, insight: bool, report: &mut dyn FnMut(Info)) {
    let seconds = progress.elapsed.as_secs_f64();
    report(Info {
        depth: Some(progress.depth),
        selective_depth: Some(progress.statistics.deepest as u32),
        score: Some(score(progress.value)),
        bound: if progress.failed_high { Bound::Lower } else { Bound::Exact },
        nodes: Some(progress.statistics.nodes),
        nps: (seconds > 0.0).then(|| (progress.statistics.nodes as f64 / seconds) as u64),
        hashfull: Some(progress.memory.hash.fill()),
        time: Some(progress.elapsed),
        pv: to_seam(root, progress.line),
        ..Info::default()
    });
    if !insight || !progress.complete {
        return;
    }
    insights::counted(progress).into_iter().for_each(|insight| report(look(insight)));
    let seam = |mv: Move| uci::parse(root, &mv.text()).ok();
    let effort = |root: &RootMove| Some(RootEffort { mv: seam(root.candidate.mv)?, nodes: root.nodes, score: root.value.map(score) });
    report(look(Insight::RootEffort(progress.root.iter().filter_map(effort).collect())));
    let order = |root: &RootMove| Some((seam(root.candidate.mv)?, insights::reason(&root.candidate)));
    report(look(Insight::MoveOrder(progress.root.iter().filter_map(order).collect())));
}

fn look(insight: Insight) -> Info {
    Info { insight: Some(Box::new(insight)), ..Info::default() }
}

/// A value in centipawns as a score of the seam: mates in moves.
fn score(value: i32) -> Score {
    let moves = (MATE - value.abs() + 1) / 2;
    if value.abs() > MATE_FOUND { Score::Mate(moves * value.signum()) } else { Score::Cp(value) }
}

/// The own position behind a line, and its moves.
fn replay(line: &Line) -> Result<(Position, Vec<Move>), EngineError> {
    if line.start().is_chess960() || line.position().is_chess960() {
        return Err(EngineError::Unsupported("Chess960"));
    }
    let mut position = Position::from_fen(&line.start().fen()).map_err(refuse)?;
    let directions = Directions::towards([position.board.king(Side::White), position.board.king(Side::Black)]);
    let (mut follow, mut lists, mut moves) = (Line::new(line.start().clone()), MoveLists::default(), Vec::new());
    for &played in line.moves() {
        let text = uci::format(follow.position(), played, false);
        generate::legal(&position, &Threats::of(&position), &directions, &mut lists);
        let found = lists.all().find(|mv| mv.text() == text);
        let (Some(mv), Ok(())) = (found, follow.push(played).map(|_| ())) else {
            return Err(EngineError::Unsupported("this line of moves"));
        };
        position.make(mv);
        moves.push(mv);
    }
    Ok((position, moves))
}

fn refuse(error: SetupError) -> EngineError {
    EngineError::Unsupported(match error {
        SetupError::TooManyPieces => "more than sixteen pieces of a side: its piece lists hold no more",
        SetupError::NotFen => "this position",
    })
}

/// Own moves from a position as those of the seam, as far as they are legal.
fn to_seam(position: &SeamPosition, moves: &[Move]) -> Vec<SeamMove> {
    let mut line = Line::new(position.clone());
    for mv in moves {
        let Ok(mv) = uci::parse(line.position(), &mv.text()) else { break };
        if line.push(mv).is_err() {
            break;
        }
    }
    line.moves().to_vec()
}

/// The static evaluation by term and square; RDChess has no weights that fade from middlegame to endgame, so both columns agree.
fn explanation(position: &Position) -> Explanation {
    let account = eval::explain(position, &Threats::of(position), &Switches::at_root(position));
    let row = |&term: &Term| {
        let [white, black] = Side::BOTH.map(|side| account.of(term, side));
        ExplanationRow { term: term.name().into(), white: (white, white), black: (black, black) }
    };
    let squares = inner().filter(|&square| position.board.at(square).kind().is_some());
    let squares = squares.filter_map(|square| Some((square_name(square).parse().ok()?, account.squares[square as usize])));
    Explanation {
        score: Score::Cp(account.total()),
        rows: Term::ALL.iter().filter(|&&term| Side::BOTH.iter().any(|&side| account.of(term, side) != 0)).map(row).collect(),
        squares: squares.collect(),
    }
}

/// A clock that never ends a search, for tests of the search's own routines.
#[cfg(test)]
pub(crate) fn without_end() -> Clock {
    Clock::new(&Limits::default(), Line::default().position().turn(), &Signals::new())
}

#[cfg(test)]
mod tests;
