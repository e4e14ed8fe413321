//! Opening books described, probed, listed and merged.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

use heirloom_app::coordinates;
use heirloom_book::polyglot::{Survey, Tally};
use heirloom_book::reach::{path_to, reach};
use heirloom_book::{Book, Library, Polyglot, eco};
use heirloom_chess::notation::san;
use heirloom_chess::{Line, Move};
use serde_json::{Value, json};

use crate::documents;

/// Illegal moves that are listed.
const MOST_SHOWN: usize = 10;

/// Returns what a book contains.
pub fn described(book: &Book) -> String {
    match book {
        Book::Polyglot(book) => {
            let survey = Survey::of(book);
            let mut text = format!(
                "Polyglot book\nmoves                {}\npositions            {}\n\
                from the start       {}, up to {} plies deep\nzero-weight moves    {}\n\
                unplayed positions   {}\nduplicate moves      {}\n\
                learned moves        {}\nillegal moves        {}\n",
                survey.records,
                survey.positions,
                survey.reachable,
                survey.deepest,
                survey.without_weight,
                survey.silent_positions,
                survey.repeated,
                survey.learned,
                survey.illegal.len()
            );
            for illegal in survey.illegal.iter().take(MOST_SHOWN) {
                let _ = writeln!(text, "  {illegal}");
            }
            text
        }
        Book::Library(library) => {
            let moves = || library.entries().flat_map(|entry| &entry.moves);
            let notes = moves().filter(|known| !known.note.is_empty()).count()
                + library.entries().filter(|entry| !entry.note.is_empty()).count();
            format!(
                "opening library\nmoves                {}\npositions            {}\n\
                active moves         {}\nnotes                {notes}\ninvalid lines        {}\n",
                moves().count(),
                library.len(),
                moves().filter(|known| known.active).count(),
                library.invalid_lines().len()
            )
        }
    }
}

/// Returns the name of the position after a move.
fn name_after(line: &Line, mv: Move) -> Option<eco::OpeningName> {
    let mut after = line.position().clone();
    after.play(mv);
    eco::name(&after)
}

/// Returns the moves of a position with weights, shares and opening names.
pub fn probed(book: &Book, line: &Line) -> String {
    let position = line.position();
    let mut text = format!("{}\n", position.fen());
    if let Some((_, name)) = eco::opening(line) {
        text.push_str(&format!("{name}\n"));
    }
    if !book.note(position).is_empty() {
        text.push_str(&format!("{{{}}}\n", book.note(position)));
    }
    let known = book.moves(position);
    if known.is_empty() {
        text.push_str("no book move in this position\n");
    } else {
        text.push_str("move     weight   share       learn  leads to\n");
    }
    for known in known {
        let san = san::format(position, known.mv);
        let mut to = name_after(line, known.mv).map(|name| name.to_string()).unwrap_or_default();
        if !known.note.is_empty() {
            to.push_str(&format!(" {{{}}}", known.note));
        }
        let passive = if known.active { "" } else { " (passive)" };
        let share = 100.0 * known.share;
        text.push_str(
            format!("{san:<8} {:>6} {share:>6.1}% {:>11}  {to}{passive}", known.weight, known.learn)
                .trim_end(),
        );
        text.push('\n');
    }
    if let Book::Polyglot(book) = book {
        book.illegal(position).iter().for_each(|illegal| text.push_str(&format!("{illegal}\n")));
    }
    text
}

/// Returns the moves of a position as JSON.
pub fn probed_document(book: &Book, line: &Line) -> Value {
    let position = line.position();
    let named = |name: Option<eco::OpeningName>| name.map(documents::opening);
    let moves: Vec<_> = book
        .moves(position)
        .iter()
        .map(|known| {
            json!({
                "san": san::format(position, known.mv),
                "uci": coordinates::of_move(position, known.mv),
                "weight": known.weight,
                "share": known.share,
                "active": known.active,
                "learn": known.learn,
                "note": known.note,
                "opening": named(name_after(line, known.mv)),
            })
        })
        .collect();
    let opening = named(eco::opening(line).map(|(_, name)| name));
    json!({ "fen": position.fen(), "opening": opening, "note": book.note(position), "moves": moves })
}

/// Writes each position after a line, at most `plies` further, with the moves that lead to it and its book
/// moves; passive moves are in brackets. Fails if the output does.
pub fn list(book: &Book, line: &Line, plies: usize, out: &mut dyn Write) -> io::Result<()> {
    let places = reach(line.position(), plies, &|position| book.continuations(position));
    for (index, place) in places.iter().enumerate() {
        let known = book.moves(&place.position);
        if known.is_empty() && book.note(&place.position).is_empty() {
            continue;
        }
        let played: Vec<Move> = line.moves().iter().copied().chain(path_to(&places, index)).collect();
        write!(out, "{} :", san::format_line(line.start(), &played))?;
        let note = |text: &str| if text.is_empty() { String::new() } else { format!(" {{{text}}}") };
        write!(out, "{}", note(book.note(&place.position)))?;
        for known in known {
            let san = san::format(&place.position, known.mv);
            let san = if known.active { san } else { format!("({san})") };
            write!(out, " {san}{}", note(&known.note))?;
        }
        match eco::name(&place.position) {
            Some(name) => writeln!(out, "    # {name}")?,
            None => writeln!(out)?,
        }
    }
    out.flush()
}

/// Merges books into a Polyglot book.
pub fn merged_polyglot(books: &[Book]) -> Polyglot {
    let mut tally = Tally::new();
    for book in books {
        match book {
            Book::Polyglot(book) => tally.add_book(book),
            Book::Library(library) => library.tally_into(&mut tally),
        }
    }
    tally.into_book()
}

/// Merges books into a library, starting with the one at `own`, if any, so that its text is kept.
pub fn merged_library(books: &[Book], own: Option<usize>) -> Library {
    let mut all = match own.map(|own| &books[own]) {
        Some(Book::Library(library)) => library.clone().into_owned(),
        _ => Library::default(),
    };
    for book in books {
        let library = match book {
            Book::Polyglot(book) => Cow::Owned(Library::from_polyglot(book)),
            Book::Library(library) => library.clone(),
        };
        all.merge(&library);
    }
    all
}
