//! The report of a run as text: a line for each check, details of faults, and totals.

use std::fmt::Write as _;

use super::probe::seconds;
use super::{CheckResult, Finding, Group, Report};

impl CheckResult {
    /// The word for reports.
    pub fn word(self) -> &'static str {
        match self {
            CheckResult::Passed => "passed",
            CheckResult::Warned => "warned",
            CheckResult::Failed => "FAILED",
            CheckResult::Skipped => "skipped",
        }
    }
}

/// Formats the result of one check; if it did not pass, with the requirement and the remedy.
pub fn finding(finding: &Finding) -> String {
    let mut text = format!("{:8}{:26}{}\n", finding.verdict.word(), finding.name, finding.seen);
    if matches!(finding.verdict, CheckResult::Failed | CheckResult::Warned) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:8}required: {}", "", finding.demands);
        let _ = writeln!(text, "{:8}remedy: {}", "", finding.remedy);
    }
    text
}

/// Formats the totals.
pub fn summary(report: &Report) -> String {
    let count = |verdict| report.count(verdict);
    let time = report.findings.iter().map(|finding| finding.took).sum();
    format!(
        "{}: {} passed, {} failed, {} warned, {} skipped in {}\n",
        report.engine,
        count(CheckResult::Passed),
        count(CheckResult::Failed),
        count(CheckResult::Warned),
        count(CheckResult::Skipped),
        seconds(time)
    )
}

/// Lists all checks with their requirements.
pub fn list(groups: &[Group]) -> String {
    let mut text = String::new();
    for group in groups {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", group.name);
        for check in group.checks {
            let _ = writeln!(text, "  {:26}{}", check.name, check.demands);
        }
    }
    text
}
