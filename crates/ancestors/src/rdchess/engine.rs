//! The engine interface of RDChess: options, levels, and search reports.

use web_time::Instant;

use heirloom_chess::{Line, Move as SeamMove, Position as SeamPosition};
use heirloom_engine::option::OptionValue;
use heirloom_engine::{
    BestMove, Engine, EngineError, EngineOption, Explanation, Info, Insight, Limits, Origin, Signals,
};

use super::annotation::{Detail, Source, annotation};
use super::board::{SetupError, Side};
use super::eval::kingpawn::KingPawnTable;
use super::generate::legal_moves;
use super::hash::HashTable;
use super::levels::{self, EqualTime};
use super::moves::Move;
use super::position::Position;
use super::search::{Memory, Permanent, Search, Settings};
use super::{console, insights, perft};
use crate::clock::Clock;
use crate::seam;

/// The possible sizes of the position hash table in MiB. The first is the default.
const HASH_SIZES: [usize; 3] = [24, 48, 96];
const DEFAULT_HASH: usize = HASH_SIZES[0];
/// The king-pawn hash table has 2 to the power of this records: about two MiB.
const KING_PAWN_BITS: u32 = 16;

/// RDChess as an engine.
pub struct RdChess {
    options: Vec<EngineOption>,
    memory: Memory,
    settings: Settings,
    ponders: bool,
    detail: Detail,
    /// True for the level "equal time".
    equal_time: bool,
    used: EqualTime,
    /// The game at the last search: its start and its moves.
    game: (String, Vec<Move>),
    last_annotation: String,
    /// A remark to report at the start of the next search.
    remark: Option<String>,
}

impl RdChess {
    /// Creates the engine with its default options. Fails with [`EngineError::Start`] if there is no memory
    /// for the hash table.
    pub fn new() -> Result<RdChess, EngineError> {
        let hash = HashTable::new(DEFAULT_HASH).map_err(|_| seam::out_of_memory("rdchess"))?;
        let king_pawn = KingPawnTable::new(KING_PAWN_BITS);
        Ok(RdChess {
            options: vec![
                EngineOption::spin("Hash", 24, 24, 96),
                EngineOption::check("Use_Hash", true),
                EngineOption::check("Ponder", false),
                EngineOption::check("Mate_Search", false),
                EngineOption::check("Equal_Time", false),
                EngineOption::spin("Detail_Level", 2, 0, 2),
            ],
            memory: Memory { hash, king_pawn, main_variation: Vec::new() },
            settings: Settings { use_hash: true, mate_search: false, mate: None },
            ponders: false,
            detail: Detail::Level2,
            equal_time: false,
            used: EqualTime::default(),
            game: Default::default(),
            last_annotation: "no move yet".into(),
            remark: None,
        })
    }

    /// Replaces the table by one of the next smaller size. The old one is freed first: both may not fit.
    fn resize(&mut self, wanted: i64) -> Result<(), EngineError> {
        let wanted = usize::try_from(wanted).unwrap_or(DEFAULT_HASH);
        let megabytes = HASH_SIZES.into_iter().rfind(|&size| size <= wanted).unwrap_or(DEFAULT_HASH);
        let refused = |_| seam::invalid("Hash", &wanted.to_string(), "a smaller value (not enough memory)");
        self.remark = (megabytes != wanted).then(|| {
            format!("Hash is {megabytes} MiB: RDChess has tables of 24, 48 and 96 MiB, not of {wanted}")
        });
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

    /// Replays the line and updates the tables with the moves played since the last search.
    fn sync_game(&mut self, line: &Line) -> Result<Position, EngineError> {
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
            // A different game: the old entries are useless.
            self.memory.hash.clear();
            self.memory.main_variation.clear();
        }
        self.game = (start, moves);
        Ok(position)
    }

    fn finish(&mut self, search: Finished, line: &Line, report: &mut dyn FnMut(Info)) -> BestMove {
        let moves = seam::translate_line(line.position(), search.line.iter().map(|mv| mv.text()));
        let (source, origin) = match search {
            Finished { direct: true, .. } => (Source::Direct, Origin::Pondering),
            Finished { only: true, .. } => (Source::OnlyMove, Origin::OnlyMove),
            _ => (Source::Computer, Origin::Searched),
        };
        let use_count = self.memory.hash.use_count;
        self.last_annotation =
            annotation(source, search.side, search.value, &search.statistics, use_count, self.detail);
        report(Info { text: Some(self.last_annotation.clone()), ..Info::default() });
        BestMove {
            best: moves.first().copied(),
            ponder: moves.get(1).copied().filter(|_| self.ponders),
            origin,
            ..BestMove::default()
        }
    }
}

/// The result of a search.
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
        "Rudolf Posch; rebuilt by the Heirloom authors"
    }

    fn options(&self) -> &[EngineOption] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = EngineOption::find(&self.options, name)?;
        match (option.name.as_str(), option.parse(value)?) {
            ("Hash", OptionValue::Spin(megabytes)) => self.resize(megabytes)?,
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

    fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        if let Some(remark) = self.remark.take() {
            report(Info { text: Some(remark), ..Info::default() });
        }
        let position = self.sync_game(line)?;
        let side = position.context.side;
        let mut limits = limits.clone();
        self.used.begin_move(signals.created());
        if self.equal_time && !limits.infinite && !limits.ponder {
            let allowance = self.used.allowance();
            limits.move_time = Some(limits.move_time.map_or(allowance, |time| time.min(allowance)));
        }
        let only = line.position().legal_moves().len() == 1;
        if only && limits.clocks.is_some() && !limits.infinite && !limits.ponder {
            // A single legal move needs no thought.
            limits.depth = Some(1);
        }
        let clock = Clock::new(&limits, line.position().turn(), signals);
        let share = levels::share(&limits, side).filter(|_| limits.ponder);
        let permanent = share.map(|share| Permanent { signals: signals.clone(), share });
        let settings = Settings { mate: limits.mate, ..self.settings };
        let mut search = Search::new(position, &mut self.memory, settings, clock, permanent);
        let allowed = seam::search_moves(&limits, line.position(), false);
        let mut root = search.root_moves();
        root.retain(|root| allowed.is_empty() || allowed.contains(&root.candidate.mv.text()));
        if root.is_empty() {
            return Ok(BestMove::default());
        }
        let insight = signals.wants_insights();
        if insight {
            report(seam::insight(Insight::Evaluation(insights::explanation(&position_of(line.position())?))));
        }
        search.deepen(root, &mut |progress| insights::send(line.position(), progress, insight, report));
        let (direct, statistics) = (search.direct, search.statistics.clone());
        let (line_found, value) = search.best.clone();
        let finished = Finished { line: line_found, value, side, statistics, direct, only };
        self.used.end_move(signals.clock_start().unwrap_or_else(Instant::now), Instant::now());
        if insight {
            for text in insights::describe(&self.memory, &finished.statistics) {
                report(Info { text: Some(text), ..Info::default() });
            }
        }
        Ok(self.finish(finished, line, report))
    }

    fn divide(
        &mut self,
        position: &SeamPosition,
        depth: u32,
        signals: &Signals,
    ) -> Result<Vec<(SeamMove, u64)>, EngineError> {
        let counts = perft::divide(&mut position_of(position)?, depth, &|| signals.is_stopped())
            .ok_or(EngineError::Stopped)?;
        let count = |(mv, leaves): (Move, u64)| Some((seam::translate(position, mv.text())?, leaves));
        Ok(counts.into_iter().filter_map(count).collect())
    }

    fn explain(&mut self, position: &SeamPosition) -> Result<Explanation, EngineError> {
        Ok(insights::explanation(&position_of(position)?))
    }

    fn console(&mut self, line: &Line, command: &str) -> Result<String, EngineError> {
        if command.trim() == "annotation" {
            return Ok(self.last_annotation.clone());
        }
        let (position, _) = replay(line)?;
        console::answer(&position, &self.memory, command).ok_or(EngineError::Unsupported("this command"))
    }
}

/// Replays a line; returns the position and its moves.
fn replay(line: &Line) -> Result<(Position, Vec<Move>), EngineError> {
    let (mut position, mut moves) = (position_of(line.start())?, Vec::new());
    seam::replay(line, false, |text| {
        let mv = legal_moves(&position).all().find(|mv| mv.text() == text)?;
        position.make(mv);
        moves.push(mv);
        Some(())
    })?;
    Ok((position, moves))
}

/// Sets up RDChess's position.
fn position_of(position: &SeamPosition) -> Result<Position, EngineError> {
    Position::from_fen(&seam::fen(position)?).map_err(refuse)
}

fn refuse(error: SetupError) -> EngineError {
    EngineError::Unsupported(match error {
        SetupError::TooManyPieces => "more than sixteen pieces of a side: its piece lists hold no more",
        SetupError::NotFen => "this position",
    })
}

#[cfg(test)]
mod tests;
