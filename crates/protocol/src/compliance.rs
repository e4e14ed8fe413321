//! Checks whether a program follows its protocol, UCI or XBoard's.
//!
//! A check is a function and an entry in its group's list. It talks to a [`Probe`], which is restarted
//! whenever a check leaves it dead, hung or changed, so that checks do not affect each other.

/// Lists checks, each with its name and function, and the fields of [`Check`] with these names.
macro_rules! checks {
    ($($name:literal => $run:expr, demands $demands:expr, remedy $remedy:expr;)*) => {
        [$($crate::compliance::Check { name: $name, demands: $demands, remedy: $remedy, run: $run }),*]
    };
}

mod ends;
mod facts;
mod preparation;
pub mod probe;
pub mod report;
mod tidiness;
mod uci;
mod xboard;

use web_time::{Duration, Instant};

pub use facts::Facts;
pub use probe::Probe;

use crate::Protocol;
use crate::program::Program;
use preparation::Preparation;

/// One requirement of the protocol.
pub struct Check {
    /// Its name, unique within the protocol.
    pub name: &'static str,
    /// The requirement, in one sentence.
    pub demands: &'static str,
    /// How an author can fix it.
    pub remedy: &'static str,
    /// Runs the check; returns what was seen, or what was wrong.
    pub run: fn(&mut Probe, &Facts) -> Outcome,
}

/// A group of related checks.
pub struct Group {
    /// The heading in reports.
    pub name: &'static str,
    /// The checks in the order in which they run.
    pub checks: &'static [Check],
}

/// What was seen if the check passed, in a few words; or a [`CheckFailure`].
pub type Outcome = Result<String, CheckFailure>;

/// Why a check did not pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckFailure {
    /// The protocol was violated; what was seen.
    Failed(String),
    /// The protocol was followed, but some GUIs will have trouble.
    Warned(String),
    /// The program does not offer what the check needs.
    Skipped(String),
}

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckResult {
    /// The requirement was met.
    Passed,
    /// Some GUIs will have trouble.
    Warned,
    /// The protocol was violated.
    Failed,
    /// The check did not apply.
    Skipped,
}

/// A check and its result.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The heading of its group.
    pub group: &'static str,
    /// The name of the check.
    pub name: &'static str,
    /// The requirement.
    pub demands: &'static str,
    /// How to fix it.
    pub remedy: &'static str,
    /// The result.
    pub verdict: CheckResult,
    /// What was seen: lines and times.
    pub seen: String,
    /// How long the check took.
    pub took: Duration,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Report {
    /// The program's name; its file name until it has sent one.
    pub engine: String,
    /// The findings of all selected checks, in order.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Returns the number of checks with this verdict.
    pub fn count(&self, verdict: CheckResult) -> usize {
        self.findings.iter().filter(|finding| finding.verdict == verdict).count()
    }
}

/// Returns the checks of a protocol.
pub fn groups(protocol: Protocol) -> &'static [Group] {
    match protocol {
        Protocol::Uci => uci::GROUPS,
        Protocol::XBoard => xboard::GROUPS,
    }
}

fn preparation(protocol: Protocol) -> Preparation {
    match protocol {
        Protocol::Uci => uci::PREPARATION,
        Protocol::XBoard => xboard::PREPARATION,
    }
}

/// Runs all checks, or those whose name or group contains `only`; `on_finding` gets each finding at once.
///
/// The program runs in its folder; files that appear there count against it, so an empty folder is best.
pub fn run(
    program: &Program,
    protocol: Protocol,
    only: Option<&str>,
    mut on_finding: impl FnMut(&Finding),
) -> Report {
    let mut probe = Probe::new(program.clone(), protocol);
    let (facts, introduction_fault) = preparation(protocol).read_facts(&mut probe);
    let mut findings = Vec::new();
    for group in groups(protocol) {
        for check in group.checks {
            if only.is_some_and(|only| !check.name.contains(only) && !group.name.contains(only)) {
                continue;
            }
            let started = Instant::now();
            let outcome = attempt(&mut probe, protocol, check, &facts, introduction_fault.as_ref());
            let finding = finding(group.name, check, outcome, started.elapsed());
            on_finding(&finding);
            findings.push(finding);
        }
    }
    Report { engine: facts.name, findings }
}

/// Prepares the program and runs one check. The very first check has the `introduction_fault`.
fn attempt(
    probe: &mut Probe,
    protocol: Protocol,
    check: &Check,
    facts: &Facts,
    introduction_fault: Option<&CheckFailure>,
) -> Outcome {
    if let Some(fault) = introduction_fault {
        let is_first = groups(protocol)
            .first()
            .and_then(|group| group.checks.first())
            .is_some_and(|first| first.name == check.name);
        return Err(if is_first {
            fault.clone()
        } else {
            CheckFailure::Skipped("the program did not complete the handshake".into())
        });
    }
    let outcome = preparation(protocol).prepare(probe, facts).and_then(|()| (check.run)(probe, facts));
    // After a failure the state of the program is unknown.
    if matches!(outcome, Err(CheckFailure::Failed(_))) {
        probe.kill();
    }
    outcome
}

fn finding(group: &'static str, check: &Check, outcome: Outcome, took: Duration) -> Finding {
    let (verdict, seen) = match outcome {
        Ok(seen) => (CheckResult::Passed, seen),
        Err(CheckFailure::Warned(seen)) => (CheckResult::Warned, seen),
        Err(CheckFailure::Failed(seen)) => (CheckResult::Failed, seen),
        Err(CheckFailure::Skipped(seen)) => (CheckResult::Skipped, seen),
    };
    Finding { group, name: check.name, demands: check.demands, remedy: check.remedy, verdict, seen, took }
}

/// Shorthand for a failure.
fn failed<T>(seen: impl Into<String>) -> Result<T, CheckFailure> {
    Err(CheckFailure::Failed(seen.into()))
}

/// Shorthand for a warning.
fn warned<T>(seen: impl Into<String>) -> Result<T, CheckFailure> {
    Err(CheckFailure::Warned(seen.into()))
}

/// Shorthand for a skipped check.
fn skipped<T>(seen: impl Into<String>) -> Result<T, CheckFailure> {
    Err(CheckFailure::Skipped(seen.into()))
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
