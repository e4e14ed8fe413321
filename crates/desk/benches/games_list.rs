//! The list of a file with 100,000 games: how long until it is seen, whole, sorted and searched, and how long a frame waits for any of it.
//!
//! `cargo bench -p heirloom-desk --bench games_list [FILE]`; without a file one is made of the sample games beside the repository.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use web_time::{Duration, Instant};

use heirloom_desk::command::Command;
use heirloom_desk::model::Model;
use heirloom_desk::model::games::{Column, GamesCommand, Question};
use heirloom_desk::roster::Ours;
use heirloom_games::{Batch, Input, ReadError, Reading, Record, after_moves, records};
use heirloom_testing::sample_data;

/// So many games are in the file that is made.
const GAMES: usize = 100_000;
/// A frame of a screen with 60 of them a second.
const FRAME: Duration = Duration::from_millis(16);

/// A person that asks for things and looks on.
struct Person {
    model: Model,
    /// The longest time that a frame has spent with the model.
    longest: Duration,
}

impl Person {
    /// Asks, and waits frame by frame until something has come true.
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

/// The texts of all sample games.
fn samples() -> Vec<Vec<u8>> {
    let folder = sample_data("pgn");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "pgn"));
    files.sort();
    let see = |record: &Record<'_>, texts: &mut Vec<Vec<u8>>| texts.extend(record.text().map(<[u8]>::to_vec));
    let mut texts = Vec::new();
    let inputs = files.iter().map(|path| Input::file(path, Arc::default())).collect();
    let read = records(inputs, &Reading::new().skimming(), see, |batch: Batch<Vec<Vec<u8>>>| {
        texts.extend(batch.made);
        Ok::<(), ReadError>(())
    });
    read.expect("the samples can be read");
    texts
}

/// Makes the file; says whether there are games for it.
fn make(path: &Path) -> bool {
    let texts = samples();
    let mut file = BufWriter::new(File::create(path).expect("a file for the games"));
    for text in texts.iter().cycle().take(GAMES) {
        file.write_all(text).and_then(|()| file.write_all(b"\n\n")).expect("space for the games");
    }
    file.flush().expect("space for the games");
    !texts.is_empty()
}

/// What the system says of the memory of this program.
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
        return println!("left out: there are no sample games beside the repository; name a file");
    }
    let path = named.unwrap_or(made);
    println!("{} MB; before: {}", path.metadata().map_or(0, |metadata| metadata.len()) / 1_000_000, memory());
    let mut person = Person { model: Model::new(Arc::new(Ours), Arc::new(|| {})), longest: Duration::ZERO };
    let done = |model: &Model| model.games.progress().is_none();
    person.ask("first games in the list", Some(GamesCommand::List(path.clone())), |model| {
        !model.games.rows.is_empty()
    });
    person.ask("whole list", None, done);
    println!("listed: {}", memory());
    for column in [Column::White, Column::Date, Column::WhiteElo, Column::Number] {
        person.ask(&format!("sorted by {column:?}"), Some(GamesCommand::Sort(column)), done);
    }
    let words = |words: &str| Question { words: words.into(), ..Question::default() };
    let sicilian = after_moves("e4 c5").expect("legal moves");
    for (what, question) in [
        ("search: a word", words("kasp")),
        ("search: a tag in the list", words("eco:b8")),
        ("search: a tag of the file", words("annotator:x")),
        ("search: the Sicilian", Question { position: Some(Box::new(sicilian)), ..Question::default() }),
        ("search: rook endings", Question { material: "KRP*KRP*".into(), ..Question::default() }),
        ("all games again", Question::default()),
    ] {
        person.ask(what, Some(GamesCommand::Find(question)), done);
    }
    person.ask(
        "a game from the end",
        Some(GamesCommand::Show(person.model.games.index.len() as u32 - 1)),
        |model| !model.games.is_fetching(),
    );
    person.ask("moves from the start counted", Some(GamesCommand::Explore(true)), |model| {
        model.games.explorer.known.is_some()
    });
    person.model.apply(Command::Games(GamesCommand::List(path)), Instant::now());
    std::thread::sleep(5 * FRAME);
    person.ask("stopped", Some(GamesCommand::Stop), done);
    println!("longest frame {:.2} ms; at the end: {}", millis(person.longest), memory());
}
