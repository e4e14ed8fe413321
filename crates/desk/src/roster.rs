//! Which engines there are, and how each is made: the desk is given this and knows no engine itself.

use heirloom_engine::Transcript;

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
