//! `heirloom data import`: games that match programs have written as PGN, as games of self-play.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result, bail};
use heirloom_chess::notation::pgn;
use heirloom_training::games::import;
use heirloom_training::games::reader::Section;
use heirloom_training::games::writer::Writer;

use super::{Output, TOLD, create};
use crate::progress::Bytes;

/// Writes all games of the files whose result is known.
pub fn run(output: &Output) -> Result<()> {
    let inputs = output.files.files.iter().map(|path| open(path)).collect::<Result<Vec<_>>>()?;
    let mut writer = create(&output.out)?;
    let names: Vec<String> = output.files.files.iter().map(|path| path.display().to_string()).collect();
    let section = Section { engine: "from PGN".into(), seed: 0, settings: serde_json::json!({ "files": names }) };
    writer.begin_section(&section).context("cannot write")?;
    let count = Arc::new(AtomicU64::new(0));
    let bytes = Bytes::new(inputs.iter().map(|(_, length)| length).sum(), Arc::clone(&count));
    let (mut left_out, mut outcome) = (0, Ok(()));
    for ((input, _), name) in inputs.into_iter().zip(&names) {
        outcome = take(Counted { input, count: Arc::clone(&count) }, name, &mut writer, &mut left_out);
        if outcome.is_err() {
            break;
        }
    }
    bytes.finish();
    outcome?;
    anstream::eprintln!("{} holds {} games; {left_out} were left out", output.out.display(), writer.games());
    if writer.games() == 0 {
        bail!("there was no game with a result");
    }
    Ok(())
}

/// A file with its length, or standard input for `-`.
fn open(path: &Path) -> Result<(Box<dyn Read>, u64)> {
    if path == Path::new("-") {
        return Ok((Box::new(std::io::stdin()), 0));
    }
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    Ok((Box::new(file), length))
}

fn take(input: impl Read, name: &str, writer: &mut Writer, left_out: &mut u64) -> Result<()> {
    let mut games = pgn::Reader::new(BufReader::new(input)).games();
    while let Some(read) = games.next() {
        let trouble = match read {
            Ok(game) => match import::game(&game) {
                Some(game) => {
                    writer.add(&game).context("cannot write")?;
                    continue;
                }
                None => format!("{name}, line {}: a game without a result", games.place().line),
            },
            Err(error) => format!("{name}, {error}"),
        };
        *left_out += 1;
        if *left_out <= TOLD {
            anstream::eprintln!("heirloom: {trouble}");
        }
    }
    Ok(())
}

/// Counts what is read.
struct Counted<R> {
    input: R,
    count: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}
