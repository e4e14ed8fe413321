//! Checks books built from games against a simple count, and reads published Polyglot books, if the data is
//! available.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use heirloom_book::build::{BuildOptions, Builder, Weights};
use heirloom_book::polyglot::{Survey, pack};
use heirloom_book::{Book, Library, Polyglot, Selection, polyglot};
use heirloom_chess::game::GameResult;
use heirloom_chess::notation::pgn::Reader;
use heirloom_chess::{Color, Position};
use heirloom_testing::{cases, needs_sample_data, sample_data};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::Index;

/// Counts moves with a simple loop over all games: returns the weight of each move in each position that
/// occurs often enough.
fn counted(bytes: &[u8], choice: BuildOptions) -> BTreeMap<(u64, u16), u64> {
    let mut counts: BTreeMap<(u64, u16), (u32, u64)> = BTreeMap::new();
    for game in Reader::new(bytes).games().filter_map(Result::ok) {
        if *game.start() != Position::startpos() {
            continue;
        }
        let (mut position, mut seen) = (game.start().clone(), HashSet::new());
        for node in game.main_line().take(choice.plies) {
            let mv = game.mv(node).unwrap();
            let (turn, place) = (position.turn(), (polyglot::key(&position), pack(mv)));
            position.play(mv);
            if choice.color.is_some_and(|color| color != turn) || !seen.insert(place) {
                continue;
            }
            let points = match (game.result(), turn) {
                (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => 2,
                (GameResult::Draw, _) => 1,
                _ => 0,
            };
            let entry = counts.entry(place).or_default();
            entry.0 += 1;
            entry.1 += if choice.weights == Weights::Wins { points } else { 1 };
        }
    }
    let enough = counts.into_iter().filter(|(_, (games, weight))| *games >= choice.min_games && *weight > 0);
    enough.map(|(place, (_, weight))| (place, weight)).collect()
}

#[needs_sample_data("pgn")]
#[test]
fn a_built_book_matches_a_simple_count() {
    let bytes = std::fs::read(sample_data("pgn/gm-kramnik.pgn")).unwrap();
    for choice in [
        BuildOptions::default(),
        BuildOptions { min_games: 1, plies: 24, weights: Weights::Frequency, color: Some(Color::Black) },
        BuildOptions { min_games: 2, plies: 60, weights: Weights::Wins, color: Some(Color::White) },
    ] {
        let mut builder = Builder::new(choice);
        builder.read(&mut bytes.as_slice()).unwrap();
        let book = builder.finish();
        let built: BTreeMap<(u64, u16), u64> =
            book.records().iter().map(|record| ((record.key, record.mv), u64::from(record.weight))).collect();
        assert!(built.len() > 300 && built.len() == book.len());
        assert_eq!(built, counted(&bytes, choice), "{choice:?}");
        // The same games in two halves give the same bytes.
        let half =
            bytes.windows(9).enumerate().filter(|(_, tag)| *tag == b"\n[Event \"").nth(200).unwrap().0 + 1;
        let mut other = Builder::new(choice);
        other.read(&mut &bytes[half..]).unwrap();
        other.read(&mut &bytes[..half]).unwrap();
        assert_eq!(other.finish().to_bytes(), book.to_bytes());
    }
}

#[needs_sample_data("polyglot")]
#[test]
fn published_books_are_read_and_converted() {
    for name in ["performance.bin", "cutechess-book-small.bin", "gm2001.bin", "lasker-trap.bin"] {
        let path = sample_data("polyglot").join(name);
        let book = Polyglot::open(&path).unwrap();
        assert_eq!(book.to_bytes(), std::fs::read(&path).unwrap(), "{name}");
        let Ok(Book::Polyglot(_)) = Book::open(&path) else { panic!("{name} is taken for text") };
        // The larger ones would take seconds.
        if book.len() > 31_000 {
            continue;
        }
        let survey = Survey::of(&book);
        assert_eq!((survey.records, survey.illegal.len()), (book.len(), 0), "{name}");
        assert!(survey.reachable > 0 && survey.reachable <= survey.positions, "{name}: {survey:?}");
        let library = Library::from_polyglot(&book);
        assert_eq!(library.len(), survey.reachable, "{name}");
        let again = Library::parse(&library.to_bytes());
        assert_eq!((again.len(), again.invalid_lines()), (library.len(), &[][..]), "{name}");
        let start = Position::startpos();
        let mut random = fastrand::Rng::with_seed(1);
        let best = Book::Polyglot(book.clone()).choose(&start, &[], Selection::Best, &mut random);
        let heaviest = book.moves(&start).iter().map(|known| known.weight).max().filter(|&weight| weight > 0);
        let weight = book.moves(&start).iter().find(|known| Some(known.mv) == best).map(|known| known.weight);
        assert_eq!(weight, heaviest, "{name}");
    }
}

/// A Polyglot book and a part of a library, both undamaged.
static SOUND: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let mut tally = polyglot::Tally::new();
    Library::builtin().tally_into(&mut tally);
    [tally.into_book().to_bytes(), Library::builtin().to_bytes()[..4000].to_vec()]
});

proptest! {
    #![proptest_config(cases(300))]

    /// Damage at any place yields an error or a book, never a panic, and every move offered is legal.
    #[test]
    fn damaged_books_are_harmless(
        is_library: bool,
        end in option::weighted(0.5, any::<Index>()),
        changes in vec((any::<Index>(), any::<u8>()), 1..40),
    ) {
        let mut bytes = SOUND[usize::from(is_library)].clone();
        if let Some(end) = end {
            bytes.truncate(end.index(bytes.len()));
        }
        if !bytes.is_empty() {
            for (place, byte) in changes {
                let place = place.index(bytes.len());
                bytes[place] = byte;
            }
        }
        let start = Position::startpos();
        match Book::parse(&bytes) {
            Err(error) => prop_assert!(!error.to_string().is_empty()),
            Ok(book) => {
                prop_assert!(book.moves(&start).iter().all(|known| start.is_legal(known.mv)));
                if let Book::Library(library) = &book {
                    let again = Library::parse(&library.to_bytes());
                    let sizes = (library.len(), library.invalid_lines().len());
                    prop_assert_eq!((again.len(), again.invalid_lines().len()), sizes);
                }
            }
        }
    }
}
