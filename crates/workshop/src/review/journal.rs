//! The journal of a review, with one line of JSON for each finished game, so that an interrupted review can
//! continue.
//!
//! A line holds only the engine's evaluations, so the same journal can be used with other rules or outputs.

use std::collections::HashMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use heirloom_app::coordinates;
use heirloom_app::review::Evaluation;
use heirloom_arena::journal::{open_locked, truncate};
use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Move, Position};
use heirloom_engine::Score;
use serde_json::{Value, json};

use crate::documents;

/// The engine's evaluations of the positions of a game.
pub type Evaluations = Vec<Option<Evaluation>>;

/// The start of each line; JSON object keys are sorted alphabetically.
const LINE_START: &[u8] = b"{\"evaluations\":";

/// An open journal.
pub struct Journal {
    file: File,
    settings: String,
    /// Evaluations in the file, by settings, starting position and moves.
    known: HashMap<[String; 3], Value>,
}

impl Journal {
    /// Opens or creates a journal; `settings` is everything that affects the evaluations. Fails if the file
    /// cannot be used, is in use or is not a journal.
    pub fn open(path: &Path, settings: &str) -> Result<Journal> {
        let place = || format!("journal {}", path.display());
        let Some((mut file, text)) = open_locked(path).with_context(place)? else {
            bail!("{}: in use by another review", place());
        };
        let mut known = HashMap::new();
        let mut length = 0;
        for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
            // Drop a last line that is incomplete because the program was killed.
            if line.last() != Some(&b'\n') && (line.starts_with(LINE_START) || LINE_START.starts_with(line)) {
                break;
            }
            let entry = serde_json::from_slice(line).ok().and_then(entry);
            let Some((key, evaluations)) = entry else {
                bail!("{}, line {}: not a review journal, or damaged; name another file", place(), index + 1);
            };
            known.insert(key, evaluations);
            length += line.len() as u64;
        }
        truncate(&mut file, length).with_context(place)?;
        Ok(Journal { file, settings: settings.to_owned(), known })
    }

    /// Returns the evaluations of a game, if it is in the journal.
    pub fn find(&self, game: &Line) -> Option<Evaluations> {
        evaluations(game, self.known.get(&self.key(game))?)
    }

    /// Returns the evaluations of a game with the most nodes, whatever their settings, and these.
    pub fn most_thorough(&self, game: &Line) -> Option<(String, Evaluations)> {
        let [_, start, moves] = self.key(game);
        let of_game = self.known.iter().filter(|(key, _)| key[1] == start && key[2] == moves);
        let read = of_game.filter_map(|(key, value)| Some((key[0].clone(), evaluations(game, value)?)));
        let nodes = |(_, found): &(String, Evaluations)| -> u64 {
            found.iter().flatten().filter_map(|evaluation| evaluation.nodes).sum()
        };
        read.max_by_key(nodes)
    }

    /// Adds a finished game. Fails if the file cannot be written.
    pub fn add(&mut self, game: &Line, evaluations: &Evaluations) -> Result<()> {
        let [settings, start, moves] = self.key(game);
        let values: Vec<Value> = evaluations.iter().map(write).collect();
        let line = json!({"settings": settings, "start": start, "moves": moves, "evaluations": values});
        let text = line.to_string();
        self.file.write_all((text + "\n").as_bytes()).context("cannot write the journal")
    }

    fn key(&self, game: &Line) -> [String; 3] {
        let moves = coordinates::of_line(game.start(), game.moves());
        [self.settings.clone(), game.start().fen(), moves.join(" ")]
    }
}

/// Reads the evaluations of a game.
fn evaluations(game: &Line, values: &Value) -> Option<Evaluations> {
    let values = values.as_array()?;
    let mut position = game.start().clone();
    let mut evaluations = vec![read(values.first()?, &position)];
    for (&mv, value) in game.moves().iter().zip(&values[1..]) {
        position.play(mv);
        evaluations.push(read(value, &position));
    }
    (evaluations.len() == values.len() && values.len() == game.moves().len() + 1).then_some(evaluations)
}

fn entry(line: Value) -> Option<([String; 3], Value)> {
    let text = |name: &str| line.get(name)?.as_str().map(str::to_owned);
    Some(([text("settings")?, text("start")?, text("moves")?], line.get("evaluations")?.clone()))
}

fn write(evaluation: &Option<Evaluation>) -> Value {
    let Some(Evaluation { score, depth, selective_depth, nodes, line }) = evaluation else {
        return Value::Null;
    };
    // Castling is written as king takes rook, which needs no position to be read back; packed moves would
    // mean nothing to other programs.
    let line: Vec<String> = line.iter().map(|mv| format!("{mv:?}")).collect();
    json!({"score": documents::score(*score), "depth": depth, "seldepth": selective_depth, "nodes": nodes,
        "line": line.join(" ")})
}

fn read(value: &Value, position: &Position) -> Option<Evaluation> {
    let number = |value: &Value| value.as_i64().and_then(|number| i32::try_from(number).ok());
    let small = |name: &str| value.get(name)?.as_u64().and_then(|number| u32::try_from(number).ok());
    let score = value.get("score")?;
    let score = score
        .get("cp")
        .and_then(number)
        .map(Score::Cp)
        .or_else(|| score.get("mate").and_then(number).map(Score::Mate))?;
    let mut position = position.clone();
    let line = value.get("line")?.as_str()?.split_whitespace().map_while(|word| {
        let mv = uci::parse(&position, word).ok()?;
        position.play(mv);
        Some(mv)
    });
    let line: Vec<Move> = line.collect();
    let (depth, selective_depth, nodes) = (small("depth"), small("seldepth"), value.get("nodes")?.as_u64());
    Some(Evaluation { score, depth, selective_depth, nodes, line })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(moves: &str) -> Line {
        uci::parse_line(Position::startpos(), moves).unwrap()
    }

    #[test]
    fn finished_games_survive_a_kill() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (one, two) = (line("e2e4"), line("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"));
        let evaluation = Evaluation {
            nodes: Some(7),
            line: line("e2e4 e7e5").moves().to_vec(),
            ..Evaluation::of_score(Score::Cp(3))
        };
        let castling = Evaluation::of_score(Score::Mate(-2));
        let castling = Evaluation {
            line: vec![uci::parse(two.position(), "e1g1").unwrap()],
            depth: Some(9),
            ..castling
        };
        let of_one = vec![Some(evaluation), None];
        let of_two: Evaluations = std::iter::repeat_n(None, 6).chain([Some(castling)]).collect();
        let mut journal = Journal::open(&path, "a").unwrap();
        assert!(Journal::open(&path, "a").is_err(), "it is in use");
        journal.add(&one, &of_one).unwrap();
        journal.add(&two, &of_two).unwrap();
        drop(journal);
        let whole = std::fs::read_to_string(&path).unwrap();
        let second = whole.find('\n').unwrap() + 1;
        for cut in [whole.len(), whole.len() - 1, second + 30, second] {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut journal = Journal::open(&path, "a").unwrap();
            assert_eq!(journal.find(&one).as_ref(), Some(&of_one));
            if cut < whole.len() {
                assert_eq!(journal.find(&two), None);
                journal.add(&two, &of_two).unwrap();
                drop(journal);
                assert_eq!(std::fs::read_to_string(&path).unwrap(), whole, "cut after {cut} bytes");
            } else {
                assert_eq!(journal.find(&two).as_ref(), Some(&of_two));
            }
        }
        let other = Journal::open(&path, "b").unwrap();
        assert_eq!(other.find(&one), None, "other settings, other evaluations");
        assert_eq!(other.most_thorough(&one), Some(("a".into(), of_one.clone())));
        assert_eq!(other.most_thorough(&line("d2d4")), None);
        drop(other);
        std::fs::write(&path, "my novel\n").unwrap();
        assert!(Journal::open(&path, "a").is_err_and(|error| error.to_string().contains("line 1")));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "my novel\n");
    }
}
