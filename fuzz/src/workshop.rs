//! Inputs of the game tools: whole files in chunks, queries, annotations by reviews, and puzzles.

use std::io::Cursor;

use heirloom_app::puzzle::record;
use heirloom_app::review::annotate::{self, Style};
use heirloom_app::review::judgement::JudgementRules;
use heirloom_app::review::{Evaluation, Review};
use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn::{self, Reader};
use heirloom_chess::{Color, Position};
use heirloom_games::clean::Cleaning;
use heirloom_games::convert::{self, Notation, OutputFormat};
use heirloom_games::{
    Batch, Criteria, Criterion, Date, Index, Input, Material, Pattern, ReadError, ReadOptions, Record,
    Statistics, Target, Tree, criteria, records,
};

/// The results from the games of a batch.
type Made = (Statistics, Tree);

fn input(data: &[u8]) -> Input {
    Input::stream("fuzz", Cursor::new(data.to_vec()))
}

fn written_again(game: &Game) -> String {
    let text = pgn::to_string(game);
    let again = Reader::new(text.as_bytes()).games().next();
    assert!(matches!(&again, Some(Ok(again)) if again == game), "{again:?} in\n{text}");
    text
}

/// Reads a file with many games like `heirloom pgn` and game lists do: chunks must give as many games as a
/// single reader.
pub fn games(data: &[u8]) {
    let see = |record: &Record<'_>, (statistics, tree): &mut Made| {
        statistics.add(record);
        tree.add(record, &Position::startpos(), 3);
        let mut text = String::new();
        for notation in [Notation::San, Notation::Uci, Notation::Lan] {
            convert::write(record, OutputFormat::Pgn(notation), &mut text);
            convert::write(record, OutputFormat::Line(notation), &mut text);
        }
        for form in [OutputFormat::Epd, OutputFormat::Fen, OutputFormat::Json] {
            convert::write(record, form, &mut text);
        }
    };
    let (mut read_games, mut refused) = (0, 0);
    let read = records(vec![input(data)], &ReadOptions::new().threads(1), see, |batch: Batch<Made>| {
        assert_eq!(batch.made.0.games(), batch.games);
        assert!(batch.damaged.iter().chain(&batch.refused).all(|error| error.place.line >= 1));
        (read_games, refused) = (read_games + batch.games, refused + batch.refused.len());
        Ok::<(), ReadError>(())
    });
    assert!(read.is_ok(), "bytes in memory can be read");
    let whole: Vec<_> = Reader::new(data).games().collect();
    // Only UTF-16 is refused, as a whole.
    let utf16 = whole.iter().filter(|game| game.is_err()).count();
    assert_eq!((read_games, refused), ((whole.len() - utf16) as u64, utf16), "a game is dropped");
    for mut game in whole.into_iter().flatten() {
        Cleaning::default().clean(&mut game);
        written_again(&game);
    }
    let listed = Index::build(input(data)).map(|index| index.len() as u64);
    assert!(listed.is_ok_and(|listed| listed == read_games), "the list leaves out a game that can be read");
}

/// Reads each line as every kind of query, and applies it to a position.
pub fn questions(data: &[u8]) {
    let position = Position::startpos();
    for line in String::from_utf8_lossy(data).lines() {
        if let Ok(pattern) = line.parse::<Pattern>() {
            let _ = pattern.matches(&position);
        }
        if let Ok(material) = line.parse::<Material>() {
            let _ = material.matches(&position);
        }
        if let Ok(date) = line.parse::<Date>() {
            assert!(date.may_be_since(date) && date.may_be_until(date));
        }
        let _ = (Date::of_tag(line), criteria::parse_eco(line));
        let _ = line.parse::<Target>().map(|target| target.matches(&position));
        let _ = Target::by_moves(line).map(|target| target.matches(&position));
        let all = vec![
            Criterion::player(line, Some(Color::White)),
            Criterion::tag("Event", line),
            Criterion::opening(line),
        ];
        let criteria = Criteria { all, inverted: false };
        let see = move |record: &Record<'_>, fits: &mut bool| *fits |= criteria.matches(record);
        let text = b"[Event \"x\"]\n[White \"Morphy\"]\n\n1. e4 e5 *\n";
        assert!(
            records(vec![input(text)], &ReadOptions::new().threads(1), see, |_| Ok::<(), ReadError>(()))
                .is_ok()
        );
    }
}

/// Reads the annotations of a review in games, reviews the games accordingly, and writes the annotations
/// again: doing it twice must not change anything.
pub fn review(data: &[u8]) {
    for mut game in Reader::new(data).games().flatten() {
        let style = Style { origins: true, figures: true, line_plies: 10 };
        let kept = |game: &Game| -> Vec<Option<Evaluation>> {
            std::iter::once(None)
                .chain(annotate::read(game).into_iter().map(|read| read.evaluation))
                .collect()
        };
        let review = Review::new(&game, kept(&game), &JudgementRules::LICHESS);
        assert!(
            review
                .sides
                .iter()
                .filter_map(|side| side.accuracy)
                .all(|accuracy| (0.0..=100.0).contains(&accuracy))
        );
        let scores: Vec<_> =
            review.evaluations.iter().map(|kept| kept.as_ref().map(|kept| kept.score)).collect();
        annotate::write(&mut game, &review, &style);
        let text = written_again(&game);
        let read: Vec<_> = kept(&game).iter().map(|kept| kept.as_ref().map(|kept| kept.score)).collect();
        assert_eq!(read, scores, "{text}");
        let origins: Vec<_> = annotate::read(&game).iter().map(|read| read.origin).collect();
        assert!(origins.iter().zip(&review.moves).all(|(read, mv)| *read == Some(mv.origin)), "{text}");
    }
}

/// Reads rows of puzzles; valid ones must survive a round trip.
pub fn puzzles(data: &[u8]) {
    for row in record::Rows::new(data) {
        let puzzle = match row {
            Ok(puzzle) => puzzle,
            Err(wrong) => {
                assert!(!wrong.to_string().is_empty());
                continue;
            }
        };
        assert!(puzzle.moves.len() >= 2 && !puzzle.line().moves().is_empty());
        let mut out = csv::Writer::from_writer(Vec::new());
        // Writing a row to memory does not fail.
        if puzzle.write(&mut out).is_err() {
            panic!("not written: {puzzle:?}");
        }
        let bytes = out.into_inner().unwrap_or_default();
        let again = record::Rows::new(bytes.as_slice()).next();
        let same = |again: &record::Puzzle| again.moves == puzzle.moves && again.start == puzzle.start;
        assert!(matches!(&again, Some(Ok(again)) if same(again)), "{puzzle:?} {again:?}");
    }
}
