//! Measures the list of a file with 100,000 games: the time until it is visible, complete, sorted and
//! searched, and the longest time that a frame waits for it.
//!
//! `cargo bench -p heirloom-desk --bench games_list [FILE]`. By default the file is made of the sample
//! games next to the repository.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use web_time::{Duration, Instant};

use heirloom_desk::model::Model;
use heirloom_desk::model::command::{Command, GamesCommand};
use heirloom_desk::model::games::{GameColumn, Query};
use heirloom_desk::roster::BuiltInEngines;
use heirloom_games::{Batch, Input, ReadError, ReadOptions, Record, after_moves, records};
use heirloom_testing::sample_data;

/// The number of games in the generated file.
const GAMES: usize = 100_000;
/// The time of a frame at 60 frames per second.
const FRAME: Duration = Duration::from_millis(16);

/// A user who sends commands and watches.
struct Person {
    model: Model,
    /// The longest time that the model took in a frame.
    longest: Duration,
}

impl Person {
    /// Sends a command, waits frame by frame until a condition holds, and prints the times.
    fn ask(&mut self, what: &str, command: Option<GamesCommand>, has_come: impl Fn(&Model) -> bool) {
        let (begun, longest) = (Instant::now(), std::mem::take(&mut self.longest));
        if let Some(command) = command {
            self.model.apply(Command::Games(command), Instant::now());
            self.longest = begun.elapsed();
        }
        while !has_come(&self.model) {
            std::thread::sleep(FRAME);
            let frame = Instant::now();
            self.model.poll(frame);
            self.longest = self.longest.max(frame.elapsed());
        }
        let rows = self.model.games.rows.len();
        println!(
            "{what:28} {:8.0} ms   longest frame {:6.2} ms   {rows} rows",
            millis(begun.elapsed()),
            millis(self.longest)
        );
        self.longest = self.longest.max(longest);
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Returns the texts of all sample games.
fn samples() -> Vec<Vec<u8>> {
    let folder = sample_data("pgn");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "pgn"));
    files.sort();
    let see = |record: &Record<'_>, texts: &mut Vec<Vec<u8>>| texts.extend(record.text().map(<[u8]>::to_vec));
    let mut texts = Vec::new();
    let inputs = files.iter().map(|path| Input::file(path, Arc::default())).collect();
    let read = records(inputs, &ReadOptions::new().skimming(), see, |batch: Batch<Vec<Vec<u8>>>| {
        texts.extend(batch.made);
        Ok::<(), ReadError>(())
    });
    read.expect("the samples can be read");
    texts
}

/// Writes the file. Returns true if there are games for it.
fn make(path: &Path) -> bool {
    let texts = samples();
    let mut file = BufWriter::new(File::create(path).expect("a file for the games"));
    for text in texts.iter().cycle().take(GAMES) {
        file.write_all(text).and_then(|()| file.write_all(b"\n\n")).expect("space for the games");
    }
    file.flush().expect("space for the games");
    !texts.is_empty()
}

/// Returns the memory use of this program as reported by the system.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let lines = status.lines().filter(|line| line.starts_with("VmRSS") || line.starts_with("VmHWM"));
    lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join(", ")
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let named = std::env::args().skip(1).find(|word| !word.starts_with('-')).map(PathBuf::from);
    let made = folder.path().join("games.pgn");
    if named.is_none() && !make(&made) {
        return println!("left out: there are no sample games next to the repository; name a file");
    }
    let path = named.unwrap_or(made);
    println!("{} MB; before: {}", path.metadata().map_or(0, |metadata| metadata.len()) / 1_000_000, memory());
    let mut person =
        Person { model: Model::new(Arc::new(BuiltInEngines), Arc::new(|| {})), longest: Duration::ZERO };
    let done = |model: &Model| model.games.progress().is_none();
    person.ask("first games in the list", Some(GamesCommand::List(path.clone())), |model| {
        !model.games.rows.is_empty()
    });
    person.ask("whole list", None, done);
    println!("listed: {}", memory());
    for column in [GameColumn::White, GameColumn::Date, GameColumn::WhiteElo, GameColumn::Number] {
        person.ask(&format!("sorted by {column:?}"), Some(GamesCommand::Sort(column)), done);
    }
    let words = |words: &str| Query { words: words.into(), ..Query::default() };
    let sicilian = after_moves("e4 c5").expect("legal moves");
    for (what, query) in [
        ("search: a word", words("kasp")),
        ("search: a tag in the list", words("eco:b8")),
        ("search: a tag of the file", words("annotator:x")),
        ("search: the Sicilian", Query { position: Some(Box::new(sicilian)), ..Query::default() }),
        ("search: rook endings", Query { material: "KRP*KRP*".into(), ..Query::default() }),
        ("all games again", Query::default()),
    ] {
        person.ask(what, Some(GamesCommand::Find(query)), done);
    }
    person.ask(
        "a game from the end",
        Some(GamesCommand::Show(person.model.games.index.len() as u32 - 1)),
        |model| !model.games.is_fetching(),
    );
    person.ask("moves from the start counted", Some(GamesCommand::Explore(true)), |model| {
        model.games.explorer.known.is_some()
    });
    person.model.apply(GamesCommand::List(path), Instant::now());
    std::thread::sleep(5 * FRAME);
    person.ask("stopped", Some(GamesCommand::Stop), done);
    println!("longest frame {:.2} ms; at the end: {}", millis(person.longest), memory());
}
