//! The engine interface of Roce: its options, the game replayed on its own board, and its search reports.

use heirloom_chess::{Line, Move as ChessMove, Position, perft as chess_perft};
use heirloom_engine::insight::HashUse;
use heirloom_engine::option::OptionValue;
use heirloom_engine::{
    BestMove, Engine, EngineError, EngineOption, Explanation, Info, Insight, Limits, Origin, Signals,
};

use super::board::Board;
use super::console::Console;
use super::deepening::Iteration;
use super::hash::Hash;
use super::log::Log;
use super::moves::{self, Move};
use super::search::{MATE, Search, Settings};
use super::{insights, perft};
use crate::clock::Clock;
use crate::seam;

/// The default size of the transposition table in MiB.
const DEFAULT_HASH: i64 = 16;

/// Roce as an engine.
pub struct Roce {
    options: Vec<EngineOption>,
    hash: Hash,
    settings: Settings,
    log: Option<Log>,
    chess960: bool,
}

impl Roce {
    /// Creates the engine with its default options. Fails with [`EngineError::Start`] if there is no memory
    /// for the table.
    pub fn new() -> Result<Roce, EngineError> {
        let settings = Settings::default();
        let options = vec![
            EngineOption::spin("Hash", DEFAULT_HASH, 1, 1024),
            EngineOption::button("Clear_Hash"),
            EngineOption::check("Ponder", false),
            EngineOption::check("Quiescent_Search", settings.quiescence),
            EngineOption::check("Nullmove", settings.null_move),
            EngineOption::spin("Nullmove_Reduction", i64::from(settings.reduction), 0, 4),
            EngineOption::check("Verify_Nullmove", settings.verify),
            EngineOption::text("Logfile", ""),
            EngineOption::check("UCI_Chess960", false),
        ];
        let hash = Hash::new(DEFAULT_HASH as usize).ok_or_else(|| seam::out_of_memory("roce"))?;
        Ok(Roce { options, hash, settings, log: None, chess960: false })
    }
}

/// Returns the FEN as the console and the log write it.
fn fen_of(position: &Position) -> String {
    if position.is_chess960() { position.shredder_fen() } else { position.fen() }
}

fn board_of(position: &Position) -> Board {
    Board::new(&position.into())
}

/// Replays a game, so that the board's stack holds the earlier positions.
fn replay(line: &Line) -> Result<Board, EngineError> {
    let mut board = board_of(line.start());
    seam::replay(line, true, |text| {
        let own = moves::parse(&board, text)?;
        board.make(own);
        Some(())
    })?;
    Ok(board)
}

/// Translates a line. Moves are written in Chess960 form, which is valid in every game.
fn to_seam_line(position: &Position, line: &[Move]) -> Vec<ChessMove> {
    seam::translate_line(position, line.iter().map(|mv| format!("{mv:#}")))
}

fn info(search: &Search<'_>, found: &Iteration, signals: &Signals, position: &Position) -> Info {
    Info {
        depth: Some(found.depth as u32),
        selective_depth: Some(search.selective_depth as u32),
        score: Some(seam::score(found.score, MATE)),
        hashfull: Some(search.hash.fill()),
        pv: to_seam_line(position, &found.line),
        ..seam::node_info(search.nodes, signals.created().elapsed())
    }
}

impl Engine for Roce {
    fn name(&self) -> &str {
        "Roce"
    }

    fn author(&self) -> &str {
        "Roman Hartmann; rebuilt by the Heirloom authors"
    }

    fn options(&self) -> &[EngineOption] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = EngineOption::find(&self.options, name)?;
        match (option.name.as_str(), option.parse(value)?) {
            ("Hash", OptionValue::Spin(megabytes)) => {
                self.hash = Hash::new(megabytes as usize)
                    .ok_or_else(|| seam::invalid("Hash", value, "a smaller value (not enough memory)"))?;
            }
            ("Quiescent_Search", OptionValue::Check(on)) => self.settings.quiescence = on,
            ("Nullmove", OptionValue::Check(on)) => self.settings.null_move = on,
            ("Nullmove_Reduction", OptionValue::Spin(plies)) => self.settings.reduction = plies as i32,
            ("Verify_Nullmove", OptionValue::Check(on)) => self.settings.verify = on,
            ("Logfile", OptionValue::Text(path)) => self.log = Log::open(&path)?,
            ("UCI_Chess960", OptionValue::Check(on)) => self.chess960 = on,
            // `Ponder` needs no action: the session ponders on the move reported as expected.
            _ => {}
        }
        // The table's entries come from a search with other options.
        self.hash.clear();
        Ok(())
    }

    fn new_game(&mut self) {
        self.hash.clear();
    }

    fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        let (board, position) = (replay(line)?, line.position());
        let texts = seam::search_moves(limits, position, true);
        let mut root_moves: Vec<Move> = texts.iter().filter_map(|text| moves::parse(&board, text)).collect();
        root_moves.dedup();
        let only_one = limits.clocks.is_some() && moves::legal(&board).len() == 1;
        let wants_insights = signals.wants_insights();
        if wants_insights {
            report(seam::insight(Insight::Evaluation(insights::explanation(&board))));
        }
        (self.hash.probes, self.hash.hits) = (0, 0);
        let mut log = self.log.as_mut();
        if let Some(log) = &mut log {
            log.position(&fen_of(position));
        }
        // With one legal move a search of one ply is enough.
        let depth = if only_one { Some(1) } else { limits.depth };
        let clock = Clock::new(&Limits { depth, ..limits.clone() }, position.turn(), signals);
        let root = board.clone();
        let mut search = Search::new(board, &mut self.hash, self.settings, root_moves, clock);
        let found = search.deepen(&mut |search, found| {
            report(info(search, found, signals, position));
            if wants_insights {
                let (fill, probes, hits) = (search.hash.fill(), search.hash.probes, search.hash.hits);
                report(seam::insight(Insight::Hash(HashUse { fill, probes, hits })));
                let known = search.hash.peek(root.key).and_then(|entry| entry.mv);
                report(seam::insight(insights::move_order(&root, position, known)));
            }
            if let Some(log) = &mut log {
                log.iteration(found, search.nodes);
            }
        });
        let line = found.map(|found| to_seam_line(position, &found.line)).unwrap_or_default();
        let origin = if only_one { Origin::OnlyMove } else { Origin::Searched };
        Ok(seam::best_move(&line, origin))
    }

    fn divide(
        &mut self,
        position: &Position,
        depth: u32,
        signals: &Signals,
    ) -> Result<Vec<(ChessMove, u64)>, EngineError> {
        let counts = perft::divide(&mut board_of(position), depth, &|| signals.is_stopped())
            .ok_or(EngineError::Stopped)?;
        let count = |(mv, count)| Some((seam::translate(position, format!("{mv:#}"))?, count));
        Ok(counts.into_iter().filter_map(count).collect())
    }

    fn explain(&mut self, position: &Position) -> Result<Explanation, EngineError> {
        Ok(insights::explanation(&board_of(position)))
    }

    fn console(&mut self, line: &Line, command: &str) -> Result<String, EngineError> {
        let board = replay(line)?;
        let hash_move = self.hash.probe(board.key).and_then(|entry| entry.mv);
        let (fen, chess960) = (fen_of(line.position()), self.chess960 || line.position().is_chess960());
        let console = Console { board, fen, chess960, hash_move, suite: chess_perft::suite::BUILT_IN };
        console.answer(command).ok_or(EngineError::Unsupported("this command"))
    }
}

#[cfg(test)]
mod tests {
    use heirloom_chess::chess960;

    use super::*;

    fn roce() -> Roce {
        Roce::new().expect("memory")
    }

    #[test]
    fn chess960_perft_is_correct() {
        let never = || false;
        let starts = [0, 1, 87, 261, 344, 518, 777, 958, 959]
            .map(|number| chess960::start_position(number).expect("a number"));
        let castling = [
            "k3r2r/8/8/8/8/8/8/1RK4R w HB - 0 1",
            "1r1k2r1/8/8/8/8/8/3p4/1R1K2R1 b GBgb - 0 1",
            "4k3/8/8/8/8/8/8/qR1K3R w HB - 0 1",
            "2r1kr2/8/8/8/8/8/8/RK1R4 w DAfc - 0 1",
            "rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1",
            "6k1/8/8/8/8/8/8/qRK5 w B - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ]
        .map(|fen| Position::from_fen(fen).expect("no error"));
        for position in starts.iter().chain(&castling) {
            for depth in 1..=3 {
                let expected = chess_perft::perft(position, depth);
                let found = perft::perft(&mut board_of(position), depth, &never);
                assert_eq!(found, Some(expected), "{depth} plies of {}", position.shredder_fen());
            }
        }
    }

    #[test]
    fn chess960_games_are_played() {
        let mut engine = roce();
        for number in [4, 500, 901] {
            let mut line = Line::new(chess960::start_position(number).expect("a number"));
            while line.outcome().is_none() && line.moves().len() < 120 {
                let best = engine
                    .search(&line, &Limits::nodes(300), &Signals::new(), &mut |_| {})
                    .expect("no error");
                line.push(best.best.expect("a move")).expect("a legal move");
                let (own, position) = (replay(&line).expect("a board"), line.position());
                // The FEN omits an en passant capture that would expose the king to check.
                if own.en_passant == 0 || position.en_passant().is_some() {
                    assert_eq!(own.key, board_of(position).key, "{}", position.fen());
                }
            }
            assert!(line.moves().len() > 20);
        }
    }

    #[test]
    fn the_built_in_suite_passes() {
        let mut engine = roce();
        let mut run = |command: &str| engine.console(&Line::default(), command).expect("an answer");
        let output = run("testmovegen");
        assert!(output.ends_with(" 0 wrong\n") && output.lines().count() == 1, "{output}");
        assert!(run("testmovegen no-such-file").starts_with("cannot read"));
        assert!(engine.console(&Line::default(), "quit").is_err());
    }

    #[test]
    fn options_reach_the_search() {
        let mut engine = roce();
        for (name, value) in [
            ("Quiescent_Search", "false"),
            ("Nullmove", "false"),
            ("Nullmove_Reduction", "4"),
            ("Verify_Nullmove", "true"),
            ("Hash", "2"),
            ("UCI_Chess960", "true"),
        ] {
            assert_eq!(engine.set_option(name, value), Ok(()), "{name}");
        }
        let expected = Settings { quiescence: false, null_move: false, reduction: 4, verify: true };
        assert_eq!((engine.settings, engine.chess960), (expected, true));
        assert!(engine.set_option("Logfile", "/no/such/folder/log").is_err());
    }

    #[test]
    fn the_hash_table_can_be_cleared() {
        let mut engine = roce();
        let nodes = |engine: &mut Roce| {
            let mut nodes = 0;
            let mut sink = |info: Info| nodes = info.nodes.unwrap_or(nodes);
            engine.search(&Line::default(), &Limits::depth(6), &Signals::new(), &mut sink).expect("no error");
            nodes
        };
        let first = nodes(&mut engine);
        let again = nodes(&mut engine);
        engine.set_option("Clear_Hash", "").expect("no error");
        let cleared = nodes(&mut engine);
        assert_eq!(cleared, first);
        assert!(again < first, "{first} nodes, {again} with what was known");
    }

    #[test]
    fn insights_are_reported_on_request() {
        let (signals, mut kinds) = (Signals::new(), Vec::new());
        signals.want_insights();
        let mut sink = |info: Info| {
            kinds.extend(info.insight.map(|insight| match *insight {
                Insight::Evaluation(explanation) => {
                    format!("evaluation of {} squares", explanation.squares.len())
                }
                Insight::MoveOrder(order) => format!("{} moves", order.len()),
                Insight::Hash(hash) => format!("hash {}", hash.probes > hash.hits),
                other => format!("{other:?}"),
            }));
        };
        roce().search(&Line::default(), &Limits::depth(2), &signals, &mut sink).expect("no error");
        assert_eq!(kinds, ["evaluation of 32 squares", "hash true", "20 moves", "hash true", "20 moves"]);
    }
}
