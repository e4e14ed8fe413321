//! rofChade behind the seam: options, the game so far, limits, and its news in the words of Heirloom.

use heirloom_chess::{Line, Move as Played, Position};
use heirloom_engine::option::OptionValue;
use heirloom_engine::{BestMove, Engine, EngineError, EngineOption, Explanation, Info, Insight, Limits, Origin, Signals};

use super::board::Board;
use super::hash::Hash;
use super::history::History;
use super::insights;
use super::moves::{self, Move};
use super::search::{MATE, Switches};
use super::threads::{self, Shared, Task, Variation};
use crate::clock::Clock;
use crate::seam;

/// MiB of the table unless asked otherwise.
const DEFAULT_HASH: i64 = 16;

/// rofChade 1.
pub struct RofChade {
    options: Vec<EngineOption>,
    hash: Hash,
    switches: Switches,
    /// What each worker remembers; as many as there are threads.
    team: Vec<History>,
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
        let hash = Hash::new(DEFAULT_HASH as usize).ok_or_else(|| seam::no_memory("rofchade"))?;
        Ok(RofChade { options, hash, switches: Switches::default(), team: vec![History::default()] })
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
                self.hash = Hash::new(megabytes as usize).ok_or_else(|| seam::refused("Hash", value, "less memory"))?;
            }
            ("Threads", OptionValue::Spin(threads)) => self.team.resize_with(threads as usize, History::default),
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
        self.team.fill_with(History::default);
    }

    fn search(&mut self, line: &Line, limits: &Limits, signals: &Signals, report: &mut dyn FnMut(Info)) -> Result<BestMove, EngineError> {
        let position = line.position();
        let (board, keys) = replay(line)?;
        let root = root_moves(&board, position, limits, &self.team[0]);
        if root.is_empty() {
            return Ok(BestMove::default());
        }
        let only_move = root.len() == 1 && limits.clocks.is_some() && !limits.ponder && !limits.infinite;
        let clock = Clock::new(limits, position.turn(), signals);
        self.hash.begin_search();
        // On a busy machine the boss would wait for workers that are not let run to hear the end.
        let workers = if clock.is_short() { 1 } else { self.team.len() };
        let (hash, switches, mate) = (&self.hash, self.switches, limits.mate);
        let shared = Shared::new(Task { hash, switches, board: &board, keys: &keys, root: &root, clock, mate, only_move }, workers);
        let insights = signals.wants_insights();
        if insights {
            report(seam::look(Insight::Evaluation(insights::explanation(&board))));
            report(seam::look(insights::move_order(&board, position, &self.team[0])));
        }
        let mut told = Variation::default();
        let mut tell = |best: &Variation| {
            if best.depth > 0 && *best != told {
                told.clone_from(best);
                report(news(best, &shared, position));
                if insights {
                    insights::figures(&shared).into_iter().for_each(&mut *report);
                }
            }
        };
        let best = threads::search(&shared, &mut self.team[..workers], &mut tell);
        tell(&best);
        Ok(seam::answer(&seam::translate_line(position, &best.moves), Origin::Searched))
    }

    fn divide(&mut self, position: &Position, depth: u32, signals: &Signals) -> Result<Vec<(Played, u64)>, EngineError> {
        let board = board_of(position)?;
        let mut counted = Vec::new();
        for mv in moves::legal(&board) {
            let leaves = moves::perft(&board.after(mv), depth.saturating_sub(1), &|| signals.is_stopped());
            counted.extend(seam::translate(position, mv).map(|mv| (mv, leaves)));
        }
        if signals.is_stopped() { Err(EngineError::Stopped) } else { Ok(counted) }
    }

    fn explain(&mut self, position: &Position) -> Result<Explanation, EngineError> {
        Ok(insights::explanation(&board_of(position)?))
    }
}

/// The own board of a position.
fn board_of(position: &Position) -> Result<Board, EngineError> {
    Ok(Board::new(&seam::setup(position)?))
}

/// The board after all moves of the game, and the keys of the positions before.
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

/// The legal move that a text means.
fn own_move(board: &Board, text: &str) -> Option<Move> {
    moves::legal(board).into_iter().find(|mv| mv.to_string() == text)
}

/// The moves to choose from, in their order.
fn root_moves(board: &Board, position: &Position, limits: &Limits, history: &History) -> Vec<Move> {
    let wanted = seam::wanted(limits, position, false);
    let all = insights::ordered(board, history).into_iter().map(|(mv, _)| mv);
    all.filter(|mv| wanted.is_empty() || wanted.contains(&mv.to_string())).collect()
}

fn news(best: &Variation, shared: &Shared<'_>, position: &Position) -> Info {
    Info {
        depth: Some(best.depth),
        selective_depth: Some(best.selective),
        score: Some(seam::score(best.score, MATE)),
        hashfull: Some(shared.task.hash.fill()),
        pv: seam::translate_line(position, &best.moves),
        ..seam::work(shared.nodes(), shared.task.clock.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use heirloom_chess::notation::uci;

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
        assert_eq!((keys.len(), keys[0]), (4, board.key));
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
                if after.en_passant.is_none() || position.en_passant().is_some() {
                    assert_eq!(after, board_of(position).unwrap(), "{}", position.fen());
                }
            }
        }
    }
}
