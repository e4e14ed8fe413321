//! Opening books: arbitrary bytes as Polyglot books, and libraries changed by users and games.

use heirloom_book::polyglot::{Polyglot, Record, Survey, Tally, key, pack};
use heirloom_book::{Book, Library};
use heirloom_chess::{Line, Position};

/// Maximum number of records read from a book; longer ones only cost time.
const MOST_RECORDS: usize = 200;

/// Reads a Polyglot book, then the same records as moves of positions in a game, since a fuzzer cannot find
/// the keys.
pub fn polyglot(data: &[u8]) {
    let _ = Book::parse(data).map_err(|error| assert!(!error.to_string().is_empty()));
    let book = match Polyglot::parse(data) {
        Ok(book) => book,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert_eq!(book.to_bytes(), data);
    let mut position = Position::startpos();
    let mut records: Vec<Record> = Vec::new();
    for (index, record) in book.records().iter().take(MOST_RECORDS).enumerate() {
        let legal = position.legal_moves();
        // Every other move is legal, otherwise nothing would follow it.
        let good = legal.get(usize::from(record.mv) % legal.len().max(1)).filter(|_| index % 2 == 0);
        records.push(Record { key: key(&position), mv: good.map_or(record.mv, |&mv| pack(mv)), ..*record });
        match good.filter(|_| record.weight % 3 > 0) {
            Some(&mv) => position.play(mv),
            None if legal.is_empty() => position = Position::startpos(),
            None => {}
        }
    }
    records.sort_by_key(|record| record.key);
    let mut bytes = Vec::new();
    records.iter().for_each(|record| record.write(&mut bytes));
    if let Ok(book) = Polyglot::parse(&bytes) {
        probe(book);
    }
}

fn probe(book: Polyglot) {
    let survey = Survey::of(&book);
    assert!(
        survey.reachable <= survey.positions
            && survey.illegal.iter().all(|illegal| illegal.number <= book.len())
    );
    let mut random = fastrand::Rng::with_seed(1);
    let start = Position::startpos();
    assert!(book.moves(&start).iter().all(|known| start.is_legal(known.mv)));
    assert!(book.walk(&start, 40, &mut random).moves().len() <= 40);
    let mut tally = Tally::new();
    tally.add_book(&book);
    assert!(tally.into_book().len() <= book.len());
    let library = Library::from_polyglot(&book);
    check_again(&library);
    let known = Book::Polyglot(book).moves(&start);
    let shares: f64 = known.iter().map(|known| known.share).sum();
    assert!(known.iter().all(|known| known.weight == 0) || (shares - 1.0).abs() < 1e-9, "{known:?}");
}

/// Reads a library and changes it like users and games do; it must be the same when it is read again.
pub fn library(data: &[u8]) {
    let mut library = Library::parse(data);
    assert!(library.invalid_lines().iter().all(|fault| fault.line >= 1 && !fault.reason.is_empty()));
    let whole = if data.ends_with(b"\n") { data.to_vec() } else { [data, b"\n"].concat() };
    assert_eq!(library.to_bytes(), whole, "nobody changed anything");
    check_again(&library);
    let note = String::from_utf8_lossy(&data[..data.len().min(40)]).into_owned();
    let mut line = Line::default();
    for &byte in data.iter().take(30) {
        let position = line.position().clone();
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(usize::from(byte) % moves.len().max(1)) else { break };
        match byte % 5 {
            0 => {
                let known = library.moves(&position).iter().any(|known| known.mv == mv);
                assert_eq!(library.add(&position, mv, byte % 2 == 0), !known);
            }
            1 => _ = library.set_active(&position, mv, byte % 2 == 0),
            2 => _ = library.annotate_move(&position, mv, &note),
            3 => library.annotate(&position, &note),
            _ => _ = library.remove(&position, mv),
        }
        if line.push(mv).is_err() {
            break;
        }
    }
    if let Some(left) = library.departure(&line) {
        assert!(library.add(&left.position, left.mv, false), "it was not known");
        assert!(library.departure(&line).is_none_or(|next| next.ply > left.ply));
    }
    check_again(&library);
    let mut twice = library.clone();
    twice.merge(&library);
    assert_eq!(twice.to_bytes(), library.to_bytes(), "it knew all that");
    let mut tally = Tally::new();
    library.tally_into(&mut tally);
    let moves: usize = library.entries().map(|entry| entry.moves.len()).sum();
    assert!(tally.into_book().len() <= moves);
}

/// Writes a library and reads it again.
fn check_again(library: &Library) {
    let bytes = library.to_bytes();
    let again = Library::parse(&bytes);
    let text = || String::from_utf8_lossy(&bytes).into_owned();
    assert_eq!(
        (again.len(), again.invalid_lines().len()),
        (library.len(), library.invalid_lines().len()),
        "{}",
        text()
    );
    for entry in library.entries() {
        assert!(entry.moves.iter().all(|known| entry.position.is_legal(known.mv)), "{}", text());
        let other = again.entry(&entry.position).map(|other| (&other.note, &other.moves));
        assert_eq!(other, Some((&entry.note, &entry.moves)), "{}", text());
    }
}
