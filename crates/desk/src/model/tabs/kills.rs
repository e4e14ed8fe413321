//! Tests that a desk that is killed while it edits, reviews and plays loses the last second at most: games,
//! tabs and what can be undone.
//!
//! `HEIRLOOM_KILLS=200 cargo test -p heirloom-desk --lib kills_cost -- --ignored` kills it 200 times.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use heirloom_chess::game::{Game, NodeId, Step as Walked};
use heirloom_chess::notation::pgn;
use parking_lot::Mutex;
use web_time::Instant;

use crate::model::Model;
use crate::model::command::{EditCommand, FileCommand, PlayCommand, ReviewCommand, Step, TabCommand};
use crate::model::level::Level;
use crate::model::play::Play;
use crate::model::players::Player;
use crate::model::suite::Limit;
use crate::roster::BuiltInEngines;

/// The environment variable that passes the directory to the process that will be killed.
const FOLDER: &str = "HEIRLOOM_KILLED_FOLDER";
/// The environment variable with the number of kills.
const KILLS: &str = "HEIRLOOM_KILLS";
/// The longest time whose changes may be lost.
const LAST: Duration = Duration::from_secs(1);
/// The beginning of the names of games.
const GAME: &str = "game ";
/// The greatest number of tabs.
const TABS: usize = 5;

fn model(folder: &Path) -> Model {
    let mut model = Model::with(BuiltInEngines);
    model.keep_in(folder.into());
    model
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns the name of a game, and a number for its text and its changes.
fn state(play: &Play) -> (String, u64) {
    let record = play.record();
    let name = record.game().tags().get("Event").unwrap_or("none").to_owned();
    (name, hash((pgn::to_string(record.game()), record.history.sizes())))
}

/// Returns the names of the games that have one, in the order of the tabs.
fn names(model: &Model) -> Vec<String> {
    let names = model.tabs.all(&model.play).map(|play| state(play).0);
    names.filter(|name| name.starts_with(GAME)).collect()
}

fn random_node(game: &Game) -> Option<NodeId> {
    let nodes: Vec<NodeId> = game
        .walk()
        .filter_map(|step| if let Walked::Move(node) = step { Some(node) } else { None })
        .collect();
    (!nodes.is_empty()).then(|| nodes[fastrand::usize(..nodes.len())])
}

/// Does something at random.
fn act(model: &mut Model) {
    let game = model.record().game();
    let Some(node) = random_node(game) else { return new_game(model) };
    match fastrand::u32(..16) {
        0 if model.tabs.count() < TABS => new_tab(model),
        1 => model.command(TabCommand::Show(fastrand::usize(..model.tabs.count()))),
        2 if fastrand::u32(..8) == 0 && model.tabs.count() > 2 && !model.play.goes_on() => {
            // A tab is closed at once, perhaps before the next report.
            let closed = state(&model.play).0;
            let left: Vec<String> = names(model).into_iter().filter(|name| *name != closed).collect();
            println!("\ntabs {} {}", model.tabs.count() - 1, left.join("|"));
            model.command(TabCommand::Close(model.tabs.active()));
        }
        3 if fastrand::u32(..4) == 0 => new_game(model),
        4 if !model.review.is_running() => {
            model.command(ReviewCommand::Start("firstchess".into(), Limit::Depth(1)));
        }
        5 if model.reviewed().is_some() => model.command(ReviewCommand::Annotate),
        6 | 7 => model.command(PlayCommand::Undo),
        8 => model.command(PlayCommand::Redo),
        9 => model.command(EditCommand::Promote(node)),
        10 if game.move_count() > 30 => model.command(EditCommand::Delete(node)),
        11 | 12 => {
            let words = format!("words {}", fastrand::u32(..));
            model.command(EditCommand::Annotate(node, words, Vec::new()));
        }
        _ if model.play.goes_on() => {}
        _ => {
            model.command(PlayCommand::Go(Step::To(node)));
            let legal = model.record().position().legal_moves();
            if !legal.is_empty() && !model.record().is_decided_here() {
                model.command(PlayCommand::Move(legal[fastrand::usize(..legal.len())]));
            }
        }
    }
}

/// Names the game on the board as no other one, so that it is known again.
fn name(model: &mut Model) {
    let name = format!("{GAME}{}", fastrand::u64(..));
    model.command(EditCommand::Tag("Event".into(), name));
}

fn new_tab(model: &mut Model) {
    model.command(TabCommand::New);
    model.command(FileCommand::Paste(format!(
        "[Event \"{GAME}{}\"]\n\n1. e4 e5 (1... c5) 2. Nf3 {{start}} Nc6 *",
        fastrand::u64(..)
    )));
}

/// Lets an engine play against itself; another game that is being played waits.
fn new_game(model: &mut Model) {
    if model.play.goes_on() {
        model.command(PlayCommand::Resign);
    }
    let players = [Player::Engine("firstchess".into()), Player::Engine("firstchess".into())];
    model.command(PlayCommand::NewGame { players, level: Level::Depth(1), start: None });
    name(model);
}

fn report(model: &Model) {
    for play in model.tabs.all(&model.play) {
        let (name, state) = state(play);
        println!("\nstate {state} {name}");
    }
    println!("\ntabs {} {}", model.tabs.count(), names(model).join("|"));
}

#[test]
#[ignore = "never ends: the other half of the next test"]
fn acts_without_end() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let mut model = model(&PathBuf::from(folder));
    // What came back stays on the disk until something has changed for a while.
    report(&model);
    loop {
        println!("\nstep 0 begins");
        act(&mut model);
        model.poll(Instant::now());
        report(&model);
        println!("\nstep 1 ends");
        // The time of one frame.
        thread::sleep(Duration::from_millis(15));
    }
}

/// What a process reported: the time, the state and name of a game, or the number and names of the tabs.
type Said = Arc<Mutex<Vec<(Instant, String, u64, String)>>>;

/// Starts the process, and records its reports.
fn acting(folder: &Path) -> (Child, Said, JoinHandle<()>) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--ignored", "--exact", "--nocapture", "model::tabs::kills::acts_without_end"])
        .env(FOLDER, folder);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let said: Said = Arc::default();
    let (output, heard) = (BufReader::new(child.stdout.take().unwrap()), Arc::clone(&said));
    let reader = thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            let mut words = line.splitn(3, ' ');
            if let (Some(kind @ ("state" | "tabs" | "step")), Some(number), Some(name)) =
                (words.next(), words.next().and_then(|number| number.parse().ok()), words.next())
            {
                heard.lock().push((Instant::now(), kind.to_owned(), number, name.to_owned()));
            }
        }
    });
    (child, said, reader)
}

/// Returns the reports of a kind that are not too old; the last one of those that are too old counts, since
/// it was still true.
fn recent<'a>(
    said: &'a [(Instant, String, u64, String)],
    wanted: &'a str,
    killed: Instant,
) -> impl Iterator<Item = (u64, &'a str)> {
    let reports = said.iter().filter(move |(_, kind, ..)| kind == wanted);
    let old = reports.clone().filter(move |(at, ..)| *at + LAST < killed).count();
    reports.skip(old.saturating_sub(1)).map(|(_, _, number, name)| (*number, name.as_str()))
}

/// Returns the states of a game in reports that are not too old.
fn states(said: &[(Instant, String, u64, String)], name: &str, killed: Instant) -> Vec<u64> {
    let of_game: Vec<_> =
        said.iter().filter(|report| report.1 == "state" && report.3 == name).cloned().collect();
    recent(&of_game, "state", killed).map(|(state, _)| state).collect()
}

#[test]
#[ignore = "takes long, and depends on the speed of the disk"]
fn kills_cost_the_last_second_at_most() {
    let kills = std::env::var(KILLS).ok().and_then(|kills| kills.parse().ok()).unwrap_or(5);
    let folder = tempfile::tempdir().unwrap();
    let (mut tabs, mut changes, mut unreported) = (0, 0, 0);
    for round in 0..kills {
        let (mut child, said, reader) = acting(folder.path());
        let started = Instant::now();
        while !said.lock().iter().any(|report| report.1 == "step" && report.2 == 1) {
            assert!(started.elapsed() < Duration::from_secs(60), "no process acts");
            thread::sleep(Duration::from_millis(5));
        }
        thread::sleep(Duration::from_millis(fastrand::u64(300..2500)));
        let killed = Instant::now();
        child.kill().unwrap();
        child.wait().unwrap();
        reader.join().unwrap();
        let said = said.lock().clone();
        // What was done in a step that was broken off may have been kept, but was not reported.
        let broken_off = said.last().is_some_and(|report| (report.1.as_str(), report.2) != ("step", 1));
        let mut model = model(folder.path());
        let lists: Vec<_> = recent(&said, "tabs", killed).collect();
        let count = model.tabs.count() as u64;
        let known = lists.iter().any(|(tabs, _)| *tabs == count);
        assert!(known || broken_off, "round {round}: {count} tabs of {lists:?}");
        // A game that was there all the time is still there.
        let back = names(&model);
        for name in lists[0].1.split('|').filter(|name| lists.iter().all(|(_, names)| names.contains(name))) {
            let is_back = name.is_empty() || back.iter().any(|other| other == name);
            assert!(is_back || broken_off, "round {round}: {name} is gone");
        }
        for play in model.tabs.all(&model.play) {
            let (name, state) = state(play);
            let sizes = play.record().history.sizes();
            // A new game gets its name a moment after it begins.
            let known = states(&said, &name, killed).contains(&state) || !name.starts_with(GAME);
            let last_seen = said.iter().rfind(|report| report.1 == "state" && report.2 == state);
            let age = last_seen.map(|report| killed - report.0);
            assert!(known || broken_off, "round {round}: {name}: {sizes:?}, last reported before {age:?}");
            unreported += u64::from(!known);
            changes += sizes.0;
        }
        tabs += model.tabs.count();
        // What can be undone fits the games.
        for place in 0..model.tabs.count() {
            model.command(TabCommand::Show(place));
            let (done, undone) = model.record().history.sizes();
            for _ in 0..done {
                assert!(model.play.record.undo(), "round {round}: a change does not fit");
            }
            for _ in 0..done + undone {
                assert!(model.play.record.redo(), "round {round}: an undone change does not fit");
            }
            for _ in 0..undone {
                model.play.record.undo();
            }
        }
    }
    println!(
        "{kills} kills: {tabs} tabs and {changes} changes came back; {unreported} states of broken steps"
    );
    assert!(kills < 5 || tabs > kills && changes > 0, "{tabs} tabs, {changes} changes");
}
