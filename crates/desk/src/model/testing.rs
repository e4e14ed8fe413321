//! Models for unit tests: with or without engines, given commands and waited for.

use std::path::Path;
use std::sync::Arc;
use web_time::{Duration, Instant};

use super::Model;
use super::command::{Command, PlayCommand};
use super::notice::Notice;
use crate::roster::{NoEngines, Roster};
use crate::texts::Language;

/// The time limit for every wait. A hanging program is stopped after five seconds and killed after ten.
const PATIENCE: Duration = Duration::from_secs(100);

impl Model {
    /// Creates a model without engines.
    pub(crate) fn bare() -> Model {
        Model::with(NoEngines)
    }

    /// Creates a model with these engines.
    pub(crate) fn with(roster: impl Roster + 'static) -> Model {
        Model::new(Arc::new(roster), Arc::new(|| {}))
    }

    /// Carries a command out.
    pub(crate) fn command(&mut self, command: impl Into<Command>) {
        self.apply(command, Instant::now());
    }

    /// Plays a move for the side to move.
    pub(crate) fn type_move(&mut self, text: &str) {
        self.command(PlayCommand::Type(text.into()));
    }

    /// Polls the model until a condition holds.
    pub(crate) fn wait(&mut self, what: &str, condition: impl Fn(&Model) -> bool) {
        let end = Instant::now() + PATIENCE;
        loop {
            self.poll(Instant::now());
            if condition(self) {
                return;
            }
            let (stage, notices) = (self.play.stage(), self.notices());
            assert!(Instant::now() < end, "waited in vain: {what}; {stage:?}, notices: {notices:?}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Returns true if the words of the latest message begin with `begin` and contain `part`.
    pub(crate) fn has_reported(&self, begin: &str, part: &str) -> bool {
        let words = self.notices().last().map(|notice| Language::English.notice(notice));
        words.is_some_and(|words| words.starts_with(begin) && words.contains(part))
    }

    /// Takes the latest message away.
    pub(crate) fn take_notice(&mut self) -> Option<Notice> {
        self.context.notices.dismiss()
    }

    /// Returns a tag of the game on the board.
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        self.record().game().tags().get(name)
    }

    /// Returns the move that led to the position on the board, in SAN; empty at the start.
    pub(crate) fn last_san(&self) -> String {
        self.record().last_san().unwrap_or_default()
    }

    /// Returns the number of moves up to the position on the board.
    pub(crate) fn plies(&self) -> usize {
        self.record().line().moves().len()
    }
}

/// Writes a program that answers as a UCI engine: it has these options, and runs shell commands at `go` and
/// `stop`. Returns its command. A shell runs it: a file that was just written cannot always be executed.
#[cfg(unix)]
pub(crate) fn uci_program(folder: &Path, name: &str, options: &str, go: &str, stop: &str) -> String {
    let path = folder.join(name);
    let text = format!(
        "while read word rest; do case $word in\nuci) echo 'id name {name}'; {options}echo uciok;;\n\
         isready) echo readyok;;\ngo) {go};;\nstop) {stop};;\nquit) exit;;\nesac; done\n"
    );
    std::fs::write(&path, text).unwrap();
    format!("sh {}", path.display())
}
