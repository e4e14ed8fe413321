//! `heirloom compliance`: an engine checked for protocol compliance.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use heirloom_app::engine_spec::EngineSpec;
use heirloom_protocol::compliance::{self, CheckResult, Finding, Group, Report, report};
use heirloom_protocol::{Program, Protocol};
use serde_json::json;

use crate::exit::Exit;
use crate::invocation::Invocation;
use crate::named::named;
use crate::roster::PROTOCOLS;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom compliance stockfish
  heirloom compliance heirloom --protocol xboard
  heirloom compliance './engine --uci' --only ponder
  heirloom compliance --list --protocol xboard

See docs/compliance.md for the checks. Exit codes: 0 no check failed; 1 a check failed; 2 failure.")]
pub struct Arguments {
    /// A built-in engine, or the command line of a program
    #[arg(required_unless_present = "list")]
    engine: Option<String>,
    /// The engine's protocol
    #[arg(long, value_parser = named(PROTOCOLS), default_value = "uci")]
    protocol: Protocol,
    /// Run only checks whose name or group contains this text
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Folder to run the engine in [default: an empty one, so that files it writes are noticed]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
    /// List the checks and their requirements without running them
    #[arg(long)]
    list: bool,
}

/// Runs the checks and prints the findings.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<Exit> {
    let protocol = arguments.protocol;
    if arguments.list {
        std::io::stdout().write_all(report::list(compliance::groups(protocol)).as_bytes())?;
        return Ok(Exit::DONE);
    }
    let empty = tempfile::tempdir().context("cannot create a folder to run the engine in")?;
    let program = prepare(arguments, protocol, empty.path().to_owned())?;
    let mut group = "";
    let found = compliance::run(&program, protocol, arguments.only.as_deref(), |finding| {
        if !arguments.json {
            // A closed pipe is noticed when the summary is written.
            let _ = print(finding, &mut group);
        }
    });
    let text = if arguments.json {
        format!("{:#}\n", document(&found))
    } else {
        format!("\n{}", report::summary(&found))
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(Exit::of_check(found.count(CheckResult::Failed) == 0))
}

/// Finds the program before anything runs.
fn prepare(arguments: &Arguments, protocol: Protocol, empty: PathBuf) -> Result<Program> {
    if let Some(only) = &arguments.only {
        let names = |group: &Group| {
            group.name.contains(only.as_str())
                || group.checks.iter().any(|check| check.name.contains(only.as_str()))
        };
        if !compliance::groups(protocol).iter().any(names) {
            bail!("no check matches {only}; --list shows all checks");
        }
    }
    let mut spec = EngineSpec::read(arguments.engine.as_deref().unwrap_or_default())?;
    spec.protocol = Some(protocol);
    let program = spec.program()?;
    let folder = match &arguments.folder {
        Some(folder) if !folder.is_dir() => bail!("the folder {} does not exist", folder.display()),
        Some(folder) => folder.clone(),
        None => empty,
    };
    Ok(Program { folder: Some(folder), ..program })
}

fn print(finding: &Finding, group: &mut &'static str) -> std::io::Result<()> {
    let mut out = std::io::stdout();
    if *group != finding.group {
        let gap = if group.is_empty() { "" } else { "\n" };
        writeln!(out, "{gap}{}", finding.group)?;
        *group = finding.group;
    }
    out.write_all(report::finding(finding).as_bytes())
}

fn document(report: &Report) -> serde_json::Value {
    let finding = |finding: &Finding| {
        json!({
            "group": finding.group, "name": finding.name, "demands": finding.demands,
            "remedy": finding.remedy,
            "verdict": finding.verdict.word().to_ascii_lowercase(), "seen": finding.seen,
            "time_ms": finding.took.as_millis() as u64,
        })
    };
    let count = |verdict| report.count(verdict);
    json!({
        "engine": report.engine, "passed": count(CheckResult::Passed), "failed": count(CheckResult::Failed),
        "warned": count(CheckResult::Warned), "skipped": count(CheckResult::Skipped),
        "checks": report.findings.iter().map(finding).collect::<Vec<_>>(),
    })
}
