//! Which engines there are, and how each is made: the desk is given this and knows no engine itself.

use crate::model::worker::Maker;

/// All engines that can be asked to play or to analyse.
pub trait Roster: Send + Sync {
    /// Their names, ours first; all others are command lines.
    fn names(&self) -> Vec<String>;

    /// How one of them is made. A name that is not known fails when it is called.
    fn maker(&self, id: &str) -> Maker;
}

/// Our own engines, and any program by its command line.
pub struct Ours;

impl Roster for Ours {
    fn names(&self) -> Vec<String> {
        heirloom_app::roster::names().map(str::to_owned).collect()
    }

    fn maker(&self, id: &str) -> Maker {
        let id = id.to_owned();
        Box::new(move || heirloom_app::roster::engine(&id).map_err(|error| error.to_string()))
    }
}
