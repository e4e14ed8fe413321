//! Does a program keep to its protocol? A list of checks for UCI and one for XBoard, and what came of each.
//!
//! A check is a function and a line in its group's list. It talks to a [`Probe`], which is started anew whenever a check leaves it dead, hung or
//! changed, so that no check suffers from another.

mod ends;
mod facts;
pub mod probe;
pub mod report;
mod tidiness;
mod uci;
mod xboard;

use web_time::{Duration, Instant};

pub use facts::Facts;
pub use probe::Probe;

use crate::Protocol;
use crate::client::Program;

/// One thing that the protocol demands of a program.
pub struct Check {
    /// Its name, unique within the protocol.
    pub name: &'static str,
    /// What is demanded, in one sentence.
    pub demands: &'static str,
    /// What an author does about it.
    pub remedy: &'static str,
    /// Tries it: what was seen, or what was wrong.
    pub run: fn(&mut Probe, &Facts) -> Outcome,
}

/// Checks with something in common.
pub struct Group {
    /// The heading in reports.
    pub name: &'static str,
    /// The checks in the order in which they run.
    pub checks: &'static [Check],
}

/// What was seen where all is well, in a few words; or a [`Fault`].
pub type Outcome = Result<String, Fault>;

/// Why a check did not pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The protocol is broken; what was seen.
    Failed(String),
    /// Nothing is broken, but some GUI will have trouble.
    Warned(String),
    /// The program does not offer what the check needs.
    Skipped(String),
}

/// How a check ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// As demanded.
    Passed,
    /// Some GUI will have trouble.
    Warned,
    /// The protocol is broken.
    Failed,
    /// Not tried.
    Skipped,
}

/// A check with what came of it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The heading of its group.
    pub group: &'static str,
    /// The check's name.
    pub name: &'static str,
    /// What it demands.
    pub demands: &'static str,
    /// What to do about it.
    pub remedy: &'static str,
    /// How it ended.
    pub verdict: Verdict,
    /// What was seen: lines, times.
    pub seen: String,
    /// How long the check took.
    pub took: Duration,
}

/// All that came of a run.
#[derive(Clone, Debug)]
pub struct Report {
    /// What the program calls itself; its file until it has told.
    pub engine: String,
    /// Each check that was chosen, in order.
    pub findings: Vec<Finding>,
}

impl Report {
    /// How many checks ended so.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.findings.iter().filter(|finding| finding.verdict == verdict).count()
    }
}

/// The checks of a protocol.
pub fn groups(protocol: Protocol) -> &'static [Group] {
    match protocol {
        Protocol::Uci => uci::GROUPS,
        Protocol::XBoard => xboard::GROUPS,
    }
}

/// Puts a program to all checks, or to those whose name or group contains `only`; each finding is told as it comes.
///
/// The program runs in its folder; files that appear there count as untidy, so an empty one is best.
pub fn run(
    program: &Program,
    protocol: Protocol,
    only: Option<&str>,
    mut tell: impl FnMut(&Finding),
) -> Report {
    let mut probe = Probe::new(program.clone(), protocol);
    let (facts, broken) = facts::learn(&mut probe, protocol);
    let mut findings = Vec::new();
    for group in groups(protocol) {
        for check in group.checks {
            if only.is_some_and(|only| !check.name.contains(only) && !group.name.contains(only)) {
                continue;
            }
            let begun = Instant::now();
            let outcome = attempt(&mut probe, protocol, check, &facts, broken.as_ref());
            let finding = finding(group.name, check, outcome, begun.elapsed());
            tell(&finding);
            findings.push(finding);
        }
    }
    Report { engine: facts.name, findings }
}

/// One check on a program that is fit for it. The first check of all is the introduction itself, whose fault stands in `broken`.
fn attempt(
    probe: &mut Probe,
    protocol: Protocol,
    check: &Check,
    facts: &Facts,
    broken: Option<&Fault>,
) -> Outcome {
    if let Some(fault) = broken {
        let is_first = groups(protocol)
            .first()
            .and_then(|group| group.checks.first())
            .is_some_and(|first| first.name == check.name);
        return Err(if is_first {
            fault.clone()
        } else {
            Fault::Skipped("the program did not introduce itself".into())
        });
    }
    let outcome = facts::prepare(probe, protocol, facts).and_then(|()| (check.run)(probe, facts));
    // After a fault nobody knows what the program is still doing.
    if matches!(outcome, Err(Fault::Failed(_))) {
        probe.kill();
    }
    outcome
}

fn finding(group: &'static str, check: &Check, outcome: Outcome, took: Duration) -> Finding {
    let (verdict, seen) = match outcome {
        Ok(seen) => (Verdict::Passed, seen),
        Err(Fault::Warned(seen)) => (Verdict::Warned, seen),
        Err(Fault::Failed(seen)) => (Verdict::Failed, seen),
        Err(Fault::Skipped(seen)) => (Verdict::Skipped, seen),
    };
    Finding { group, name: check.name, demands: check.demands, remedy: check.remedy, verdict, seen, took }
}

/// A failure, as short as it gets.
fn failed<T>(seen: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Failed(seen.into()))
}

/// A warning.
fn warned<T>(seen: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Warned(seen.into()))
}

/// Nothing to try.
fn skipped<T>(seen: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Skipped(seen.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_sentences_are_whole() {
        for protocol in [Protocol::Uci, Protocol::XBoard] {
            let checks: Vec<&Check> = groups(protocol).iter().flat_map(|group| group.checks).collect();
            for (index, check) in checks.iter().enumerate() {
                assert!(checks[index + 1..].iter().all(|other| other.name != check.name), "{}", check.name);
                assert!(!check.demands.is_empty() && !check.remedy.is_empty(), "{}", check.name);
            }
        }
    }
}
