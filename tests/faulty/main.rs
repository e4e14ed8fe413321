//! An engine for tests of `heirloom compliance`: plays any legal move at once over UCI or the XBoard
//! protocol, with the faults named by its arguments.

mod input;
mod uci;
mod xboard;

use heirloom_chess::{Line, Move};

/// The requested faults.
#[derive(Default)]
pub struct Faults(Vec<String>);

impl Faults {
    /// Returns true if this fault was requested.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|fault| fault == name)
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let protocol = words.next().unwrap_or_default();
    let faults = Faults(words.collect());
    if protocol == "xboard" { xboard::Engine::new(faults).run() } else { uci::Engine::new(faults).run() }
}

/// Prints a line.
pub fn say(line: &str) {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    // If the output is closed, this program is about to be ended.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Chooses a mate in one or else a move, the same one each time; true for mate.
pub fn choose(line: &Line, among: &[Move]) -> Option<(Move, bool)> {
    let mates = |mv: &&Move| {
        let mut after = line.position().clone();
        after.play(**mv);
        after.in_check() && !after.has_legal_move()
    };
    if let Some(&mate) = among.iter().find(mates) {
        return Some((mate, true));
    }
    let index = line.position().key() % among.len().max(1) as u64;
    among.get(index as usize).map(|&mv| (mv, false))
}
