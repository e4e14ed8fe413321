//! Which engines there are, and how each is made: the desk is given this and knows no engine itself.

use heirloom_engine::Transcript;
use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};

use heirloom_app::config::Config;
use heirloom_app::config::schema::Schema;
use heirloom_app::configured::configured;
use heirloom_app::paths::Place;
use heirloom_app::programs;
use heirloom_app::roster::{Own, schema};

use crate::model::worker::Maker;

/// All engines that can be asked to play or to analyse.
pub trait Roster: Send + Sync {
    /// Their names, ours first; all others are command lines.
    fn names(&self) -> Vec<String>;

    /// How one of them is made. A name that is not known fails when it is called.
    fn maker(&self, id: &str) -> Maker;

    /// The same, with all that an external program says and is told in a transcript.
    fn maker_with_transcript(&self, id: &str, _transcript: Transcript) -> Maker {
        self.maker(id)
    }
    /// The file that engines and their options are remembered in, if there is one.
    fn configuration(&self) -> Option<PathBuf> {
        None
    }

    /// That file has been changed.
    fn reload(&self) {}
}

/// Our own engines, and any program by its command line.
pub struct Ours;

impl Roster for Ours {
    fn names(&self) -> Vec<String> {
        heirloom_app::roster::names().map(str::to_owned).collect()
    }

    fn maker(&self, id: &str) -> Maker {
        self.maker_with_transcript(id, Transcript::new())
    }

    fn maker_with_transcript(&self, id: &str, transcript: Transcript) -> Maker {
        let id = id.to_owned();
        Box::new(move || heirloom_app::roster::engine_with_transcript(&id, transcript).map_err(|error| error.to_string()))
    }
}

/// The same, with the configuration in force: options of our engines, and programs that are remembered under a name of their own.
pub struct Configured {
    place: Place,
    programs: RwLock<Vec<String>>,
}

impl Configured {
    /// With the file of a place, whether it is there or not.
    pub fn new(place: Place) -> Configured {
        let roster = Configured { place, programs: RwLock::default() };
        roster.reload();
        roster
    }
}

impl Roster for Configured {
    fn names(&self) -> Vec<String> {
        let programs = self.programs.read().unwrap_or_else(PoisonError::into_inner);
        Ours.names().into_iter().chain(programs.iter().cloned()).collect()
    }

    fn maker(&self, id: &str) -> Maker {
        self.maker_with_transcript(id, Transcript::new())
    }

    fn maker_with_transcript(&self, id: &str, transcript: Transcript) -> Maker {
        let (id, place) = (id.to_owned(), self.place.clone());
        Box::new(move || {
            // The file is read when an engine is started: what has been changed meanwhile holds.
            let config = Config::load(&place, &schema());
            match (Own::find(&id), config.program(&id)) {
                (Some(own), _) => {
                    let engine = own.create().map_err(|error| error.to_string())?;
                    Ok(configured(engine, own.id(), &config).0)
                }
                (None, Some(program)) => programs::start(program, transcript).map(|(engine, _)| engine).map_err(|error| error.to_string()),
                (None, None) => Ours.maker_with_transcript(&id, transcript)(),
            }
        })
    }

    fn configuration(&self) -> Option<PathBuf> {
        self.place.path.clone()
    }

    fn reload(&self) {
        // Only names are wanted: no engine has to be made for its options.
        let names_only = Schema::new(heirloom_app::roster::names(), |_| Vec::new());
        let names = Config::load(&self.place, &names_only).programs.into_iter().map(|program| program.name).collect();
        *self.programs.write().unwrap_or_else(PoisonError::into_inner) = names;
    }
}

/// No engines at all, for tests of what needs none.
#[cfg(test)]
pub(crate) struct Nobody;

#[cfg(test)]
impl Roster for Nobody {
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn maker(&self, _: &str) -> Maker {
        Box::new(|| Err("nobody is here".into()))
    }
}
