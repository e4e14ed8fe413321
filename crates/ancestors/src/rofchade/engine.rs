//! The engine interface of rofChade: options, replay of the game, limits, reports and insights.

use std::sync::Arc;

use parking_lot::Mutex;

use heirloom_chess::{Line, Move as Played, Position, Square};
use heirloom_engine::insight::{HashUse, Insight, OrderReason, ThreadState};
use heirloom_engine::option::OptionValue;
use heirloom_engine::{
    BestMove, Engine, EngineError, EngineOption, Explanation, Info, Limits, Origin, Signals,
};

use super::board::{Board, KINDS, WHITE};
use super::eval::{self, Score as Weight};
use super::hash::Hash;
use super::history::History;
use super::moves::{self, Move, is_capture};
use super::picker::{Picked, Picker, Stage};
use super::queue::ThreadQueue;
use super::search::{MATE, Statistics, Switches};
use super::see;
use super::threads::{Shared, Task, Variation};
use super::weights::{MATERIAL, TABLES};
use crate::clock::Clock;
use crate::seam;

/// The default size of the transposition table in MiB.
const DEFAULT_HASH: i64 = 16;

/// rofChade 1 as an engine.
pub struct RofChade {
    options: Vec<EngineOption>,
    hash: Arc<Hash>,
    switches: Switches,
    /// The histories of the workers, one per thread.
    histories: Vec<Arc<Mutex<History>>>,
    queue: ThreadQueue,
}

impl RofChade {
    /// Creates the engine with its default options. Fails with [`EngineError::Start`] if there is no memory
    /// for the table.
    pub fn new() -> Result<RofChade, EngineError> {
        let (size, threads) =
            (EngineOption::spin("Hash", DEFAULT_HASH, 1, 1 << 16), EngineOption::spin("Threads", 1, 1, 128));
        let checks =
            ["Ponder", "ProbCut", "Singular", "Countermoves"].map(|name| EngineOption::check(name, false));
        let options = [size, EngineOption::button("Clear Hash"), threads].into_iter().chain(checks).collect();
        let hash = Hash::new(DEFAULT_HASH as usize).ok_or_else(|| seam::out_of_memory("rofchade"))?;
        Ok(RofChade {
            options,
            hash: Arc::new(hash),
            switches: Switches::default(),
            histories: vec![Arc::default()],
            queue: ThreadQueue::default(),
        })
    }
}

impl Engine for RofChade {
    fn name(&self) -> &str {
        "rofChade 1"
    }

    fn author(&self) -> &str {
        "Ronald Friederich; rebuilt by the Heirloom authors"
    }

    fn options(&self) -> &[EngineOption] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = EngineOption::find(&self.options, name)?;
        let table = |size: i64| {
            Hash::new(size as usize)
                .map(Arc::new)
                .ok_or_else(|| seam::invalid("Hash", value, "a smaller value (not enough memory)"))
        };
        match (option.name.as_str(), option.parse(value)?) {
            ("Hash", OptionValue::Spin(size)) => self.hash = table(size)?,
            ("Threads", OptionValue::Spin(threads)) => {
                self.histories.resize_with(threads as usize, Arc::default)
            }
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
        self.histories.fill_with(Arc::default);
    }

    fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        let position = line.position();
        let (board, keys) = replay(line)?;
        let allowed = seam::search_moves(limits, position, false);
        let ordered =
            ordered_moves(&board, Move::NONE, &self.histories[0].lock()).into_iter().map(|(mv, _)| mv);
        let root: Vec<Move> =
            ordered.filter(|mv| allowed.is_empty() || allowed.contains(&mv.to_string())).collect();
        if root.is_empty() {
            return Ok(BestMove::default());
        }
        let only_move = root.len() == 1 && limits.clocks.is_some() && !limits.ponder && !limits.infinite;
        let clock = Clock::new(limits, position.turn(), signals);
        self.hash.begin_search();
        // On a busy machine the boss would wait for workers that get no time to stop.
        let workers = if clock.is_short() { 1 } else { self.histories.len() };
        let (hash, switches, mate) = (self.hash.clone(), self.switches, limits.mate);
        let task = Task { hash, switches, board: board.clone(), keys, root, clock, mate, only_move };
        let shared = Arc::new(Shared::new(task, workers));
        let insights = signals.wants_insights();
        if insights {
            report(seam::insight(Insight::Evaluation(explanation(&board))));
            report(seam::insight(move_order(&board, position, &self.hash, &self.histories[0].lock())));
        }
        let mut reported = Variation::default();
        let mut report_best = |best: &Variation| {
            if best.depth > 0 && *best != reported {
                reported.clone_from(best);
                report(Info {
                    depth: Some(best.depth),
                    selective_depth: Some(best.selective),
                    score: Some(seam::score(best.score, MATE)),
                    hashfull: Some(shared.task.hash.fill()),
                    pv: seam::translate_line(position, &best.moves),
                    ..seam::node_info(shared.nodes(), shared.task.clock.elapsed())
                });
                if insights {
                    statistics(&shared).into_iter().for_each(&mut *report);
                }
            }
        };
        let best = self.queue.search(&shared, &self.histories[..workers], &mut report_best);
        report_best(&best);
        if insights {
            report(seam::insight(move_order(&board, position, &self.hash, &self.histories[0].lock())));
        }
        Ok(seam::best_move(&seam::translate_line(position, &best.moves), Origin::Searched))
    }

    fn divide(
        &mut self,
        position: &Position,
        depth: u32,
        signals: &Signals,
    ) -> Result<Vec<(Played, u64)>, EngineError> {
        let board = board_of(position)?;
        let leaves = |mv| moves::perft(&board.after(mv), depth.saturating_sub(1), &|| signals.is_stopped());
        let count = |mv| Some((seam::translate(position, mv)?, leaves(mv)));
        let counted = moves::legal(&board).into_iter().filter_map(count).collect();
        if signals.is_stopped() { Err(EngineError::Stopped) } else { Ok(counted) }
    }

    fn explain(&mut self, position: &Position) -> Result<Explanation, EngineError> {
        Ok(explanation(&board_of(position)?))
    }
}

/// Sets up rofChade's board.
fn board_of(position: &Position) -> Result<Board, EngineError> {
    Ok(Board::new(&seam::setup(position)?))
}

/// Returns the board after all moves of the game, and the keys of the earlier positions.
fn replay(line: &Line) -> Result<(Board, Vec<u64>), EngineError> {
    let (mut board, mut keys) = (board_of(line.start())?, Vec::new());
    seam::replay(line, false, |text| {
        let own = own_move(&board, text)?;
        keys.push(board.key);
        board = board.after(own);
        Some(())
    })?;
    Ok((board, keys))
}

/// Parses a legal move.
fn own_move(board: &Board, text: &str) -> Option<Move> {
    moves::legal(board).into_iter().find(|mv| mv.to_string() == text)
}

/// Returns all legal moves in the order of the staged generator, with their stages; `known` comes first.
fn ordered_moves(board: &Board, known: Move, history: &History) -> Vec<Picked> {
    let (mut list, mut picker) = (Vec::new(), Picker::new(board, known, [Move::NONE; 4]));
    std::iter::from_fn(|| picker.next(board, &mut list, history)).collect()
}

/// Reports statistics of the table and the threads.
fn statistics(shared: &Shared) -> [Info; 2] {
    let statistics = shared.statistics();
    let total = |count: fn(&Statistics) -> u64| statistics.iter().map(count).sum();
    let (probes, hits) = (total(|statistics| statistics.probes), total(|statistics| statistics.hits));
    let hash = HashUse { fill: shared.task.hash.fill(), probes, hits };
    let state = |&Statistics { depth, selective: selective_depth, nodes, .. }: &Statistics| ThreadState {
        depth,
        selective_depth,
        nodes,
    };
    let threads = statistics.iter().map(state).collect();
    [seam::insight(Insight::Hash(hash)), seam::insight(Insight::Threads(threads))]
}

/// Returns the order in which the next search would try the moves, with the reasons.
fn move_order(board: &Board, position: &Position, hash: &Hash, history: &History) -> Insight {
    let known = hash.probe(board.key).map_or(Move::NONE, |entry| entry.mv);
    let reason = |(mv, stage): Picked| {
        let reason = match stage {
            Stage::Hash => OrderReason::TableMove,
            Stage::BadCaptures => OrderReason::BadCapture(see::gain(board, mv)),
            _ if is_capture(board, mv) => OrderReason::GoodCapture(see::gain(board, mv)),
            _ => OrderReason::History(history.rank(board, mv)),
        };
        seam::translate(position, mv).map(|mv| (mv, reason))
    };
    Insight::MoveOrder(ordered_moves(board, known, history).into_iter().filter_map(reason).collect())
}

/// Returns the evaluation by term and square: material and one table per piece type.
fn explanation(board: &Board) -> Explanation {
    let mut terms = [[Weight::default(); 2]; 1 + KINDS];
    for (color, kind, square) in board.pieces() {
        let own = if color == WHITE { square } else { square ^ 56 };
        terms[0][color] = terms[0][color].plus(MATERIAL.get(kind).copied().unwrap_or_default(), 1);
        terms[1 + kind][color] = terms[1 + kind][color].plus(TABLES[kind][own], 1);
    }
    let row = |(name, sides): (&str, [Weight; 2])| {
        seam::tapered_row(name, sides.map(|score| (score.middlegame, score.endgame)))
    };
    let names = ["material", "pawn", "knight", "bishop", "rook", "queen", "king"];
    let worth = |(color, kind, square)| {
        (Square::from_index(square), eval::taper(eval::value(color, kind, square), board.phase))
    };
    let rows = names.into_iter().zip(terms).map(row);
    seam::explanation(eval::taper(board.score, board.phase), rows, board.pieces().map(worth))
}

#[cfg(test)]
mod tests {
    use heirloom_chess::notation::uci;
    use heirloom_engine::Score;

    use super::*;

    use heirloom_testing::cases;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::Index;

    #[test]
    fn chess960_is_rejected() {
        let position = Position::from_fen("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1").unwrap();
        assert_eq!(board_of(&position).err(), Some(EngineError::Unsupported("Chess960")));
    }

    #[test]
    fn replay_keeps_earlier_positions() {
        let line = seam::game(seam::START, "g1f3 g8f6 f3g1 f6g8");
        let (board, keys) = replay(&line).unwrap();
        assert_eq!((keys.len(), keys[0]), (4, board.key));
        assert_eq!(board, board_of(line.position()).unwrap());
    }

    proptest! {
        #![proptest_config(cases(60))]

        // Keys, checks, material, tables and rights must match those of a board set up from the FEN.
        #[test]
        fn moves_update_the_board_incrementally(choices in vec(any::<Index>(), 150)) {
            let mut line = Line::default();
            for choice in choices {
                if line.outcome().is_some() {
                    break;
                }
                let legal = line.position().legal_moves();
                let mv = legal[choice.index(legal.len())];
                let (before, _) = replay(&line).unwrap();
                let own = own_move(&before, &uci::format(line.position(), mv, false)).unwrap();
                line.push(mv).unwrap();
                let (after, position) = (before.after(own), line.position());
                // The FEN omits an en passant capture that would expose the king to check.
                if after.en_passant.is_none() || position.en_passant().is_some() {
                    prop_assert_eq!(after, board_of(position).unwrap(), "{}", position.fen());
                }
            }
        }
    }

    #[test]
    fn the_explanation_adds_up() {
        let board = Board::new(&seam::setup_of(
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        ));
        let explanation = explanation(&board);
        let squares: i32 = explanation.squares.iter().map(|(_, value)| value).sum();
        let Score::Cp(score) = explanation.score else { panic!() };
        // Integer division rounds at each square.
        assert!((squares - score).abs() <= 32, "{squares} {score}");
        let sum = explanation.rows.iter().fold(Weight::default(), |sum, row| {
            let side = |(middlegame, endgame)| Weight { middlegame, endgame };
            sum.plus(side(row.white), 1).plus(side(row.black), -1)
        });
        assert_eq!(sum, board.score);
    }
}
