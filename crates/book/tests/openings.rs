//! Reads openings from files of every kind, and checks Polyglot keys and books against published data if
//! available.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use heirloom_book::{
    OpeningFormat, OpeningOptions, OpeningOrder, Openings, OpeningsError, Polyglot, polyglot,
};
use heirloom_chess::Position;
use heirloom_chess::notation::{san, uci};
use heirloom_testing::{needs_sample_data, sample_data};
use tempfile::TempPath;

/// Writes a file with this extension that is deleted on drop.
fn temporary(extension: &str, text: &str) -> TempPath {
    let file = tempfile::Builder::new().suffix(extension).tempfile().unwrap();
    std::fs::write(&file, text).unwrap();
    file.into_temp_path()
}

fn numbers(openings: &Openings, count: usize) -> Vec<usize> {
    (0..count).map(|index| openings.opening(index).number).collect()
}

const LIST: &str = "\u{FEFF}# a list\r\n\r\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\r\n\
    4k3/8/8/8/8/8/3P4/4K3 b - - hmvc 3; id \"two\";\n\n\
    bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";

#[test]
fn lists_of_positions() {
    let file = temporary(".epd", LIST);
    let openings = Openings::open(&OpeningOptions::new(&*file)).unwrap();
    assert_eq!((openings.len(), openings.is_empty()), (Some(3), false));
    assert_eq!(numbers(&openings, 5), [1, 2, 3, 1, 2]);
    assert_eq!(openings.opening(1).line.position().fen(), "4k3/8/8/8/8/8/3P4/4K3 b - - 3 1");
    assert!(openings.opening(2).line.start().is_chess960());
    assert!(!openings.opening(1).line.start().is_chess960());
    let later = Openings::open(&OpeningOptions { start: 3, ..OpeningOptions::new(&*file) }).unwrap();
    assert_eq!(numbers(&later, 3), [3, 1, 2]);
    let zero = Openings::open(&OpeningOptions { start: 0, ..OpeningOptions::new(&*file) });
    assert!(matches!(zero, Err(OpeningsError::StartsAtZero)));
}

#[test]
fn random_order_follows_the_seed() {
    let text: String = (1..=200).map(|clock| format!("4k3/8/8/8/8/8/4P3/4K3 w - - 0 {clock}\n")).collect();
    let file = temporary(".epd", &text);
    let shuffled = |seed| {
        let order = OpeningOrder::Random;
        let options = OpeningOptions { order, seed, ..OpeningOptions::new(&*file) };
        numbers(&Openings::open(&options).unwrap(), 200)
    };
    let (first, again, other) = (shuffled(1), shuffled(1), shuffled(2));
    assert_eq!(first, again);
    assert_ne!(first, other);
    let mut sorted = first.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (1..=200).collect::<Vec<_>>(), "each comes once");
    assert_ne!(first, sorted);
}

#[test]
fn games_give_their_first_moves() {
    let text = "[Event \"a\"]\n\n1. e4 (1. d4 d5) 1... e5 2. Nf3 *\n\n\
        [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 1-0\n\n";
    let file = temporary(".pgn", text);
    let lines = |plies| {
        let openings = Openings::open(&OpeningOptions { plies, ..OpeningOptions::new(&*file) }).unwrap();
        [0, 1]
            .map(|index| openings.opening(index).line)
            .map(|line| san::format_line(line.start(), line.moves()))
    };
    assert_eq!(lines(None), ["e4 e5 Nf3", "e4 Kd7"]);
    assert_eq!(lines(Some(1)), ["e4", "e4"]);
    assert_eq!(lines(Some(0)), ["", ""]);
    let damaged = temporary(".pgn", "1. e4 e5 2. Ke3 *\n");
    let openings = Openings::open(&OpeningOptions::new(&*damaged)).unwrap();
    assert_eq!(openings.opening(0).line.moves().len(), 2, "the moves before the damage");
}

#[test]
fn errors_name_the_location() {
    let error = |extension: &str, text: &str| {
        let file = temporary(extension, text);
        let error = Openings::open(&OpeningOptions::new(&*file)).unwrap_err().to_string();
        error.replace(file.to_str().unwrap(), "FILE")
    };
    let bad_board = "FILE, line 3, column 1: FEN board has 2 ranks; expected 8, separated by /";
    assert_eq!(error(".epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n\n4k3/8 w - -\n"), bad_board);
    let over = "FILE: opening 1 ends in a finished game; remove it or use fewer plies";
    assert_eq!(error(".epd", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"), over);
    assert_eq!(error(".pgn", "1. f3 e5 2. g4 Qh4# 0-1\n"), over);
    assert_eq!(error(".epd", "\n# nothing\n"), "FILE contains no openings");
    assert_eq!(
        error(".bin", "x"),
        "FILE: not a Polyglot book: 1 bytes is not a multiple of the record size, 16; \
         the last record (byte 0) is cut short"
    );
    assert!(error(".dat", "x").contains("format=epd"));
    let missing = Openings::open(&OpeningOptions::new("/nowhere.epd")).unwrap_err().to_string();
    assert!(missing.starts_with("cannot read the openings /nowhere.epd: "), "{missing}");
    let unknown = "png".parse::<OpeningFormat>().unwrap_err().to_string();
    assert_eq!(unknown, "unknown setting 'png'; expected epd, pgn or bin");
}

#[needs_sample_data("polyglot")]
#[test]
fn keys_agree_with_published_vectors() {
    let text = std::fs::read_to_string(sample_data("polyglot/key-vectors-random.csv")).unwrap();
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (fen, expected) = line.rsplit_once(';').unwrap();
        let expected = u64::from_str_radix(expected, 16).unwrap();
        assert_eq!(polyglot::key(&Position::from_fen(fen).unwrap()), expected, "{fen}");
        checked += 1;
    }
    assert!(checked >= 300, "{checked}");
    let games = std::fs::read_to_string(sample_data("polyglot/zobrist-chess-games.csv")).unwrap();
    for row in games.lines().skip(1) {
        let [_, moves, expected] = row.split(',').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let line = uci::parse_line(Position::startpos(), moves).unwrap();
        let key = format!("{:016x}", polyglot::key(line.position()));
        assert_eq!(key, expected[expected.len() - 16..], "{moves}");
    }
}

#[needs_sample_data("polyglot")]
#[test]
fn walks_through_published_books() {
    for name in ["gm2001.bin", "performance.bin", "cutechess-book-small.bin"] {
        let path = sample_data("polyglot").join(name);
        let book = Polyglot::parse(&std::fs::read(&path).unwrap()).unwrap();
        assert!(book.len() > 30_000 && book.moves(&Position::startpos()).len() > 2, "{name}");
        let openings =
            Openings::open(&OpeningOptions { plies: Some(10), seed: 7, ..OpeningOptions::new(&path) })
                .unwrap();
        let walks: Vec<String> = (0..200)
            .map(|index| openings.opening(index).line)
            .map(|line| san::format_line(line.start(), line.moves()))
            .collect();
        let mut different = walks.clone();
        different.sort();
        different.dedup();
        assert!(different.len() > 50, "{name}: {} different walks", different.len());
        assert!(walks.iter().filter(|walk| walk.split(' ').count() == 10).count() > 100, "{name}");
        assert_eq!(
            san::format_line(&Position::startpos(), openings.opening(42).line.moves()),
            walks[42],
            "each can be repeated alone"
        );
    }
}

#[test]
fn built_in_openings_are_available() {
    let openings = Openings::built_in();
    let count = openings.len().unwrap();
    assert_eq!(count, 120);
    let mut ends: Vec<String> =
        (0..count).map(|index| openings.opening(index).line.position().fen()).collect();
    assert!((0..count).all(|index| (8..=10).contains(&openings.opening(index).line.moves().len())));
    ends.sort_unstable();
    ends.dedup();
    assert_eq!(ends.len(), count, "all differ");
}
