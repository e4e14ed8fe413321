//! Roce behind the seam: options, the game replayed on its own board, and what the search tells turned into the words of the seam.

use std::fs::{File, OpenOptions};
use std::io::Write as _;

use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Move as ChessMove, Position, Square, perft as chess_perft};
use heirloom_engine::insight::{HashUse, OrderReason};
use heirloom_engine::option::OptionValue;
use heirloom_engine::{
    BestMove, Engine, EngineError, EngineOption, Explanation, ExplanationRow, Info, Insight, Limits, Origin, Score, Signals,
};

use super::board::{Board, EMPTY, KING, all_squares, name};
use super::console::Desk;
use super::eval::{TERMS, sheet};
use super::hash::Hash;
use super::moves::{self, Move};
use super::order::{BAD_CAPTURE, BEST_BEFORE, GOOD_CAPTURE, Memory, next};
use super::perft;
use super::search::{Found, Search, Settings, plies_to_mate};
use super::tables::{VALUES, placed};
use crate::clock::Clock;

/// MiB of the transposition table unless asked otherwise.
const DEFAULT_HASH: i64 = 16;

/// Roce as an engine.
pub struct Roce {
    options: Vec<EngineOption>,
    hash: Hash,
    settings: Settings,
    log: Option<File>,
    chess960: bool,
}

impl Roce {
    /// A new one with its default options.
    ///
    /// # Errors
    /// [`EngineError::Start`] where there is no memory for the table.
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
        let no_memory = || EngineError::Start { command: "roce".into(), reason: "no memory for the hash table".into() };
        let hash = Hash::new(DEFAULT_HASH as usize).ok_or_else(no_memory)?;
        Ok(Roce { options, hash, settings, log: None, chess960: false })
    }

    /// Another table. The old one goes first: both may not fit.
    fn resize(&mut self, megabytes: usize) -> Result<(), EngineError> {
        let before = self.hash.megabytes();
        let refused = || refused("Hash", &megabytes.to_string(), "less (no memory)");
        self.hash = Hash::new(0).ok_or_else(refused)?;
        let (hash, fits) = match Hash::new(megabytes) {
            Some(hash) => (hash, true),
            None => (Hash::new(before).ok_or_else(refused)?, false),
        };
        self.hash = hash;
        if fits { Ok(()) } else { Err(refused()) }
    }

    /// Adds to a file what it thinks, or to none.
    fn open_log(&mut self, path: &str) -> Result<(), EngineError> {
        self.log = match path.trim() {
            "" => None,
            path => {
                let file = OpenOptions::new().create(true).append(true).open(path);
                Some(file.map_err(|error| refused("Logfile", path, &format!("a file that can be written ({error})")))?)
            }
        };
        Ok(())
    }
}

fn refused(name: &str, value: &str, expected: &str) -> EngineError {
    EngineError::OptionValue { name: name.into(), value: value.into(), expected: expected.into() }
}

fn board_of(position: &Position) -> Result<Board, EngineError> {
    Board::from_fen(&position.shredder_fen()).ok_or(EngineError::Unsupported("this position"))
}

/// Replays a game: the board's stack then knows which positions have been there before.
fn replay(line: &Line) -> Result<Board, EngineError> {
    let mut board = board_of(line.start())?;
    let mut position = line.start().clone();
    for &mv in line.moves() {
        board.make(moves::parse(&board, &uci::format(&position, mv, true)).ok_or(EngineError::Unsupported("this move"))?);
        position.play(mv);
    }
    Ok(board)
}

/// A move in the form of Chess960 means the same in every game.
fn seam_move(position: &Position, mv: Move) -> Option<ChessMove> {
    uci::parse(position, &format!("{mv:#}")).ok()
}

fn seam_line(position: &Position, line: &[Move]) -> Vec<ChessMove> {
    let mut position = position.clone();
    let legal = |mv: &Move| {
        let mv = seam_move(&position, *mv)?;
        position.play(mv);
        Some(mv)
    };
    line.iter().map_while(legal).collect()
}

fn seam_score(score: i32) -> Score {
    match plies_to_mate(score) {
        Some(plies) => Score::Mate((plies + plies.signum()) / 2),
        None => Score::Cp(score),
    }
}

fn news(search: &Search<'_>, found: &Found, signals: &Signals, position: &Position) -> Info {
    let time = signals.created().elapsed();
    Info {
        depth: Some(found.depth as u32),
        selective_depth: Some(search.selective_depth as u32),
        score: Some(seam_score(found.score)),
        nodes: Some(search.nodes),
        nps: Some((search.nodes as f64 / time.as_secs_f64().max(1e-6)) as u64),
        hashfull: Some(search.hash.fill()),
        time: Some(time),
        pv: seam_line(position, &found.line),
        ..Info::default()
    }
}

fn insight(insight: Insight) -> Info {
    Info { insight: Some(Box::new(insight)), ..Info::default() }
}

/// The moves of a position as a search would try them first.
fn move_order(board: &Board, position: &Position, best_known: Option<Move>) -> Insight {
    let memory = Memory::new(1);
    let mut list: Vec<_> = moves::legal(board).into_iter().map(|mv| (memory.rank(board, mv, best_known, 0), mv)).collect();
    let mut order = Vec::new();
    for place in 0..list.len() {
        let Some(mv) = next(&mut list, place) else { break };
        let reason = match list[place].0 {
            BEST_BEFORE => OrderReason::TableMove,
            rank if rank >= GOOD_CAPTURE => OrderReason::GoodCapture((rank - GOOD_CAPTURE + 5) / 10),
            rank if rank < 0 => OrderReason::BadCapture((rank - BAD_CAPTURE) / 10),
            rank => OrderReason::History(rank),
        };
        order.extend(seam_move(position, mv).map(|mv| (mv, reason)));
    }
    Insight::MoveOrder(order)
}

fn explanation(board: &Board) -> Explanation {
    let sheet = sheet(board);
    let pair = |value: [i32; 2]| (value[0], value[1]);
    let rows = TERMS.iter().zip(&sheet.terms);
    let rows = rows.map(|(term, [white, black])| ExplanationRow { term: (*term).into(), white: pair(*white), black: pair(*black) });
    let pieces = all_squares().filter(|&at| board.squares[usize::from(at)] != EMPTY);
    let squares = pieces.filter_map(|at| {
        let piece = board.squares[usize::from(at)];
        let (value, place) = (VALUES[usize::from(piece.unsigned_abs())], placed(piece.abs(), at, piece.signum()));
        let worth = sheet.mixed([value[0] + place[0], value[1] + place[1]]) * i32::from(piece.signum());
        let square: Square = name(at).parse().ok()?;
        Some((square, worth)).filter(|_| piece.abs() <= KING)
    });
    Explanation { score: Score::Cp(sheet.score()), rows: rows.collect(), squares: squares.collect() }
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
            ("Hash", OptionValue::Spin(megabytes)) => self.resize(megabytes as usize)?,
            ("Clear_Hash", _) => self.hash.clear(),
            ("Quiescent_Search", OptionValue::Check(on)) => self.settings.quiescence = on,
            ("Nullmove", OptionValue::Check(on)) => self.settings.null_move = on,
            ("Nullmove_Reduction", OptionValue::Spin(plies)) => self.settings.reduction = plies as i32,
            ("Verify_Nullmove", OptionValue::Check(on)) => self.settings.verify = on,
            ("Logfile", OptionValue::Text(path)) => self.open_log(&path)?,
            ("UCI_Chess960", OptionValue::Check(on)) => self.chess960 = on,
            // The session ponders with whatever move is named as the expected one.
            _ => {}
        }
        if matches!(name.to_ascii_lowercase().as_str(), "quiescent_search" | "nullmove" | "nullmove_reduction" | "verify_nullmove") {
            // What the table says was found by another search.
            self.hash.clear();
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.hash.clear();
    }

    fn search(&mut self, line: &Line, limits: &Limits, signals: &Signals, report: &mut dyn FnMut(Info)) -> Result<BestMove, EngineError> {
        let (board, position) = (replay(line)?, line.position());
        let clock = Clock::new(limits, position.turn(), signals);
        let wanted = |mv: &ChessMove| moves::parse(&board, &uci::format(position, *mv, true));
        let mut root_moves: Vec<Move> = limits.search_moves.iter().filter_map(wanted).collect();
        root_moves.dedup();
        let only_one = limits.clocks.is_some() && moves::legal(&board).len() == 1;
        let listens = signals.wants_insights();
        if listens {
            report(insight(Insight::Evaluation(explanation(&board))));
            let known = self.hash.probe(board.key).and_then(|entry| entry.mv);
            report(insight(move_order(&board, position, known)));
        }
        (self.hash.probes, self.hash.hits) = (0, 0);
        let mut log = self.log.as_ref();
        if let Some(log) = &mut log {
            // A log that cannot be written must not lose a game.
            let _ = writeln!(log, "position {}", board.fen());
        }
        // With one legal move a look at one ply is enough, unless somebody wants to know more than the move.
        let clock = if only_one { Clock::new(&Limits { depth: Some(1), ..limits.clone() }, position.turn(), signals) } else { clock };
        let mut search = Search::new(board, &mut self.hash, self.settings, root_moves, clock);
        let found = search.deepen(&mut |search, found| {
            report(news(search, found, signals, position));
            if listens {
                let (fill, probes, hits) = (search.hash.fill(), search.hash.probes, search.hash.hits);
                report(insight(Insight::Hash(HashUse { fill, probes, hits })));
            }
            if let Some(log) = &mut log {
                let line: Vec<String> = found.line.iter().map(Move::to_string).collect();
                let _ = writeln!(log, "{:>3} {:>6} {:>10} {}", found.depth, found.score, search.nodes, line.join(" "));
            }
        });
        let line = found.map(|found| seam_line(position, &found.line)).unwrap_or_default();
        let origin = if only_one { Origin::OnlyMove } else { Origin::Searched };
        Ok(BestMove { best: line.first().copied(), ponder: line.get(1).copied(), origin })
    }

    fn divide(&mut self, position: &Position, depth: u32, signals: &Signals) -> Result<Vec<(ChessMove, u64)>, EngineError> {
        let counts = perft::divide(&mut board_of(position)?, depth, &|| signals.is_stopped()).ok_or(EngineError::Stopped)?;
        Ok(counts.into_iter().filter_map(|(mv, count)| Some((seam_move(position, mv)?, count))).collect())
    }

    fn explain(&mut self, position: &Position) -> Result<Explanation, EngineError> {
        Ok(explanation(&board_of(position)?))
    }

    fn console(&mut self, line: &Line, command: &str) -> Result<String, EngineError> {
        let board = replay(line)?;
        let best_known = self.hash.probe(board.key).and_then(|entry| entry.mv);
        let mut desk = Desk { board, chess960: self.chess960, best_known, suite: chess_perft::suite::BUILT_IN };
        desk.answer(command).ok_or(EngineError::Unsupported("this command"))
    }
}

/// A clock that allows so many plies, for the tests of the search.
#[cfg(test)]
pub(super) fn clock_of_depth(depth: u32) -> Clock {
    Clock::new(&Limits::depth(depth), heirloom_chess::Color::White, &Signals::new())
}

#[cfg(test)]
mod tests {
    use heirloom_chess::chess960;

    use super::*;

    fn roce() -> Roce {
        Roce::new().expect("memory")
    }

    #[test]
    fn chess960_is_counted_on_the_own_board() {
        let on = || false;
        let starts = [0, 1, 87, 261, 344, 518, 777, 958, 959].map(|number| chess960::start_position(number).expect("a number"));
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
                let found = perft::perft(&mut board_of(position).expect("a board"), depth, &on);
                assert_eq!(found, Some(expected), "{depth} plies of {}", position.shredder_fen());
            }
        }
    }

    #[test]
    fn a_game_of_chess960_is_played_to_its_end() {
        let mut engine = roce();
        for number in [4, 500, 901] {
            let mut line = Line::new(chess960::start_position(number).expect("a number"));
            while line.outcome().is_none() && line.moves().len() < 120 {
                let best = engine.search(&line, &Limits::nodes(300), &Signals::new(), &mut |_| {}).expect("no error");
                line.push(best.best.expect("a move")).expect("a legal move");
            }
            assert!(line.moves().len() > 20);
            let own = replay(&line).expect("a board");
            assert_eq!(own.key, board_of(line.position()).expect("a board").key);
        }
    }

    #[test]
    fn the_built_in_suite_is_counted_right() {
        let mut engine = roce();
        let mut tell = |command: &str| engine.console(&Line::default(), command).expect("an answer");
        let told = tell("testmovegen");
        assert!(told.ends_with(" 0 wrong\n") && told.lines().count() == 1, "{told}");
        assert!(tell("testmovegen no-such-file").starts_with("cannot read"));
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
        assert_eq!(engine.settings, Settings { quiescence: false, null_move: false, reduction: 4, verify: true });
        assert_eq!((engine.hash.megabytes(), engine.chess960), (2, true));
        assert!(engine.set_option("Logfile", "/no/such/folder/log").is_err());
    }

    #[test]
    fn what_it_remembers_can_be_cleared() {
        let mut engine = roce();
        let nodes = |engine: &mut Roce| {
            let mut nodes = 0;
            let mut hear = |info: Info| nodes = info.nodes.unwrap_or(nodes);
            engine.search(&Line::default(), &Limits::depth(6), &Signals::new(), &mut hear).expect("no error");
            nodes
        };
        let first = nodes(&mut engine);
        let again = nodes(&mut engine);
        engine.set_option("Clear_Hash", "").expect("no error");
        let cleared = nodes(&mut engine);
        assert!(again < first && cleared == first, "{first} nodes, {again} with what was known, {cleared} cleared");
    }

    #[test]
    fn the_log_tells_of_each_iteration() {
        let path = std::env::temp_dir().join(format!("roce-{}.log", std::process::id()));
        let mut engine = roce();
        engine.set_option("Logfile", &path.display().to_string()).expect("no error");
        engine.search(&Line::default(), &Limits::depth(3), &Signals::new(), &mut |_| {}).expect("no error");
        let text = std::fs::read_to_string(&path).expect("a log");
        std::fs::remove_file(&path).expect("removed");
        assert!(text.starts_with("position rnbqkbnr/") && text.lines().count() == 4, "{text}");
    }

    #[test]
    fn insights_are_told_to_those_who_listen() {
        let (signals, mut kinds) = (Signals::new(), Vec::new());
        signals.want_insights();
        let mut hear = |info: Info| {
            kinds.extend(info.insight.map(|insight| match *insight {
                Insight::Evaluation(explanation) => format!("evaluation of {} squares", explanation.squares.len()),
                Insight::MoveOrder(order) => format!("{} moves", order.len()),
                Insight::Hash(hash) => format!("hash {}", hash.probes > hash.hits),
                other => format!("{other:?}"),
            }));
        };
        roce().search(&Line::default(), &Limits::depth(2), &signals, &mut hear).expect("no error");
        assert_eq!(kinds, ["evaluation of 32 squares", "20 moves", "hash true", "hash true"]);
    }
}
