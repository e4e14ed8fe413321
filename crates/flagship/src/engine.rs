//! The flagship as an [`Engine`]: holds the options and searches with them.

mod options;

use std::path::Path;
use std::sync::Arc;

use heirloom_chess::{Line, Move, Position, perft};
use heirloom_engine::{
    BenchProgress, BenchResult, BenchWork, BestMove, Engine, EngineError, EngineOption, Explanation, Info,
    Limits, Score, Signals, Wdl,
};
use heirloom_tablebase::Tablebases;

use crate::bench;
use crate::eval::classical::{endings, trace};
use crate::eval::nnue::network::Network;
use crate::eval::nnue::{explain, nets};
use crate::levels::Strength;
use crate::levels::persona::Persona;
use crate::levels::state::LevelState;
use crate::outcome;
use crate::params::Values;
use crate::score;
use crate::search::memory::Memory;
use crate::search::tablebase::{ProbeOptions, Probing};
use crate::search::{SearchResult, SearchSettings, Task};
use crate::style::Style;
use crate::threads::{self, pool::Pool};
use crate::time::nodes::NodeClock;
use crate::time::{Budget, TimeContext, Timer};
use crate::tt::TranspositionTable;

/// Heirloom's own engine.
pub struct Flagship {
    name: &'static str,
    options: Vec<EngineOption>,
    table: Arc<TranspositionTable>,
    /// The memory of the main worker, which runs on the caller's thread.
    memory: Memory,
    pool: Pool,
    multipv: usize,
    overhead_ms: i64,
    /// The net that was loaded, or the built-in one.
    network: Arc<Network>,
    /// The file of the net; empty for the built-in one.
    net_file: String,
    /// Whether the net evaluates positions rather than the classical evaluation.
    uses_net: bool,
    tablebases: Option<Arc<Tablebases>>,
    probing: ProbeOptions,
    /// A text that the next search reports first.
    remark: Option<String>,
    values: Values,
    ponders: bool,
    /// Whether +1.00 means a 50% chance to win rather than one pawn of the evaluation.
    normalizes: bool,
    /// Whether the raw score of the evaluation is reported as text after each move, for match programs that
    /// put it into the PGN.
    pgn_comments: bool,
    /// The clock in nodes, if `nodestime` is set.
    node_clock: NodeClock,
    strength: Strength,
    persona: Persona,
    /// The state of a level, once one has been played.
    level_state: Option<Box<LevelState>>,
}

impl Flagship {
    /// Creates an engine with the default options. Fails with [`EngineError::Start`] if there is no memory
    /// for the smallest table, or if the built-in net is invalid.
    pub fn new() -> Result<Flagship, EngineError> {
        endings::prepare();
        let options = options::all();
        let start = |reason: String| EngineError::Start { command: "heirloom".into(), reason };
        let table = TranspositionTable::new(options::DEFAULT_HASH as usize)
            .map_err(|error| start(error.to_string()))?;
        let (table, memory, pool) = (Arc::new(table), Memory::default(), Pool::default());
        let (tablebases, probing, remark) = (None, ProbeOptions::default(), None);
        let (values, network) = (Values::default(), nets::embedded().map_err(start)?);
        Ok(Flagship {
            name: concat!("Heirloom ", env!("CARGO_PKG_VERSION")),
            options,
            table,
            memory,
            pool,
            multipv: 1,
            overhead_ms: 10,
            network,
            net_file: String::new(),
            uses_net: true,
            tablebases,
            probing,
            remark,
            values,
            ponders: false,
            normalizes: true,
            pgn_comments: false,
            node_clock: NodeClock::default(),
            strength: Strength::default(),
            persona: Persona::default(),
            level_state: None,
        })
    }

    /// Returns the engine under another name, such as one with the commit.
    #[must_use]
    pub fn named(self, name: &'static str) -> Flagship {
        Flagship { name, ..self }
    }

    /// Returns the net if it is the one that evaluates.
    fn active_net(&self) -> Option<&Arc<Network>> {
        self.uses_net.then_some(&self.network)
    }

    /// Returns the style of a search at full strength: none in analysis. A level has its own use for it.
    fn style(&self) -> Style {
        let plays = !self.strength.is_analyzing() && self.strength.elo().is_none();
        if plays { self.persona.style } else { Style::default() }
    }

    /// Returns the model that turns scores into chances.
    fn model(&self) -> outcome::Model {
        if self.uses_net { outcome::NET } else { outcome::CLASSICAL }
    }

    /// Searches on the caller's thread alone without reporting anything, which makes the small searches of
    /// self-play much cheaper. Returns `None` if there is no legal move. Ignores time limits, tablebases and
    /// levels.
    pub fn search_silently(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
    ) -> Option<SilentResult> {
        let (network, values) = (self.active_net().cloned(), self.values.clone());
        let settings = SearchSettings { network, values, silent: true, ..SearchSettings::default() };
        let task = Task { line, limits, signals, timer: Timer::start(None, signals), settings };
        let found = threads::search_silently(&self.table, &mut self.memory, task)?;
        let (mv, score) = (found.mv()?, score::to_reported(found.score));
        let model = if self.uses_net { outcome::SELF_PLAY } else { outcome::CLASSICAL };
        let wdl = model.wdl(score, outcome::material(line.position()));
        let SearchResult { failed_high: is_bound, depth, nodes, .. } = found;
        Some(SilentResult { mv, score, is_bound, wdl, depth, nodes })
    }
}

/// The result of a silent search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SilentResult {
    /// The move to play.
    pub mv: Move,
    /// Its score in raw centipawns from the view of the side to move.
    pub score: Score,
    /// Whether the score is only a lower bound.
    pub is_bound: bool,
    /// The chances from the view of the side to move in a game with as few nodes.
    pub wdl: Wdl,
    /// The depth of the last completed iteration, in plies.
    pub depth: i32,
    /// Nodes visited.
    pub nodes: u64,
}

impl Engine for Flagship {
    fn name(&self) -> &str {
        self.name
    }

    fn author(&self) -> &str {
        "the Heirloom authors"
    }

    fn options(&self) -> &[EngineOption] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.set(name, value)
    }

    fn new_game(&mut self) {
        self.pool.clear(&self.table, &mut self.memory);
        self.node_clock.new_game();
        self.level_state.iter_mut().for_each(|level_state| level_state.new_game());
    }

    fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        self.values.install();
        let (turn, overhead_ms, ponders) = (line.position().turn(), self.overhead_ms, self.ponders);
        let context = TimeContext { turn, overhead_ms, ponders };
        let requested = limits;
        let node_limits = self.node_clock.limits(limits, context);
        let limits = node_limits.as_ref().unwrap_or(limits);
        let budget = Budget::new(limits, context);
        let timer = Timer::start(budget, signals);
        if let Some(remark) = self.remark.take() {
            report(Info { text: Some(remark), ..Info::default() });
        }
        let before = self.tablebases.as_ref().and_then(|tables| tables.first_error()).is_some();
        let probing =
            |tables: &Arc<_>| Arc::new(Probing::new(Arc::clone(tables), self.probing, line, limits));
        let tablebases = self.tablebases.as_ref().map(probing);
        let (network, values) = (self.active_net().cloned(), self.values.clone());
        let settings = SearchSettings {
            multipv: self.multipv,
            network,
            tablebases,
            values,
            style: self.style(),
            ..SearchSettings::default()
        };
        let task = Task { line, limits, signals, timer, settings };
        let model = self.model();
        let (material, normalizes) = (outcome::material(line.position()), self.normalizes);
        let (mut raw, mut nodes) = (None, 0);
        let mut interpret = |mut info: Info| {
            raw = info.score.filter(|_| info.multipv.unwrap_or(1) == 1).or(raw);
            nodes = info.nodes.unwrap_or(nodes);
            model.interpret(&mut info, material, normalizes);
            report(info);
        };
        // Finding a mate takes full strength.
        let level = self.strength.level().filter(|_| limits.mate.is_none());
        let best = match level {
            None => threads::search(&self.table, &mut self.memory, &mut self.pool, task, &mut interpret),
            Some(level) => LevelState::get_or_new(&mut self.level_state)?.search(
                level,
                &self.persona,
                task,
                &mut interpret,
            ),
        };
        self.node_clock.spend(requested, context.turn, nodes);
        if let Some(raw) = raw.filter(|_| self.pgn_comments) {
            report(Info { text: Some(format!("pgncomment raw {:+}", raw.centipawns())), ..Info::default() });
        }
        let trouble = self.tablebases.as_ref().and_then(|tables| tables.first_error());
        if let Some(trouble) = trouble.filter(|_| !before) {
            report(Info { text: Some(trouble.into()), warning: true, ..Info::default() });
        }
        Ok(best)
    }

    fn divide(
        &mut self,
        position: &Position,
        depth: u32,
        signals: &Signals,
    ) -> Result<Vec<(Move, u64)>, EngineError> {
        perft::divide(position, depth, &perft::Options::default(), &|| signals.is_stopped())
            .map_err(|_| EngineError::Stopped)
    }

    fn explain(&mut self, position: &Position) -> Result<Explanation, EngineError> {
        let mut explanation = match self.active_net() {
            Some(network) => explain::explain(network, position),
            None => trace::explain(position),
        };
        if self.normalizes {
            self.model().normalize(&mut explanation, outcome::material(position));
        }
        Ok(explanation)
    }

    fn bench(
        &mut self,
        work: &BenchWork,
        signals: &Signals,
        progress: &mut dyn FnMut(BenchProgress),
    ) -> Result<BenchResult, EngineError> {
        bench::run(&mut Flagship::new()?, work, signals, progress)
    }

    fn console(&mut self, _line: &Line, command: &str) -> Result<String, EngineError> {
        let (word, path) = command.trim().split_once(char::is_whitespace).unwrap_or((command.trim(), ""));
        if word != "export_net" {
            return Err(EngineError::Unsupported("its own console commands"));
        }
        let target = if path.trim().is_empty() { "heirloom.net" } else { path.trim() };
        Ok(nets::export(&self.net_file, Path::new(target)))
    }
}
