//! The engines that the desk can use, and how each is made; the desk itself knows none.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use heirloom_app::characters::{self, Character};
use heirloom_app::config::Config;
use heirloom_app::config::error::ConfigError;
use heirloom_app::config::schema::Schema;
use heirloom_app::configured::configured;
use heirloom_app::engine_spec::EngineSpec;
use heirloom_app::paths::Location;
use heirloom_app::programs;
use heirloom_app::roster::{BuiltIn, schema};
use heirloom_chess::Line;
use heirloom_engine::{
    BestMove, Engine, EngineError, Info, Intercept, Intercepted, Limits, Signals, Transcript,
};
use heirloom_protocol::client::Timeouts;
use parking_lot::{Mutex, RwLock};

/// Makes an engine. Called on the engine's own thread, since starting a program may take a while.
pub type EngineFactory = Box<dyn FnOnce() -> Result<Box<dyn Engine>, String> + Send>;

/// The engines that can play or analyze.
pub trait Roster: Send + Sync {
    /// Returns their names, ours first; any other name is a command line.
    fn names(&self) -> Vec<String>;

    /// Returns the opponents with a name of their own, weakest first. Each name is one for
    /// [`Roster::factory`].
    fn characters(&self) -> Vec<Character> {
        characters::built_in().to_vec()
    }

    /// Returns what makes an engine. For an unknown name it fails when it is called.
    fn factory(&self, id: &str) -> EngineFactory {
        self.factory_with_transcript(id, Transcript::new())
    }

    /// Returns what makes an engine and keeps the conversation with an external program in a transcript.
    fn factory_with_transcript(&self, id: &str, transcript: Transcript) -> EngineFactory;

    /// Returns the file of the engines and their options, if there is one.
    fn configuration(&self) -> Option<PathBuf> {
        None
    }

    /// Returns the folders of endgame tablebases that are configured. Reads that file.
    fn tablebases(&self) -> Option<String> {
        None
    }

    /// Reads that file again, since it has been changed.
    fn reload(&self) {}
}

/// Our own engines, and any program by its command line.
pub struct BuiltInEngines;

impl Roster for BuiltInEngines {
    fn names(&self) -> Vec<String> {
        heirloom_app::roster::names().map(str::to_owned).collect()
    }

    fn factory_with_transcript(&self, id: &str, transcript: Transcript) -> EngineFactory {
        let id = id.to_owned();
        let start = move || EngineSpec::read(&id)?.start(Timeouts::default(), transcript);
        Box::new(move || start().map_err(|error| error.to_string()))
    }
}

/// The engines of the configuration: ours with their options, and programs that are remembered by a name.
pub struct ConfiguredEngines {
    place: Location,
    programs: RwLock<Vec<String>>,
    characters: RwLock<Vec<Character>>,
    /// Errors of the file and refused options that have been reported.
    reported: Reported,
}

/// What was reported once is not reported again.
type Reported = Arc<Mutex<HashSet<String>>>;

impl ConfiguredEngines {
    /// Reads the file of a place, if there is one.
    pub fn new(place: Location) -> ConfiguredEngines {
        let roster = ConfiguredEngines {
            place,
            programs: RwLock::default(),
            characters: RwLock::default(),
            reported: Arc::default(),
        };
        roster.reload();
        roster
    }
}

impl Roster for ConfiguredEngines {
    fn names(&self) -> Vec<String> {
        let programs = self.programs.read();
        BuiltInEngines.names().into_iter().chain(programs.iter().cloned()).collect()
    }

    fn characters(&self) -> Vec<Character> {
        self.characters.read().clone()
    }

    fn factory_with_transcript(&self, id: &str, transcript: Transcript) -> EngineFactory {
        let (id, place, reported) = (id.to_owned(), self.place.clone(), Arc::clone(&self.reported));
        Box::new(move || {
            // The file is read when an engine is started, so that changes take effect.
            let config = Config::load(&place, &schema());
            let of_file = |mistakes: &[ConfigError]| -> Vec<String> {
                let file = config.file();
                mistakes.iter().map(|mistake| mistake.of_file(&file)).collect()
            };
            let mut remarks = of_file(&config.errors);
            remarks.extend(characters::all().1);
            let engine = match (BuiltIn::find(&id), config.program(&id)) {
                (Some(own), _) => {
                    let engine = own.create().map_err(|error| error.to_string())?;
                    let (engine, refused) = configured(engine, own.id(), &config);
                    remarks.extend(of_file(&refused));
                    engine
                }
                (None, Some(program)) => {
                    let (engine, refused) =
                        programs::start(program, transcript).map_err(|error| error.to_string())?;
                    remarks.extend(refused.iter().map(|error| format!("{id}: {error}")));
                    engine
                }
                (None, None) => BuiltInEngines.factory_with_transcript(&id, transcript)()?,
            };
            // What went wrong at the start, such as a refused option, is reported with the first search.
            Ok(before_search(engine, move |_, report| {
                for remark in remarks.drain(..) {
                    if reported.lock().insert(remark.clone()) {
                        report(Info { text: Some(remark), warning: true, ..Info::default() });
                    }
                }
            }))
        })
    }

    fn configuration(&self) -> Option<PathBuf> {
        self.place.path.clone()
    }

    fn tablebases(&self) -> Option<String> {
        let config = Config::load(&self.place, &schema());
        let entry = config.entry("heirloom", "SyzygyPath")?;
        Some(heirloom_app::config::text(&entry.value)).filter(|paths| !paths.trim().is_empty())
    }

    fn reload(&self) {
        // For names alone, no engine has to be made for its options.
        let names_only = Schema::new(heirloom_app::roster::names(), |_| Vec::new());
        let names =
            Config::load(&self.place, &names_only).programs.into_iter().map(|program| program.name).collect();
        *self.programs.write() = names;
        *self.characters.write() = characters::all().0;
    }
}

/// Wraps an engine so that a function is called before each search, with the line and what takes reports.
pub fn before_search(
    engine: Box<dyn Engine>,
    call: impl FnMut(&Line, &mut dyn FnMut(Info)) + Send + 'static,
) -> Box<dyn Engine> {
    Box::new(Intercepted::new(engine, BeforeSearch(call)))
}

struct BeforeSearch<F>(F);

impl<F: FnMut(&Line, &mut dyn FnMut(Info)) + Send> Intercept for BeforeSearch<F> {
    fn search(
        &mut self,
        engine: &mut dyn Engine,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        (self.0)(line, report);
        engine.search(line, limits, signals, report)
    }
}

/// No engines at all, for tests of what needs none.
#[cfg(test)]
pub(crate) struct NoEngines;

#[cfg(test)]
impl Roster for NoEngines {
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn factory_with_transcript(&self, _: &str, _: Transcript) -> EngineFactory {
        Box::new(|| Err("no engine here".into()))
    }
}
