//! The engine interface of Rajah: options, and the translation of lines and moves.

use heirloom_chess::{Line, Move as SeamMove, Position};
use heirloom_engine::insight::{HashUse, RootEffort};
use heirloom_engine::option::OptionValue;
use heirloom_engine::{
    BestMove, Engine, EngineError, EngineOption, Explanation, Info, Insight, Limits, Origin, Signals,
};

use crate::clock::Clock;
use crate::seam::{self, Exit};

use super::board::{BLACK, Board, EMPTY, KIND, VALUE, WHITE, square_name};
use super::deepening::{Progress, RootMove};
use super::eval;
use super::hash::Table;
use super::score::MATE;
use super::search::Search;
use super::settings::Settings;

/// The default size of the transposition table in MiB.
const DEFAULT_HASH: i64 = 16;

/// Rajah as an engine.
pub struct Rajah {
    options: Vec<EngineOption>,
    table: Table,
    settings: Settings,
}

impl Rajah {
    /// Creates the engine with its default options. Fails with [`EngineError::Start`] if there is no memory
    /// for the table.
    pub fn create() -> Result<Box<dyn Engine>, EngineError> {
        let mut options =
            vec![EngineOption::spin("Hash", DEFAULT_HASH, 1, 65536), EngineOption::button("Clear Hash")];
        let mut settings = Settings::ALL;
        options.extend(settings.switches().map(|(name, is_on)| EngineOption::check(name, *is_on)));
        let table = Table::new(DEFAULT_HASH as usize).ok_or_else(|| seam::out_of_memory("rajah"))?;
        Ok(Box::new(Rajah { options, table, settings }))
    }
}

impl Engine for Rajah {
    fn name(&self) -> &str {
        "Rajah"
    }

    fn author(&self) -> &str {
        "Valavan Manohararajah; rebuilt by the Heirloom authors"
    }

    fn options(&self) -> &[EngineOption] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = EngineOption::find(&self.options, name)?;
        match (option.name.as_str(), option.parse(value)?) {
            ("Hash", OptionValue::Spin(megabytes)) => {
                self.table = Table::new(megabytes as usize)
                    .ok_or_else(|| seam::invalid("Hash", value, "a smaller value (not enough memory)"))?;
            }
            (name, OptionValue::Check(on)) => {
                let mut switches = self.settings.switches().into_iter();
                switches.find(|(known, _)| *known == name).into_iter().for_each(|(_, switch)| *switch = on);
            }
            _ => self.table.clear(),
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.table.clear();
    }

    fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        let mut board = replay(line)?;
        let position = line.position();
        let clock = Clock::new(limits, position.turn(), signals);
        let mut moves = board.legal_moves();
        let allowed = seam::search_moves(limits, position, false);
        moves.retain(|mv| allowed.is_empty() || allowed.contains(&mv.to_string()));
        let insights = signals.wants_insights();
        if insights {
            report(seam::insight(Insight::Evaluation(explanation(&board))));
        }
        let mut search = Search::new(board, &mut self.table, clock, self.settings);
        let best_line = search.deepen(&moves, limits.mate, &mut |progress| {
            report(info(position, progress));
            if insights && progress.complete {
                insights_of(position, progress).into_iter().for_each(|look| report(seam::insight(look)));
            }
        });
        Ok(seam::best_move(&seam::translate_line(position, &best_line), Origin::Searched))
    }

    fn divide(
        &mut self,
        position: &Position,
        depth: u32,
        signals: &Signals,
    ) -> Result<Vec<(SeamMove, u64)>, EngineError> {
        let mut board = board_of(position)?;
        let mut counts = Vec::new();
        for mv in board.legal_moves() {
            board.play(mv);
            let leaves = board.perft(depth.saturating_sub(1), &|| signals.is_stopped());
            board.undo(mv);
            counts.extend(seam::translate(position, mv).map(|mv| (mv, leaves)));
        }
        if signals.is_stopped() { Err(EngineError::Stopped) } else { Ok(counts) }
    }

    fn explain(&mut self, position: &Position) -> Result<Explanation, EngineError> {
        Ok(explanation(&board_of(position)?))
    }
}

/// Sets up Rajah's board.
fn board_of(position: &Position) -> Result<Board, EngineError> {
    Ok(Board::new(&seam::setup(position)?))
}

/// Replays a line on Rajah's board, so that repetitions are detected.
fn replay(line: &Line) -> Result<Board, EngineError> {
    let mut board = board_of(line.start())?;
    seam::replay(line, false, |text| {
        let own = board.find(text)?;
        board.play(own);
        Some(())
    })?;
    Ok(board)
}

fn info(position: &Position, progress: &Progress<'_, '_>) -> Info {
    let search = progress.search;
    Info {
        depth: Some(progress.depth as u32),
        selective_depth: Some(search.selective_depth as u32),
        score: Some(seam::score(progress.score, MATE)),
        hashfull: Some(search.table.fill()),
        pv: seam::translate_line(position, progress.line),
        ..seam::node_info(search.nodes, search.clock.elapsed())
    }
}

fn insights_of(position: &Position, progress: &Progress<'_, '_>) -> [Insight; 3] {
    let table = &*progress.search.table;
    let effort = |root: &RootMove| {
        let score = root.score.map(|score| seam::score(score, MATE));
        Some(RootEffort { mv: seam::translate(position, root.mv)?, nodes: root.nodes, score })
    };
    let efforts = progress.root_moves.iter().filter_map(effort);
    [
        Insight::Hash(HashUse { fill: table.fill(), probes: table.probes, hits: table.hits }),
        Insight::RootEffort(efforts.collect()),
        Insight::Exits(
            Exit::ALL.iter().copied().zip(progress.search.exits).filter(|(_, count)| *count > 0).collect(),
        ),
    ]
}

/// Returns the evaluation by term and each piece's material. Both columns are equal, as Rajah has no phases.
fn explanation(board: &Board) -> Explanation {
    let (white, black) = (eval::terms(board, WHITE), eval::terms(board, BLACK));
    let rows =
        eval::NAMES.iter().enumerate().map(|(term, name)| seam::term_row(name, white[term], black[term]));
    let pieces = board.pieces(WHITE).iter().chain(board.pieces(BLACK));
    let squares = pieces.filter_map(|&square| {
        let piece = board.squares[usize::from(square)];
        let value = if piece & KIND == super::board::KING { 0 } else { VALUE[usize::from(piece & KIND)] };
        let sign = if piece & WHITE != EMPTY { 1 } else { -1 };
        Some((square_name(square).parse().ok()?, sign * value))
    });
    seam::explanation(eval::board_score(board, &white, &black), rows, squares)
}

#[cfg(test)]
mod tests {
    use heirloom_chess::notation::uci;
    use heirloom_engine::Score;

    use super::*;

    fn search(line: &Line, depth: u32) -> Result<(BestMove, Vec<Info>), EngineError> {
        let (mut engine, mut infos) = (Rajah::create()?, Vec::new());
        let signals = Signals::new();
        signals.want_insights();
        let best = engine.search(line, &Limits::depth(depth), &signals, &mut |info| infos.push(info))?;
        Ok((best, infos))
    }

    #[test]
    fn repetitions_include_the_game() {
        // A rook down, Black prefers to repeat: the position after Kh7 has occurred before.
        let fen = "7k/8/8/8/8/8/5R2/5RK1 w - - 0 1";
        let shuffled = seam::game(fen, "f2f3 h8h7 f3f2 h7h8 f2f3");
        let repeats = replay(&shuffled).map(|mut board| {
            board.play(board.clone().find("h8h7").expect("a move"));
            board.is_repeated()
        });
        assert_eq!(repeats, Ok(true));
        let (best, infos) = search(&shuffled, 1).expect("no error");
        assert_eq!(best.best, uci::parse(shuffled.position(), "h8h7").ok());
        assert_eq!(infos.iter().rev().find_map(|info| info.score), Some(Score::Cp(0)));
    }

    #[test]
    fn crowded_boards_are_searched_and_chess960_rejected() {
        let crowded = seam::game("k7/pp6/2QQQQQQ/2QQQQQQ/2QQQQQQ/2QQQQQQ/2QQQQQQ/K1QQQQQQ w - - 0 1", "");
        assert!(search(&crowded, 3).expect("no error").0.best.is_some());
        let chess960 = seam::game("1rk5/8/8/8/8/8/8/1RK5 w Bb - 0 1", "");
        assert_eq!(search(&chess960, 1).map(|(best, _)| best), Err(EngineError::Unsupported("Chess960")));
    }

    #[test]
    fn insights_and_explanation_agree_with_the_search() {
        let (_, infos) = search(&Line::default(), 4).expect("no error");
        let looks: Vec<&Insight> = infos.iter().filter_map(|info| info.insight.as_deref()).collect();
        let exits =
            |look: &&Insight| if let Insight::Exits(exits) = look { Some(exits.clone()) } else { None };
        let exits = looks.iter().rev().find_map(exits);
        let seen: Vec<Exit> = exits.expect("exits").iter().map(|(exit, _)| *exit).collect();
        let [first, later, none] = [Exit::FirstMove, Exit::LaterMove, Exit::NoCutoff];
        let quiet = [Exit::QuietTable, Exit::StandPat, Exit::QuietMove, Exit::QuietNoCutoff];
        let expected = [Exit::Table, Exit::NullMove, first, later, none].into_iter().chain(quiet);
        assert!(expected.into_iter().all(|exit| seen.contains(&exit)), "{seen:?}");
        let explanation = explanation(&Board::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
        let sum: i32 = explanation.rows.iter().map(|row| row.white.0 - row.black.0).sum();
        assert_eq!(explanation.score, Score::Cp(sum));
        assert_eq!(explanation.squares.iter().map(|(_, value)| value).sum::<i32>(), 100);
    }
}
