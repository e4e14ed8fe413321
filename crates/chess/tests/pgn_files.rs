//! PGN files of the shared test data: each game is read, up to any damage, and survives a round trip; strict
//! reading rejects damaged games.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use heirloom_chess::notation::pgn::{Games, Reader};
use heirloom_testing::{needs_sample_data, sample_data};

/// Returns the PGN files of a folder and its subfolders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries.retain(|path| path.is_dir() || path.extension().is_some_and(|extension| extension == "pgn"));
    entries.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Returns the number of games read, and the errors of those rejected.
fn read(games: Games<&[u8]>) -> (usize, Vec<String>) {
    let (mut count, mut errors) = (0, Vec::new());
    for game in games {
        match game {
            Ok(game) => {
                count += 1;
                let text = heirloom_chess::notation::pgn::to_string(&game);
                let mut again = Reader::new(text.as_bytes()).games();
                let second =
                    again.next().expect("a game").unwrap_or_else(|error| panic!("{error} in\n{text}"));
                assert!(again.next().is_none(), "two games in\n{text}");
                assert!(again.warnings().is_empty(), "{:?} in\n{text}", again.warnings());
                assert!(second == game, "not the same game:\n{text}\n{second:?}");
            }
            Err(error) => {
                assert!(error.place.line >= 1 && error.place.column >= 1);
                errors.push(error.to_string());
            }
        }
    }
    (count, errors)
}

/// The games that are rejected, with file and reason; all others must be read.
const REFUSED: [(&str, &str); 16] = [
    ("chess-library/black2move.pgn", "line 4, column 5: 0-0-0: castling on this side is not possible now"),
    (
        "chess.js/0.pgn",
        "line 1, column 12: '<' and '>' are reserved by the standard; put notes into {braces}",
    ),
    ("fastchess-invalid.pgn", "line 3, column 33: Ka1 is not a legal move for White"),
    (
        "malformed/bad-fen-tag.pgn",
        "line 3, column 1: the FEN tag is not a position: not a FEN; expected a board of 8 ranks separated \
            by /",
    ),
    ("malformed/glued-numbers.pgn", "line 9, column 3: e4e5 is not a legal move for White"),
    ("malformed/huge-move-number.pgn", "line 9, column 29: \"-5.\" is not a move; put notes into {braces}"),
    ("malformed/illegal-move.pgn", "line 9, column 13: Ke3 is not a legal move for White"),
    ("malformed/moves-after-mate.pgn", "line 9, column 24: a3 comes after checkmate"),
    ("malformed/truncated-mid-move.pgn", "line 9, column 13: \"N\" is not a move; put notes into {braces}"),
    ("malformed/unclosed-variation.pgn", "line 9, column 27: e5 is not a legal move for White"),
    ("malformed/unterminated-tag.pgn", "line 1, column 1: tag Event does not end with \"] on its line"),
    ("malformed/utf16le.pgn", "line 1, column 1: the file is UTF-16; save it as UTF-8"),
    ("pgn-extract/nested-comment.pgn", "line 1, column 46: \"which\" is not a move; put notes into {braces}"),
    (
        "python-chess/antichess-programfox.pgn",
        "line 1, column 1: the variant \"Antichess\" has other rules; only chess and Chess960 are supported",
    ),
    (
        "python-chess/antichess-programfox.pgn",
        "line 5, column 1: the variant \"Antichess\" has other rules; only chess and Chess960 are supported",
    ),
    (
        "python-chess/saturs-jannlee-zh-lichess.pgn",
        "line 10, column 1: the variant \"Crazyhouse\" has other rules; only chess and Chess960 are \
            supported",
    ),
];

#[needs_sample_data("pgn")]
#[test]
fn every_game_is_read_and_strict_reading_rejects_some() {
    let folder = sample_data("pgn");
    let paths = files(&folder);
    let (mut counts, mut refused) = (Vec::new(), Vec::new());
    for path in &paths {
        let bytes = fs::read(path).unwrap();
        let (count, errors) = read(Reader::new(bytes.as_slice()).strict().games());
        let (all, unread) = read(Reader::new(bytes.as_slice()).games());
        // UTF-16 is the only encoding that is not supported.
        let all_read = all >= count + errors.len() - unread.len();
        assert!(all_read && (unread.is_empty() || path.ends_with("utf16le.pgn")), "{}", path.display());
        let name = path.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/");
        eprintln!("{name}: {count} read, {} refused", errors.len());
        refused.extend(errors.into_iter().map(|error| (name.clone(), error)));
        counts.push((name, count));
    }
    // The folder may grow: only these files count.
    let named = |name: &str| REFUSED.iter().any(|(other, _)| *other == name);
    let refused: Vec<(&str, &str)> = refused
        .iter()
        .map(|(name, error)| (name.as_str(), error.as_str()))
        .filter(|(name, _)| named(name))
        .collect();
    assert_eq!(refused, REFUSED);
    // The first of these begins with a comment, which is not a separate game.
    for (name, count) in [("eco-pgn-extract.pgn", 2014), ("WorldChamps.pgn", 984), ("FWWRC.pgn", 605)] {
        assert!(counts.contains(&(name.into(), count)), "{name}");
    }
}

#[needs_sample_data("pgn")]
#[test]
fn skimming_finds_the_same_games() {
    let folder = sample_data("pgn");
    let paths = files(&folder);
    for path in paths.iter().filter(|path| path.parent() == Some(folder.as_path())) {
        let bytes = fs::read(path).unwrap();
        let (mut skimmed, mut checked) = (0, 0);
        let mut reader = Reader::skimming(bytes.as_slice());
        while let Some(game) = reader.read_game(&mut ()) {
            game.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            skimmed += 1;
        }
        let mut reader = Reader::new(bytes.as_slice());
        while reader.read_game(&mut ()).is_some() {
            checked += 1;
        }
        assert_eq!(skimmed, checked, "{}", path.display());
    }
}
