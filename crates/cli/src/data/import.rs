//! `heirloom data import`: PGN games of match programs as self-play games.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use anyhow::{Context, Result, bail};
use heirloom_chess::notation::pgn;
use heirloom_training::games::import;
use heirloom_training::games::reader::Section;
use heirloom_training::games::writer::Writer;
use heirloom_workshop::plural::games;

use super::MOST_SHOWN;
use super::making::{Output, create, whole};
use crate::progress::{ByteBar, remark};
use crate::streams;

/// Writes all games with a result.
pub fn run(output: &Output) -> Result<()> {
    let count = Arc::new(AtomicU64::new(0));
    let inputs = output
        .files
        .files
        .iter()
        .map(|path| streams::open_counted(path, Arc::clone(&count)))
        .collect::<Result<Vec<_>>>()?;
    let mut writer = create(&output.out)?;
    let names: Vec<String> = output.files.files.iter().map(|path| path.display().to_string()).collect();
    let section =
        Section { engine: "from PGN".into(), seed: 0, settings: serde_json::json!({ "files": names }) };
    writer.begin_section(&section).context("cannot write")?;
    let bytes = ByteBar::of(&output.files.files, &count);
    let (mut left_out, mut outcome) = (0, Ok(()));
    for (input, name) in inputs.into_iter().zip(&names) {
        outcome = take(input, name, &mut writer, &mut left_out);
        if outcome.is_err() {
            break;
        }
    }
    bytes.finish();
    if writer.games() == 0 {
        let nothing = outcome.and_then(|()| bail!("no game with a result"));
        return whole(nothing, &[&output.out]);
    }
    remark!("wrote {}: {}; {left_out} skipped", output.out.display(), games(writer.games()));
    outcome
}

fn take(input: impl Read, name: &str, writer: &mut Writer, left_out: &mut u64) -> Result<()> {
    let mut games = pgn::Reader::new(input).games();
    while let Some(read) = games.next() {
        let game = read.with_context(|| format!("cannot continue reading {name}"))?;
        // A damaged game teaches nothing: the moves that led to its result are unknown.
        let trouble = match (games.damage(), import::game(&game)) {
            (Some(damage), _) => format!("{name}, {damage}"),
            (None, None) => format!("{name}, line {}: game without a result", games.place().line),
            (None, Some(game)) => {
                writer.add(&game).context("cannot write")?;
                continue;
            }
        };
        *left_out += 1;
        if *left_out <= MOST_SHOWN {
            anstream::eprintln!("heirloom: {trouble}");
        }
    }
    Ok(())
}
