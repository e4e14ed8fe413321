//! The options of the flagship and what each of them does.

use std::path::Path;
use std::sync::Arc;

use heirloom_engine::option::OptionValue;
use heirloom_engine::{Engine, EngineError, EngineOption};
use heirloom_tablebase::Tablebases;

use super::Flagship;
use crate::eval::nnue::nets;
use crate::levels::Strength;
use crate::levels::persona::Persona;
use crate::params::Values;
use crate::threads::pool::NoMoreThreads;
use crate::time::nodes::NodeClock;
use crate::tt::{TooLarge, TranspositionTable};

/// The default size of the transposition table in MiB.
pub(super) const DEFAULT_HASH: i64 = 16;

/// More threads would only wait for memory.
const MAX_THREADS: i64 = 512;

/// What front ends show about the engine.
const ABOUT: &str =
    "Heirloom, a chess program with five historical engines; free software under the GPL, version 3 or later";

/// Sets an option of the persona, and clears the table if it holds scores of another style. Returns false if
/// the name is not one of these.
fn persona(
    persona: &mut Persona,
    table: &TranspositionTable,
    name: &str,
    text: &str,
    value: &OptionValue,
) -> Result<bool, EngineError> {
    let style = persona.style;
    let known = persona
        .set(name, value)
        .map_err(|reason| invalid(name, text, format!("lines such as 'e4 e5 f4, d4 / e4 c5' ({reason})")))?;
    if persona.style != style {
        table.clear();
    }
    Ok(known)
}

/// Returns all options with their defaults.
pub(super) fn all() -> Vec<EngineOption> {
    let mut options = vec![
        EngineOption::spin("Hash", DEFAULT_HASH, 1, 1 << 20),
        EngineOption::button("Clear Hash"),
        EngineOption::spin("Threads", 1, 1, MAX_THREADS),
        EngineOption::spin("MultiPV", 1, 1, 256),
        EngineOption::spin("Move Overhead", 10, 0, 5000),
        EngineOption::check("Ponder", false),
        EngineOption::check("UCI_Chess960", false),
        EngineOption::check("UCI_ShowWDL", false),
        EngineOption::check("NormalizeScores", true),
        EngineOption::check("PgnComment", false),
        EngineOption::combo("Evaluation", "net", &["net", "classical"]),
        EngineOption::text("EvalFile", ""),
        EngineOption::text("SyzygyPath", ""),
        EngineOption::spin("SyzygyProbeDepth", 1, 1, 100),
        EngineOption::spin("SyzygyProbeLimit", 7, 0, 7),
        EngineOption::check("Syzygy50MoveRule", true),
    ];
    options.extend(Strength::options());
    options.extend(Persona::options());
    // The opponent, and a description of the program, for front ends that set and read them.
    options.extend([EngineOption::text("UCI_Opponent", ""), EngineOption::text("UCI_EngineAbout", ABOUT)]);
    options.push(EngineOption::spin("nodestime", 0, 0, 10_000));
    options.extend(Values::options());
    options
}

impl Flagship {
    /// Sets an option. Fails as [`Engine::set_option`] does.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = EngineOption::find(&self.options, name)?;
        match (option.name.as_str(), option.parse(value)?) {
            ("Hash", OptionValue::Spin(megabytes)) => {
                self.resize_table(megabytes as usize)
                    .map_err(|error| invalid("Hash", value, format!("a smaller value ({error})")))?;
            }
            ("Clear Hash", _) => self.new_game(),
            ("Threads", OptionValue::Spin(threads)) => {
                self.pool.resize(threads as usize - 1).map_err(|NoMoreThreads(helpers)| {
                    let reason = format!("the system allows at most {}; using that many", helpers + 1);
                    invalid("Threads", value, format!("a smaller value ({reason})"))
                })?
            }
            ("MultiPV", OptionValue::Spin(lines)) => self.multipv = lines as usize,
            ("nodestime", OptionValue::Spin(nodes)) => self.node_clock = NodeClock::new(nodes as u64),
            ("Move Overhead", OptionValue::Spin(milliseconds)) => self.overhead_ms = milliseconds,
            ("Evaluation", OptionValue::Combo(choice)) => {
                self.uses_net = choice == "net";
                self.new_game();
            }
            ("EvalFile", OptionValue::Text(path)) => self.load_net(&path)?,
            ("SyzygyPath", OptionValue::Text(paths)) => self.open_tablebases(&paths)?,
            ("SyzygyProbeDepth", OptionValue::Spin(depth)) => self.probing.depth = depth as i32,
            ("SyzygyProbeLimit", OptionValue::Spin(men)) => self.probing.limit = men as u32,
            ("Syzygy50MoveRule", OptionValue::Check(counts)) => self.probing.fifty_moves = counts,
            ("Ponder", OptionValue::Check(ponders)) => self.ponders = ponders,
            (name, value) if self.strength.set(name, &value) => {}
            (name, given) if persona(&mut self.persona, &self.table, name, value, &given)? => {}
            (name, OptionValue::Spin(value)) => _ = self.values.set(name, value),
            ("NormalizeScores", OptionValue::Check(normalizes)) => self.normalizes = normalizes,
            ("PgnComment", OptionValue::Check(pgn_comments)) => self.pgn_comments = pgn_comments,
            // The caller decides whether to show chances, and positions handle Chess960 by themselves.
            _ => {}
        }
        Ok(())
    }

    /// Opens the tablebases in the given folders, or closes them if the path is empty.
    fn open_tablebases(&mut self, paths: &str) -> Result<(), EngineError> {
        let tables =
            match paths.trim() {
                "" => None,
                paths => Some(Tablebases::open(paths).map_err(|error| {
                    invalid("SyzygyPath", paths, format!("folders with tables ({error})"))
                })?),
            };
        self.remark = tables.as_ref().map(|tables| format!("found {}", tables.found()));
        self.tablebases = tables.map(Arc::new);
        // Old entries were stored without these tablebases.
        self.table.clear();
        Ok(())
    }

    /// Loads a net from a file and evaluates with it, or restores the built-in net if the path is empty.
    fn load_net(&mut self, path: &str) -> Result<(), EngineError> {
        let loaded = match path.trim() {
            "" => nets::embedded(),
            path => nets::load(Path::new(path)),
        };
        self.network = loaded.map_err(|reason| {
            invalid("EvalFile", path, format!("a net ({reason}); keeping the current one"))
        })?;
        self.net_file = path.trim().into();
        self.uses_net |= !path.trim().is_empty();
        // The table holds scores of another net.
        self.new_game();
        Ok(())
    }

    /// Replaces the table. Frees the old one first, since both may not fit into memory.
    fn resize_table(&mut self, megabytes: usize) -> Result<(), TooLarge> {
        self.pool.wait();
        let old = self.table.megabytes();
        self.table = Arc::new(TranspositionTable::new(1)?);
        match TranspositionTable::new(megabytes) {
            Ok(table) => self.table = Arc::new(table),
            Err(error) => {
                self.table = Arc::new(TranspositionTable::new(old)?);
                return Err(error);
            }
        }
        Ok(())
    }
}

fn invalid(name: &str, value: &str, expected: String) -> EngineError {
    EngineError::OptionValue { name: name.into(), value: value.into(), expected }
}
