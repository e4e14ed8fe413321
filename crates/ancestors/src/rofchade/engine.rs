//! rofChade behind the seam: options, the game so far, limits, and its news in the words of Heirloom.

use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Move as Played, Position, Square};
use heirloom_engine::insight::{HashUse, OrderReason, ThreadState};
use heirloom_engine::option::OptionValue;
use heirloom_engine::{BestMove, Engine, EngineError, EngineOption, Explanation, ExplanationRow, Info, Insight, Limits, Score, Signals};

use super::board::Board;
use super::eval::{self, Score as Weight};
use super::hash::Hash;
use super::history::History;
use super::moves::{self, Move};
use super::picker::{Picker, Stage, is_capture};
use super::search::{MATE, MATES, Memory, Switches};
use super::see;
use super::threads::{self, Enough, Figure, Shared, Task, Variation};
use super::trace;
use crate::clock::Clock;

/// MiB of the table unless asked otherwise.
const DEFAULT_HASH: i64 = 16;

/// rofChade 1.
pub struct RofChade {
    options: Vec<EngineOption>,
    hash: Hash,
    switches: Switches,
    /// What each worker remembers; as many as there are threads.
    team: Vec<Memory>,
}

impl RofChade {
    /// A new one with its default options.
    ///
    /// # Errors
    /// [`EngineError::Start`] when there is no memory for the table.
    pub fn new() -> Result<RofChade, EngineError> {
        let options = vec![
            EngineOption::spin("Hash", DEFAULT_HASH, 1, 1 << 16),
            EngineOption::button("Clear Hash"),
            EngineOption::spin("Threads", 1, 1, 128),
            EngineOption::check("Ponder", false),
            EngineOption::check("ProbCut", false),
            EngineOption::check("Singular", false),
            EngineOption::check("Countermoves", false),
        ];
        let hash = Hash::new(DEFAULT_HASH as usize)
            .ok_or_else(|| EngineError::Start { command: "rofchade".into(), reason: "no memory for its table".into() })?;
        Ok(RofChade { options, hash, switches: Switches::default(), team: vec![Memory::default()] })
    }
}

impl Engine for RofChade {
    fn name(&self) -> &str {
        "rofChade 1"
    }

    fn author(&self) -> &str {
        "Ronald Friederich, rebuilt by the Heirloom authors"
    }

    fn options(&self) -> &[EngineOption] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = EngineOption::find(&self.options, name)?;
        match (option.name.as_str(), option.parse(value)?) {
            ("Hash", OptionValue::Spin(megabytes)) => {
                let expected = || EngineError::OptionValue { name: "Hash".into(), value: value.into(), expected: "less memory".into() };
                self.hash = Hash::new(megabytes as usize).ok_or_else(expected)?;
            }
            ("Threads", OptionValue::Spin(threads)) => self.team.resize_with(threads as usize, Memory::default),
            ("ProbCut", OptionValue::Check(on)) => self.switches.probcut = on,
            ("Singular", OptionValue::Check(on)) => self.switches.singular = on,
            ("Countermoves", OptionValue::Check(on)) => self.switches.countermoves = on,
            ("Clear Hash", _) => self.new_game(),
            _ => {}
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.hash.clear();
        self.team.iter_mut().for_each(|memory| memory.history = History::default());
    }

    fn search(&mut self, line: &Line, limits: &Limits, signals: &Signals, report: &mut dyn FnMut(Info)) -> Result<BestMove, EngineError> {
        let position = line.position();
        let (board, keys) = replay(line)?;
        let root = root_moves(&board, position, limits, &self.team[0].history);
        if root.is_empty() {
            return Ok(BestMove::default());
        }
        let only_move = root.len() == 1 && limits.clocks.is_some() && !limits.ponder && !limits.infinite;
        let clock = Clock::new(limits, position.turn(), signals);
        self.hash.begin_search();
        // On a busy machine the boss would wait for workers that are not let run to hear the end.
        let workers = if clock.is_short() { 1 } else { self.team.len() };
        let shared = Shared::new(&self.hash, self.switches, Enough { mate: limits.mate, only_move }, workers);
        let insights = signals.wants_insights();
        if insights {
            report(insight(Insight::Evaluation(explanation(&board))));
            report(insight(move_order(&board, position, &self.team[0].history)));
        }
        let watch = clock.clone();
        let mut told = Variation::default();
        let mut tell = |best: &Variation, nodes: u64| {
            told = best.clone();
            report(news(best, nodes, position, &watch, self.hash.fill()));
            if insights {
                figures(&shared).into_iter().for_each(&mut *report);
            }
        };
        let task = Task { board: &board, keys: &keys, root: &root, clock };
        let best = threads::search(&shared, &mut self.team[..workers], &task, &mut tell);
        if best.depth > 0 && best != told {
            report(news(&best, shared.nodes(), position, &watch, self.hash.fill()));
        }
        let moves = played(position, &best.moves);
        Ok(BestMove { best: moves.first().copied(), ponder: moves.get(1).copied(), ..BestMove::default() })
    }

    fn divide(&mut self, position: &Position, depth: u32, signals: &Signals) -> Result<Vec<(Played, u64)>, EngineError> {
        let board = board_of(position)?;
        let (mut list, mut counted) = (Vec::new(), Vec::new());
        moves::legal(&board, &mut list);
        if depth == 0 {
            return Ok(Vec::new());
        }
        for mv in list.iter().map(|ranked| ranked.mv) {
            let leaves = moves::perft(&board.after(mv), depth - 1, &mut Vec::new(), &|| signals.is_stopped());
            if signals.is_stopped() {
                return Err(EngineError::Stopped);
            }
            counted.extend(played(position, &[mv]).first().map(|&mv| (mv, leaves)));
        }
        Ok(counted)
    }

    fn explain(&mut self, position: &Position) -> Result<Explanation, EngineError> {
        Ok(explanation(&board_of(position)?))
    }
}

/// The own board of a position.
fn board_of(position: &Position) -> Result<Board, EngineError> {
    if position.is_chess960() {
        return Err(EngineError::Unsupported("Chess960"));
    }
    Board::from_fen(&position.fen()).ok_or(EngineError::Unsupported("this position"))
}

/// The board after all moves of the game, and the keys of the positions before.
fn replay(line: &Line) -> Result<(Board, Vec<u64>), EngineError> {
    let (mut position, mut keys) = (line.start().clone(), Vec::new());
    let mut board = board_of(&position)?;
    for &mv in line.moves() {
        let own = own_move(&board, &uci::format(&position, mv, false)).ok_or(EngineError::Unsupported("Chess960"))?;
        keys.push(board.key());
        board = board.after(own);
        position.play(mv);
    }
    Ok((board, keys))
}

/// The legal move that a text means.
fn own_move(board: &Board, text: &str) -> Option<Move> {
    let mut list = Vec::new();
    moves::legal(board, &mut list);
    list.iter().map(|ranked| ranked.mv).find(|mv| mv.to_string() == text)
}

/// A line of own moves in Heirloom's, as far as it is legal: the end of a line may come from a table that two threads wrote.
fn played(position: &Position, moves: &[Move]) -> Vec<Played> {
    let mut position = position.clone();
    let play = |mv: &Move| {
        let mv = uci::parse(&position, &mv.to_string()).ok()?;
        position.play(mv);
        Some(mv)
    };
    moves.iter().map_while(play).collect()
}

/// All legal moves in the order of the staged generator, with the stage of each.
fn ordered(board: &Board, history: &History) -> Vec<(Move, Stage)> {
    let (mut list, mut found) = (Vec::new(), Vec::new());
    let mut picker = Picker::new(board, Move::NONE, [Move::NONE; 4], 0);
    while let Some(next) = picker.next(board, &mut list, history) {
        found.push(next);
    }
    found
}

/// The moves to choose from, in their order.
fn root_moves(board: &Board, position: &Position, limits: &Limits, history: &History) -> Vec<Move> {
    let wanted: Vec<String> = limits.search_moves.iter().map(|&mv| uci::format(position, mv, false)).collect();
    let all = ordered(board, history).into_iter().map(|(mv, _)| mv);
    all.filter(|mv| wanted.is_empty() || wanted.contains(&mv.to_string())).collect()
}

/// Centipawns, or moves to mate.
fn score(value: i32) -> Score {
    match value {
        MATES.. => Score::Mate((MATE - value + 1) / 2),
        _ if value <= -MATES => Score::Mate(-(MATE + value) / 2),
        _ => Score::Cp(value),
    }
}

fn news(best: &Variation, nodes: u64, position: &Position, clock: &Clock, fill: u32) -> Info {
    let time = clock.elapsed();
    Info {
        depth: Some(best.depth),
        selective_depth: Some(best.selective),
        score: Some(score(best.score)),
        nodes: Some(nodes),
        nps: Some((nodes as f64 / time.as_secs_f64().max(0.001)) as u64),
        hashfull: Some(fill),
        time: Some(time),
        pv: played(position, &best.moves),
        ..Info::default()
    }
}

fn insight(insight: Insight) -> Info {
    Info { insight: Some(Box::new(insight)), ..Info::default() }
}

/// The table and the threads in figures.
fn figures(shared: &Shared<'_>) -> [Info; 2] {
    let figures = shared.figures();
    let total = |count: fn(&Figure) -> u64| figures.iter().map(count).sum();
    let hash = HashUse { fill: shared.hash.fill(), probes: total(|figure| figure.probes), hits: total(|figure| figure.hits) };
    let state = |figure: &Figure| ThreadState { depth: figure.depth, selective_depth: figure.selective, nodes: figure.nodes };
    [insight(Insight::Hash(hash)), insight(Insight::Threads(figures.iter().map(state).collect()))]
}

/// Why each move of the root stands where it does.
fn move_order(board: &Board, position: &Position, history: &History) -> Insight {
    let reason = |(mv, stage): (Move, Stage)| {
        let reason = match stage {
            Stage::BadCaptures => OrderReason::BadCapture(see::gain(board, mv)),
            _ if is_capture(board, mv) => OrderReason::GoodCapture(see::gain(board, mv)),
            _ => OrderReason::History(history.rank(board, mv)),
        };
        played(position, &[mv]).first().map(|&mv| (mv, reason))
    };
    Insight::MoveOrder(ordered(board, history).into_iter().filter_map(reason).collect())
}

/// The evaluation by term and square.
fn explanation(board: &Board) -> Explanation {
    let trace = trace::trace(board);
    let pair = |score: Weight| (score.middlegame(), score.endgame());
    let row = |term: &trace::Term| {
        let [white, black] = trace::sum(&trace, term);
        ExplanationRow { term: term.name.to_ascii_lowercase(), white: pair(white), black: pair(black) }
    };
    let square = |(color, kind, square): (usize, usize, usize)| {
        (Square::from_index(square), eval::taper(eval::value(color, kind, square), board.phase()))
    };
    let white = eval::taper(board.score(), board.phase());
    Explanation { score: Score::Cp(white), rows: trace::TERMS.iter().map(row).collect(), squares: board.pieces().map(square).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess960_is_declined() {
        let position = Position::from_fen("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1").unwrap();
        assert_eq!(board_of(&position).err(), Some(EngineError::Unsupported("Chess960")));
    }

    #[test]
    fn the_game_before_is_known() {
        let mut line = Line::default();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            line.push(uci::parse(line.position(), text).unwrap()).unwrap();
        }
        let (board, keys) = replay(&line).unwrap();
        assert_eq!((keys.len(), keys[0]), (4, board.key()));
        assert_eq!(board, board_of(line.position()).unwrap());
    }

    #[test]
    fn a_move_leaves_what_a_reader_of_the_position_finds() {
        // Keys, checks, material, tables, rights: what is kept up to date move by move is what the notation gives.
        let mut random = fastrand::Rng::with_seed(6);
        for _ in 0..60 {
            let mut line = Line::default();
            while line.outcome().is_none() && line.moves().len() < 150 {
                let legal = line.position().legal_moves();
                let mv = legal[random.usize(..legal.len())];
                let (before, _) = replay(&line).unwrap();
                let own = own_move(&before, &uci::format(line.position(), mv, false)).unwrap();
                line.push(mv).unwrap();
                let (after, position) = (before.after(own), line.position());
                // The notation leaves out a capture en passant that would uncover a check.
                if after.en_passant().is_none() || position.en_passant().is_some() {
                    assert_eq!(after, board_of(position).unwrap(), "{}", position.fen());
                }
            }
        }
    }

    #[test]
    fn the_explanation_adds_up() {
        let position = Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
        let explanation = explanation(&board_of(&position).unwrap());
        let squares: i32 = explanation.squares.iter().map(|(_, value)| value).sum();
        let Score::Cp(score) = explanation.score else { panic!() };
        // Whole numbers are cut at each square.
        assert!((squares - score).abs() <= 32, "{squares} {score}");
    }
}
