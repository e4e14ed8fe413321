//! `heirloom compliance`: does an engine keep to its protocol?

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use heirloom_app::programs;
use heirloom_protocol::Program;
use heirloom_protocol::compliance::{self, Finding, Group, Protocol, Report, Verdict, report};
use serde_json::json;

use crate::exit::Exit;
use crate::matches::words;
use crate::roster::Own;

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
    #[arg(long, value_enum, default_value = "uci")]
    protocol: Spoken,
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

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Spoken {
    Uci,
    Xboard,
}

/// Runs the checks and prints what came of them.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let protocol = match arguments.protocol {
        Spoken::Uci => Protocol::Uci,
        Spoken::Xboard => Protocol::XBoard,
    };
    if arguments.list {
        std::io::stdout().write_all(report::list(compliance::groups(protocol)).as_bytes())?;
        return Ok(Exit::DONE);
    }
    let empty = tempfile::tempdir().context("cannot create a folder to run the engine in")?;
    let program = prepare(arguments, protocol, empty.path().to_owned())?;
    let mut group = "";
    let found = compliance::run(&program, protocol, arguments.only.as_deref(), |finding| {
        if !arguments.json {
            // A reader who has gone is noticed when the sums are written.
            let _ = print(finding, &mut group);
        }
    });
    let text = if arguments.json { format!("{:#}\n", document(&found)) } else { format!("\n{}", report::summary(&found)) };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(Exit::of_check(found.count(Verdict::Failed) == 0))
}

/// The program to start, found before anything runs.
fn prepare(arguments: &Arguments, protocol: Protocol, empty: PathBuf) -> Result<Program> {
    if let Some(only) = &arguments.only {
        let names =
            |group: &Group| group.name.contains(only.as_str()) || group.checks.iter().any(|check| check.name.contains(only.as_str()));
        if !compliance::groups(protocol).iter().any(names) {
            bail!("no check matches {only}; --list shows all checks");
        }
    }
    let mut words = words::split(arguments.engine.as_deref().unwrap_or_default())?;
    if let Some(program) = words.first().and_then(|name| programs::remembered(name)) {
        words.splice(..1, words::split(&program.command)?);
    }
    let (path, mut own) = match &words[..] {
        [] => bail!("name a built-in engine or give a command"),
        [name] if let Some(own) = Own::find(name) => {
            let verb = if protocol == Protocol::Uci { "uci" } else { "xboard" };
            let path = std::env::current_exe().context("cannot locate the heirloom program file")?;
            (path, vec!["--engine".into(), own.id().into(), verb.into()])
        }
        [program, ..] => (find(program)?, Vec::new()),
    };
    if own.is_empty() {
        own = words[1..].to_vec();
    }
    let folder = match &arguments.folder {
        Some(folder) if !folder.is_dir() => bail!("the folder {} does not exist", folder.display()),
        Some(folder) => folder.clone(),
        None => empty,
    };
    Ok(Program { arguments: own, folder: Some(folder), ..Program::new(path) })
}

/// The file of a program: named by its path, or in the search path.
fn find(program: &str) -> Result<PathBuf> {
    let named = PathBuf::from(program);
    let candidates: Vec<PathBuf> = if named.components().count() > 1 {
        vec![named]
    } else {
        std::env::var_os("PATH").iter().flat_map(std::env::split_paths).map(|folder| folder.join(program)).collect()
    };
    match candidates.into_iter().find(|path| path.is_file()) {
        Some(path) => std::path::absolute(&path).with_context(|| format!("cannot find {}", path.display())),
        None => bail!("cannot find the program {program}; give its path, or a name in PATH"),
    }
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
            "group": finding.group, "name": finding.name, "demands": finding.demands, "remedy": finding.remedy,
            "verdict": finding.verdict.word().to_ascii_lowercase(), "seen": finding.seen, "time_ms": finding.took.as_millis() as u64,
        })
    };
    let count = |verdict| report.count(verdict);
    json!({
        "engine": report.engine, "passed": count(Verdict::Passed), "failed": count(Verdict::Failed),
        "warned": count(Verdict::Warned), "skipped": count(Verdict::Skipped),
        "checks": report.findings.iter().map(finding).collect::<Vec<_>>(),
    })
}
