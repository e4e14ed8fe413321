//! Tests of `heirloom compliance` on an engine with one fault at a time: the intended check fails, and
//! without a fault nothing does.

use heirloom_protocol::Program;
use heirloom_protocol::Protocol;
use heirloom_protocol::compliance::{CheckResult, Report, groups, run};

fn report(protocol: Protocol, fault: Option<&str>, only: Option<&str>) -> Report {
    let word = if protocol == Protocol::Uci { "uci" } else { "xboard" };
    let arguments = std::iter::once(word).chain(fault).map(String::from).collect();
    run(&Program { arguments, ..Program::new(env!("CARGO_BIN_EXE_faulty-engine")) }, protocol, only, |_| {})
}

/// Checks that no check fails, and hardly any warns. Checks mostly wait, so the groups run at the same time.
fn nothing_fails(protocol: Protocol) {
    let reports: Vec<_> = std::thread::scope(|scope| {
        let groups = groups(protocol).iter();
        let runs: Vec<_> =
            groups.map(|group| scope.spawn(|| report(protocol, None, Some(group.name)))).collect();
        runs.into_iter().map(|run| run.join().expect("a run does not panic")).collect()
    });
    let bad: Vec<_> = reports
        .iter()
        .flat_map(|report| &report.findings)
        .filter(|finding| matches!(finding.verdict, CheckResult::Failed | CheckResult::Warned))
        .collect();
    let passed: usize = reports.iter().map(|report| report.count(CheckResult::Passed)).sum();
    assert!(bad.is_empty() && passed > 30, "{bad:#?}");
}

/// Checks that each fault makes the intended check fail. Checks mostly wait, so several run at the same time.
fn faults_are_found(protocol: Protocol, faults: &[(&str, &str)]) {
    std::thread::scope(|scope| {
        for part in faults.chunks(faults.len().div_ceil(8)) {
            scope
                .spawn(move || part.iter().for_each(|(fault, check)| fault_is_found(protocol, fault, check)));
        }
    });
}

fn fault_is_found(protocol: Protocol, fault: &str, check: &str) {
    let report = report(protocol, Some(fault), Some(check));
    let finding = report
        .findings
        .iter()
        .find(|finding| finding.name == check)
        .unwrap_or_else(|| panic!("no check {check}"));
    assert_eq!(finding.verdict, CheckResult::Failed, "{fault}: {finding:#?}");
}

#[test]
fn nothing_fails_without_a_fault_over_uci() {
    nothing_fails(Protocol::Uci);
}

#[test]
fn each_fault_is_found_over_uci() {
    faults_are_found(
        Protocol::Uci,
        &[
            ("early-word", "silent-start"),
            ("no-author", "id"),
            ("default-range", "option-defaults"),
            ("twin-options", "option-names"),
            ("late-readyok", "isready-searching"),
            ("dies-unknown", "unknown-commands"),
            ("remembers-stop", "stop-idle"),
            ("illegal-move", "best-moves-legal"),
            ("other-move", "best-move-of-line"),
            ("castling-rook", "castling-form"),
            ("upper-promotion", "promotion-form"),
            ("ignores-searchmoves", "searchmoves"),
            ("silent-mate", "no-legal-move"),
            ("float-info", "whole-numbers"),
            ("bare-score", "score-form"),
            ("falling-nodes", "depth-and-nodes-rise"),
            ("many-lines", "multipv-few-moves"),
            ("line-after-mate", "lines-end-at-mate"),
            ("line-after-mate", "mate-scores"),
            ("overrun", "movetime"),
            ("slow-stop", "stop-latency"),
            ("early-infinite", "infinite-waits"),
            ("early-ponder", "ponder-waits"),
            ("two-best-moves", "one-best-move"),
            ("stays", "quit"),
            ("ignores-end", "end-of-input"),
        ],
    );
}

#[test]
fn nothing_fails_without_a_fault_over_xboard() {
    nothing_fails(Protocol::XBoard);
}

#[test]
fn each_fault_is_found_over_xboard() {
    faults_are_found(
        Protocol::XBoard,
        &[
            ("open-quote", "features-well-formed"),
            ("default-range", "options-well-formed"),
            ("early-pong", "ping-after-move"),
            ("moves-in-force", "force-is-silent"),
            ("thinks-on", "force-ends-search"),
            ("illegal-move", "go-plays-both"),
            ("hyphens", "setboard"),
            ("upper-case", "new-plays-black"),
            ("takes-illegal", "illegal-move"),
            ("short-remove", "remove"),
            ("deaf-to-move-now", "move-now"),
            ("float-time", "post"),
            ("never-silent", "nopost"),
            ("dies-unknown", "unknown-command"),
            ("stays", "quit"),
        ],
    );
}
