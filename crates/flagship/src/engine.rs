//! The flagship as an engine: it searches with the options that are set.

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
use crate::levels::state::LevelState;
use crate::outcome;
use crate::params::Values;
use crate::score;
use crate::search::Task;
use crate::search::eval_noise::EvalNoise;
use crate::search::memory::Memory;
use crate::search::tablebase::{ProbeOptions, Probing};
use crate::threads::{self, pool::Pool};
use crate::time::nodes::NodeClock;
use crate::time::{Budget, Circumstances, Timer};
use crate::tt::TranspositionTable;

/// Heirloom's own engine.
pub struct Flagship {
    name: &'static str,
    options: Vec<EngineOption>,
    table: Arc<TranspositionTable>,
    /// That of the main worker, who runs on the caller's thread.
    memory: Memory,
    pool: Pool,
    multipv: usize,
    overhead_ms: i64,
    /// The net that was loaded or is built in.
    network: Arc<Network>,
    /// The file it came from; empty for the one that is built in.
    net_file: String,
    /// Whether the net evaluates and not the classical evaluation.
    net_judges: bool,
    tablebases: Option<Arc<Tablebases>>,
    probing: ProbeOptions,
    /// What the next search reports first.
    remark: Option<String>,
    values: Values,
    ponders: bool,
    /// Whether +1.00 is an even chance to win and not what the evaluation calls a pawn.
    normalizes: bool,
    /// Whether the score in units of the evaluation is reported as text after each move, for match programs
    /// that put it into PGN.
    comments: bool,
    /// Time in nodes, where that is asked for.
    node_clock: NodeClock,
    strength: Strength,
    /// The state of a level, once one is played.
    level_state: Option<Box<LevelState>>,
}

impl Flagship {
    /// A new engine with its default options.
    ///
    /// # Errors
    /// [`EngineError::Start`] when there is no memory for the smallest table, or what was built in is no net.
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
            net_judges: true,
            tablebases,
            probing,
            remark,
            values,
            ponders: false,
            normalizes: true,
            comments: false,
            node_clock: NodeClock::default(),
            strength: Strength::default(),
            level_state: None,
        })
    }

    /// The same under another name, such as one with the commit.
    #[must_use]
    pub fn named(self, name: &'static str) -> Flagship {
        Flagship { name, ..self }
    }

    /// The net that judges, if one does.
    fn judge(&self) -> Option<&Arc<Network>> {
        self.net_judges.then_some(&self.network)
    }

    /// What scores mean.
    fn model(&self) -> outcome::Model {
        if self.net_judges { outcome::NET } else { outcome::CLASSICAL }
    }

    /// Searches without reporting anything, on the caller's thread alone: the small searches of self-play are
    /// then a good deal cheaper. `None` where no move is legal. Time limits, tablebases and levels do not
    /// count.
    pub fn search_silently(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
    ) -> Option<SilentResult> {
        let task = Task {
            line,
            limits,
            signals,
            multipv: 1,
            timer: Timer::start(None, signals),
            network: self.net_judges.then_some(&self.network),
            tablebases: None,
            values: self.values.clone(),
            eval_noise: EvalNoise::default(),
            silent: true,
        };
        let found = threads::search_silently(&self.table, &mut self.memory, task)?;
        let score = score::to_seam(found.score);
        let model = if self.net_judges { outcome::SELF_PLAY } else { outcome::CLASSICAL };
        let wdl = model.wdl(score, outcome::material(line.position()));
        Some(SilentResult {
            mv: found.mv()?,
            score,
            is_bound: found.failed_high,
            wdl,
            depth: found.depth,
            nodes: found.nodes,
        })
    }
}

/// What a silent search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SilentResult {
    /// The move to play.
    pub mv: Move,
    /// Its score as the evaluation counts, side to move.
    pub score: Score,
    /// Whether the score is only a lower bound.
    pub is_bound: bool,
    /// Expected outcomes of a game with as few nodes, side to move.
    pub wdl: Wdl,
    /// The last iteration that was completed.
    pub depth: i32,
    /// Positions visited.
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
        self.pool.forget(&self.table, &mut self.memory);
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
        let circumstances = Circumstances {
            turn: line.position().turn(),
            overhead_ms: self.overhead_ms,
            ponders: self.ponders,
        };
        let asked = limits;
        let counted = self.node_clock.limits(limits, circumstances);
        let limits = counted.as_ref().unwrap_or(limits);
        let budget = Budget::new(limits, circumstances);
        let timer = Timer::start(budget, signals);
        if let Some(remark) = self.remark.take() {
            report(Info { text: Some(remark), ..Info::default() });
        }
        let before = self.tablebases.as_ref().and_then(|tables| tables.trouble()).is_some();
        let probing = self
            .tablebases
            .as_ref()
            .map(|tables| Arc::new(Probing::new(Arc::clone(tables), self.probing, line, limits)));
        let network = self.judge().cloned();
        let task = Task {
            line,
            limits,
            signals,
            multipv: self.multipv,
            timer,
            network: network.as_ref(),
            tablebases: probing.as_ref(),
            values: self.values.clone(),
            eval_noise: EvalNoise::default(),
            silent: false,
        };
        let model = self.model();
        let (material, normalizes) = (outcome::material(line.position()), self.normalizes);
        let (mut raw, mut nodes) = (None, 0);
        let mut interpreted = |mut info: Info| {
            raw = info.score.filter(|_| info.multipv.unwrap_or(1) == 1).or(raw);
            nodes = info.nodes.unwrap_or(nodes);
            model.interpret(&mut info, material, normalizes);
            report(info);
        };
        // Whether there is a mate is a question for the full strength.
        let level = self.strength.level().filter(|_| limits.mate.is_none());
        let best = match level {
            None => threads::search(&self.table, &mut self.memory, &mut self.pool, task, &mut interpreted),
            Some(level) => LevelState::ready(&mut self.level_state)?.search(level, task, &mut interpreted),
        };
        self.node_clock.spend(asked, circumstances.turn, nodes);
        if let Some(raw) = raw.filter(|_| self.comments) {
            report(Info { text: Some(format!("pgncomment raw {:+}", raw.centipawns())), ..Info::default() });
        }
        if let Some(trouble) =
            self.tablebases.as_ref().and_then(|tables| tables.trouble()).filter(|_| !before)
        {
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
        let mut explanation = match self.judge() {
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
