//! `heirloom match`: games between engines, with openings, clocks, a journal and statistics.

mod arguments;
mod progress;
mod tablebases;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use heirloom_app::words::quoted;
use heirloom_arena::adjudicate::Adjudicator;
use heirloom_arena::contestant::Contestant;
use heirloom_arena::game::GameRules;
use heirloom_arena::journal::{FORMAT, Header, Journal};
use heirloom_arena::sprt::Decision;
use heirloom_arena::standings::Standings;
use heirloom_arena::tournament::{MatchEnd, MatchEvent, Records, StopFlags, Tournament};
use heirloom_workshop::matches::events::Events;
use heirloom_workshop::matches::report::Report;
use heirloom_workshop::matches::trailers::Trailers;
use heirloom_workshop::plural::games;
use parking_lot::Mutex;

pub use arguments::Arguments;
use arguments::Plan;
use progress::Progress;

use crate::alone;
use crate::exit::Exit;
use crate::interrupt::{self, InterruptGuard};
use crate::invocation::Invocation;
use crate::streams;

/// Plays or resumes a match and prints the result.
pub fn run(arguments: &Arguments, invocation: &Invocation<'_>) -> Result<Exit> {
    let words = &invocation.words[2..];
    match &arguments.resume {
        Some(path) => resume(path, words),
        None => play(arguments, words),
    }
}

/// Resumes the match of a journal in the folder where it was started.
fn resume(path: &Path, words: &[String]) -> Result<Exit> {
    let path = std::path::absolute(path)?;
    let Some(header) = Journal::read_header(&path)? else {
        bail!("journal {} is empty; there is no match to resume", path.display())
    };
    std::env::set_current_dir(&header.folder).with_context(|| {
        format!("cannot change to {}, where the match was started", header.folder.display())
    })?;
    let mut rest = words.iter();
    // What is given now takes precedence.
    let mut again = header.arguments;
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--resume" => drop(rest.next()),
            word if word.starts_with("--resume=") => {}
            _ => again.push(word.clone()),
        }
    }
    let all = std::iter::once("heirloom match".to_owned()).chain(again.iter().cloned());
    let mut arguments: Arguments = alone::parse(all).unwrap_or_else(|error| error.exit());
    arguments.journal = Some(path);
    play(&arguments, &again)
}

fn play(arguments: &Arguments, words: &[String]) -> Result<Exit> {
    let plan = arguments.plan()?;
    let (records, standings) = open_records(arguments, &plan, words)?;
    let contestants: Vec<Contestant> =
        plan.entrants.iter().map(|entrant| entrant.contestant(plan.grace)).collect();
    let adjudicators =
        plan.tablebases.iter().map(|referee| Arc::clone(referee) as Arc<dyn Adjudicator>).collect();
    let rules = GameRules {
        adjudication: plan.adjudication,
        adjudicators,
        patience: plan.patience,
        grace: plan.grace,
    };
    let date = heirloom_app::date::today();
    let tournament = Tournament {
        contestants: &contestants,
        openings: &plan.openings,
        rules,
        sprt: plan.sprt,
        slots: plan.slots.clone(),
        tags: vec![
            ("Event".into(), arguments.event.clone()),
            ("Site".into(), arguments.site.clone()),
            ("Date".into(), date),
        ],
        transcripts: Some(plan.transcripts.clone()),
        strict: arguments.strict,
    };
    let trailers = plan.sprt.map(|sprt| Trailers::of(&plan.entrants, sprt, &plan.openings_named));
    let progress = Progress::new(arguments, &plan, &standings);
    let out = arguments.events.as_deref().map(open_events).transpose()?;
    let mut events = out.map(|out| Events::new(out, &plan.entrants, plan.sprt));
    if let Some(events) = &mut events {
        events.begin(&plan.entrants, &standings);
    }
    if let Some(referee) = &plan.tablebases {
        progress.print(&referee.found());
    }
    if standings.games() > 0 {
        progress.print(&format!("{} of {} already played", standings.games(), games(plan.schedule.games())));
    }
    let events = Mutex::new(events);
    let listener = |news: &MatchEvent<'_>| {
        progress.tell(news);
        if let Some(events) = events.lock().as_mut() {
            events.report(news);
        }
    };
    let outcome = steered(&progress, |stop_flags| tournament.run(standings, records, stop_flags, &listener));
    progress.clear();
    let (standings, finish) = outcome?;
    let exit = exit(finish, plan.sprt.is_some());
    if let Some(mut events) = events.into_inner() {
        events.finish(finish, exit.code());
    }
    let names = plan.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    progress.print(Report { names, standings: &standings, sprt: plan.sprt }.text(finish).trim_end());
    if let Some(trouble) = plan.tablebases.as_ref().and_then(|referee| referee.trouble()) {
        progress.print(&format!("tablebases: {trouble}"));
    }
    if let (MatchEnd::Decided(_) | MatchEnd::Played, Some(trailers)) = (finish, trailers) {
        progress.print(&format!("\nfor the commit message:\n\n{}", trailers.text(&standings).trim_end()));
    }
    if let (MatchEnd::Interrupted, Some(journal)) = (finish, &arguments.journal) {
        progress.print(&format!(
            "resume with: heirloom match --resume {}",
            quoted(&journal.display().to_string())
        ));
    }
    std::io::stdout().flush()?;
    Ok(exit)
}

/// Opens the file that events are appended to; `-` is standard output.
fn open_events(path: &Path) -> Result<Box<dyn Write + Send>> {
    if streams::is_standard(path) {
        return Ok(Box::new(std::io::stdout()));
    }
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    Ok(Box::new(file.with_context(|| format!("cannot write the events {}", path.display()))?))
}

/// Returns the exit code for scripts, which depends on how the match ended.
fn exit(finish: MatchEnd, tested: bool) -> Exit {
    match finish {
        MatchEnd::Decided(Decision::H1) => Exit::DONE,
        MatchEnd::Decided(Decision::H0) => Exit::H0,
        MatchEnd::Played if tested => Exit::UNDECIDED,
        MatchEnd::Played => Exit::DONE,
        MatchEnd::Fault => Exit::STRICT,
        MatchEnd::Interrupted => Exit::INTERRUPTED,
    }
}

/// Opens the journal and the PGN file. Adds the games in the journal to the standings, and those missing from
/// the PGN file to it.
fn open_records(arguments: &Arguments, plan: &Plan, words: &[String]) -> Result<(Records, Standings)> {
    let folder = std::env::current_dir().context("cannot determine the current folder")?;
    let header = Header {
        format: FORMAT.into(),
        settings: plan.settings.clone(),
        arguments: words.to_vec(),
        folder,
        pgn_begin: 0,
    };
    let journal = arguments.journal.as_deref().map(|path| (path, header));
    let (records, games) = Records::open(arguments.pgn.as_deref(), journal)?;
    let mut standings = Standings::new(plan.schedule.clone(), plan.entrants.len());
    for game in &games {
        standings.add(game);
    }
    Ok((records, standings))
}

/// Runs a match. The first Ctrl-C lets the running games finish, the second abandons them.
fn steered<T>(progress: &Progress, run: impl FnOnce(&StopFlags) -> T) -> T {
    let catch = interrupt::catch();
    let (stop_flags, over) = (StopFlags::default(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| listen(&catch, &stop_flags, &over, progress));
        let outcome = run(&stop_flags);
        over.store(true, Ordering::SeqCst);
        outcome
    })
}

fn listen(catch: &InterruptGuard, stop_flags: &StopFlags, over: &AtomicBool, progress: &Progress) {
    while !over.load(Ordering::SeqCst) {
        if catch.take() {
            if stop_flags.finish.swap(true, Ordering::SeqCst) {
                stop_flags.abandon.store(true, Ordering::SeqCst);
            } else {
                progress.print("finishing the running games; press Ctrl-C again to abandon them");
            }
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}
