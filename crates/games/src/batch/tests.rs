//! Parallel reading gives the same games, order, errors and locations as a single reader of the whole input.

use std::io::Cursor;
use std::path::PathBuf;

use super::*;
use heirloom_chess::notation::pgn;
use heirloom_testing::{cases, needs_sample_data, sample_data};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Possible pieces of files, valid and broken; each may follow any other.
const PIECES: [&str; 26] = [
    "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n",
    "[Event \"b\"]\r\n\r\n1. d4 {x} d5 *\r\n\r\n",
    "[Event \"c\"]\n\n1. e4 {never closed 1-0\n\n",
    "[Event \"d\"]\n\n1. e4 {[Event \"inside\"]\n\n[Eventful] } e5 1/2-1/2\n\n",
    "[Event \"e\"]\n\n1. e4 {a\n\n[White \"inside\"]\n} *\n\n",
    "[Event \"f\"]\n\n1. e4 Ke3 1-0\n\n",
    "[Event \"g\"\n\n1. e4 *\n\n",
    "[Event \"h\"]\n\n1. e4 (1. d4 1-0\n\n",
    "[Event \"i\"]\n\n1. e4\n\n",
    "[Event \"j\"]\n\n1. e4 0-1 {resigns}\n\n",
    "[White \"k\"]\n\n",
    "[White \"l\"]\n\n1. c4 0-1\n\n",
    "{preface}\n\n",
    "{preface\n1-0\n\n",
    "; preface 1-0\n\n",
    "% escaped 1-0\n\n",
    "%\n",
    "1. e4 e5 *\n1. d4 d5 *\n\n",
    "*\n\n",
    "\n \t\n\n",
    "1. e4 ; [Event \"x\"]\n\n",
    "} 1-0\n\n",
    ") 1-0\n\n",
    "[Event \"m\"] [Site \"n\"]\n\n\n1. e4 $300 1-0\n\n",
    "[Event \"o\"]\n[FEN \"bad\"]\n\n1. e4 1-0\n\n",
    "[Event \"p\"]\r\r1. e4 1-0\r\r",
];

fn located(error: &PgnError) -> String {
    format!("{error} {}", error.place.offset)
}

/// Returns every game, error and warning with its location.
fn sequential(text: &[u8], strict: bool) -> Vec<String> {
    let reader = Reader::new(text);
    let mut games = if strict { reader.strict() } else { reader }.games();
    let mut all = Vec::new();
    while let Some(read) = games.next() {
        match read {
            Ok(game) => {
                all.push(format!("{:?} {}", games.place(), pgn::to_string(&game)));
                all.extend(games.damage().into_iter().chain(games.warnings()).map(located));
            }
            Err(error) => all.push(located(&error)),
        }
    }
    all.sort();
    all
}

fn parallel(text: &[u8], reading: &ReadOptions) -> Vec<String> {
    let mut all = Vec::new();
    let visit = |game: Game, place: TextPlace, made: &mut Vec<String>| {
        made.push(format!("{place:?} {}", pgn::to_string(&game)))
    };
    let take = |batch: Batch<Vec<String>>| {
        assert_eq!(batch.games, batch.made.len() as u64);
        all.extend(batch.made);
        let errors = [&batch.damaged, &batch.refused, &batch.warnings];
        all.extend(errors.into_iter().flatten().map(located));
        Ok::<(), ReadError>(())
    };
    games(vec![Input::stream("x", Cursor::new(text.to_vec()))], reading, visit, take).unwrap();
    all.sort();
    all
}

/// Returns the texts of all games, in order.
fn texts(text: &[u8], reading: &ReadOptions) -> Vec<(u64, String)> {
    let mut all = Vec::new();
    let visit = |record: &Record<'_>, made: &mut Vec<(u64, String)>| {
        let text = String::from_utf8_lossy(record.text().unwrap_or(b"none")).into_owned();
        made.push((record.place().offset, text));
    };
    let take = |batch: Batch<Vec<(u64, String)>>| {
        all.extend(batch.made);
        Ok::<(), ReadError>(())
    };
    records(vec![Input::stream("x", Cursor::new(text.to_vec()))], reading, visit, take).unwrap();
    all
}

fn check(text: &[u8], reading: &ReadOptions) {
    let shown = String::from_utf8_lossy(text);
    for reading in [reading.clone(), reading.clone().strict()] {
        assert_eq!(parallel(text, &reading), sequential(text, reading.strict), "{reading:?} {shown:?}");
    }
    let found = texts(text, reading);
    assert!(found.is_sorted_by_key(|(offset, _)| *offset), "{shown:?}");
    for (offset, game) in found {
        let whole = &text[offset as usize..];
        assert!(whole.starts_with(game.as_bytes()) || !game.is_ascii(), "{reading:?} {game:?} {shown:?}");
        // At the beginning of a line this sign escapes the whole line.
        if game.starts_with('%') {
            continue;
        }
        let alone = Reader::new(game.as_bytes()).games().next().map(|read| read.is_ok());
        assert_eq!(alone, Some(true), "{reading:?} {game:?} {shown:?}");
    }
}

#[test]
fn chunks_may_be_cut_at_every_byte() {
    let text =
        [PIECES[0], PIECES[1], PIECES[3], PIECES[5], PIECES[9], PIECES[0], PIECES[2], PIECES[1]].concat();
    for block in 1..=text.len() {
        check(text.as_bytes(), &ReadOptions::new().threads(1).sizes(block, 1 << 20));
    }
}

#[test]
fn any_two_pieces_match_a_single_reader() {
    for one in PIECES {
        for other in PIECES {
            for first in ["", PIECES[0]] {
                let text = [first, one, other, PIECES[0]].concat();
                check(text.as_bytes(), &ReadOptions::new().threads(1).sizes(1, 1 << 20));
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn random_files_match_a_single_reader(
        pieces in vec(select(&PIECES[..]), 1..40),
        damage in vec((any::<Index>(), select(&b"{}()[];%\n\" *"[..])), 0..4),
        threads in 1_usize..=3,
        block in 1_usize..200,
    ) {
        let mut text = pieces.concat().into_bytes();
        for (place, byte) in damage {
            let place = place.index(text.len());
            text[place] = byte;
        }
        check(&text, &ReadOptions::new().threads(threads).sizes(block, 1 << 20));
    }
}

#[test]
fn long_chunks_are_read_piece_by_piece() {
    // There is no certain end of a game, so everything is one chunk, passed on in pieces.
    let text = "[White \"x\"]\n\n1. e4 e5 1-0\n\n1. d4 Ke3 *\n\n".repeat(3000);
    check(text.as_bytes(), &ReadOptions::new().sizes(1000, 20_000));
    let mixed = [&PIECES[0].repeat(100), &text, &PIECES[1].repeat(100), &text].map(String::as_str).concat();
    check(mixed.as_bytes(), &ReadOptions::new().threads(2).sizes(700, 20_000));
}

#[needs_sample_data("pgn")]
#[test]
fn malformed_samples_match_a_single_reader() {
    let folder = sample_data("pgn");
    let entries = std::fs::read_dir(folder.join("malformed")).unwrap();
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    assert!(paths.len() >= 16, "{paths:?}");
    let mut all = Vec::new();
    for path in &paths {
        let bytes = std::fs::read(path).unwrap();
        for block in [1, 10, 100, 1000] {
            check(&bytes, &ReadOptions::new().sizes(block, 1 << 20));
        }
        // Nothing can be read after the UTF-16 byte order mark at the beginning of a file.
        if !path.ends_with("utf16le.pgn") {
            all.extend(bytes);
            all.extend(b"\n\n");
        }
    }
    all.extend(std::fs::read(folder.join("historic.pgn")).unwrap());
    for block in [1, 1000, 1 << 16] {
        check(&all, &ReadOptions::new().sizes(block, 1 << 20));
    }
}
