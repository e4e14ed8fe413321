//! Tests of games that survive the program, however it ends.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::thread;

use heirloom_chess::notation::pgn;
use parking_lot::Mutex;

use super::*;
use crate::model::command::{Command, FileCommand, GamesCommand, LeaveChoice, PlayCommand, Step};
use crate::model::level::Level;
use crate::model::notice::Notice;
use crate::model::{Model, Stage};

/// The environment variable that passes the directory to the process that will be killed.
const FOLDER: &str = "HEIRLOOM_KEPT_FOLDER";
/// The longest time whose moves may be lost.
const LAST: Duration = Duration::from_secs(1);

fn model(folder: &Path) -> Model {
    let mut model = Model::bare();
    model.keep_in(folder.into());
    model
}

#[test]
fn a_game_outlives_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let start = Instant::now();
    let mut first = model(folder.path());
    first.apply(FileCommand::Paste("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *".into()), start);
    for step in [Step::Forward, Step::Forward, Step::Variation(1)] {
        first.apply(PlayCommand::Go(step), start);
    }
    first.poll(start);
    first.poll(start + DELAY);
    drop(first);
    let second = model(folder.path());
    assert_eq!((second.last_san().as_str(), second.play.record.game().move_count()), ("c5", 5));
    assert_eq!(second.notices(), [Notice::Recovered]);
}

#[test]
fn games_that_were_not_saved_are_shelved() {
    let folder = tempfile::tempdir().unwrap();
    // The remains of a killed program.
    std::fs::write(folder.path().join(UNSAVED), "[Event \"broken off\"]\n\n1. d4 Nf").unwrap();
    let mut model = model(folder.path());
    model.type_move("e4");
    model.command(FileCommand::Paste("8/8/8/8/8/8/8/K1k5 w - - 0 1".into()));
    drop(model);
    let text = std::fs::read_to_string(folder.path().join(UNSAVED)).unwrap();
    let games: Vec<_> = pgn::Reader::new(text.as_bytes()).games().collect();
    assert!(games.len() == 2 && games[1].as_ref().is_ok_and(|game| game.move_count() == 1), "{text}");
}

#[test]
fn two_desks_keep_a_game_each() {
    let folder = tempfile::tempdir().unwrap();
    let play = |model: &mut Model, text: &str| {
        model.command(PlayCommand::Type(text.into()));
        model.keep_now();
    };
    let (mut one, mut other) = (model(folder.path()), model(folder.path()));
    play(&mut one, "e4");
    play(&mut other, "d4");
    drop((one, other));
    let (one, other) = (model(folder.path()), model(folder.path()));
    // The second one says that it is the second.
    assert_eq!([one, other].map(|model| (model.plies(), model.notices().len())), [(1, 1), (1, 2)]);
}

#[test]
fn a_folder_that_cannot_be_written_costs_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let model = model(&file.join("desk"));
    assert!(matches!(model.notices(), [Notice::NotKept(..)]), "{:?}", model.notices());
}

#[test]
#[ignore = "never ends: the other half of the next test"]
fn plays_without_end() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let folder = PathBuf::from(folder);
    let mut model = model(&folder.join("kept"));
    model.command(PlayCommand::Go(Step::Last));
    for number in 0.. {
        let text = ["Nf3", "Nf6", "Ng1", "Ng8"][model.plies() % 4];
        model.command(PlayCommand::Type(text.into()));
        println!("\nmoves {}", model.play.record.game().move_count());
        if number % 10 == 0 {
            model.command(FileCommand::Save(folder.join("games.pgn")));
        }
        // The time of one frame.
        thread::sleep(Duration::from_millis(15));
        model.poll(Instant::now());
    }
}

/// The numbers of moves that a process reported, with the times of the reports.
type Said = Arc<Mutex<Vec<(Instant, usize)>>>;

/// Starts the process that plays, and records its reports with their times.
fn playing(folder: &Path) -> (Child, Said) {
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    command
        .args(["--ignored", "--exact", "--nocapture", "model::autosave::tests::plays_without_end"])
        .env(FOLDER, folder);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let said: Said = Arc::default();
    let (output, heard) = (BufReader::new(child.stdout.take().unwrap()), Arc::clone(&said));
    thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            let count = line.strip_prefix("moves ").and_then(|count| count.parse().ok());
            heard.lock().extend(count.map(|count| (Instant::now(), count)));
        }
    });
    (child, said)
}

#[test]
fn a_kill_at_any_moment_costs_the_last_second_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.pgn");
    let old = "[Event \"old\"]\n\n1. e4 e5 *\n\n";
    std::fs::write(&games, old).unwrap();
    let mut before = 0;
    for round in 0..6 {
        let (mut child, said) = playing(folder.path());
        let started = Instant::now();
        while said.lock().is_empty() {
            assert!(started.elapsed() < Duration::from_secs(60), "nobody plays");
            thread::sleep(Duration::from_millis(5));
        }
        thread::sleep(Duration::from_millis(900 + 217 * round));
        let killed = Instant::now();
        child.kill().unwrap();
        child.wait().unwrap();
        let said = said.lock().clone();
        let safe = said
            .iter()
            .filter(|(at, _)| *at + LAST < killed)
            .map(|(_, count)| *count)
            .max()
            .unwrap_or(before);
        let recovered = model(&folder.path().join("kept")).record().game().move_count();
        assert!(recovered >= safe, "{safe} moves were played, {recovered} are left");
        before = recovered;
        let text = std::fs::read_to_string(&games).unwrap();
        let read: Vec<_> = pgn::Reader::new(text.as_bytes()).games().collect();
        // A recovered game does not belong to a file yet, so each process appends one.
        assert!(text.starts_with(old) && read.iter().all(Result::is_ok), "{text}");
        assert!(read.len() as u64 <= 2 + round, "{text}");
    }
    assert!(before > 0, "nothing was kept");
}

#[test]
fn a_game_that_was_kept_goes_on_as_it_stood() {
    let folder = tempfile::tempdir().unwrap();
    let mut model = model(folder.path());
    let now = Instant::now();
    let level = Level::Increment { base: Duration::from_secs(300), increment: Duration::ZERO };
    model.apply(PlayCommand::NewGame { players: [Player::Human, Player::Human], level, start: None }, now);
    model.apply(PlayCommand::Type("e4".into()), now + Duration::from_secs(88));
    model.apply(FileCommand::Paste("8/8/8/8/8/8/8/K1k5 w - - 0 1".into()), now + Duration::from_secs(90));
    model.apply(Command::Leave(LeaveChoice::Keep), now + Duration::from_secs(90));
    assert_eq!((model.play.stage(), model.play.record.game().move_count()), (Stage::Free, 0));
    let shelf = model.play.earlier_games().unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    while model.play.stage() != Stage::Playing && Instant::now() < deadline {
        // The writing thread may not have reached it yet.
        model.command(GamesCommand::ShowLast(shelf.clone()));
        for _ in 0..10 {
            thread::sleep(Duration::from_millis(20));
            model.poll(Instant::now());
        }
    }
    assert_eq!((model.play.stage(), model.play.record.game().move_count()), (Stage::Playing, 1));
    let left = model.play.clocks().left(heirloom_chess::Color::White, Instant::now());
    assert_eq!(left, Some(Duration::from_secs(212)));
    let later = Instant::now();
    model.apply(PlayCommand::Continue, later);
    assert_eq!(model.play.clocks().running(), Some(heirloom_chess::Color::Black));
}
