//! The text format of opening libraries: each line holds the moves in a position, a sequence of moves, or
//! neither.

use std::collections::HashMap;

use heirloom_chess::notation::{san, typed};
use heirloom_chess::{Move, Position};

use super::{InvalidLibraryLine, Library, LibraryPosition, TextLine};

/// Strips the byte order mark that some editors put before UTF-8.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

impl Library {
    /// Parses a library; never fails. Invalid lines are kept and listed in [`Library::invalid_lines`].
    pub fn parse(bytes: &[u8]) -> Library {
        let mut library = Library {
            entries: HashMap::new(),
            lines: Vec::new(),
            invalid_lines: Vec::new(),
            changed: HashMap::new(),
        };
        let mut by_moves: HashMap<u64, LibraryPosition> = HashMap::new();
        for (index, line) in
            bytes.strip_suffix(b"\n").unwrap_or(bytes).split(|&byte| byte == b'\n').enumerate()
        {
            let mut about = None;
            match read(if index == 0 { without_mark(line) } else { line }) {
                Ok(Read::Nothing) => {}
                Ok(Read::Position(entry)) => {
                    about = Some(entry.position.key());
                    merge(&mut library.entries, entry);
                }
                Ok(Read::Moves(entries)) => entries.into_iter().for_each(|entry| merge(&mut by_moves, entry)),
                Err(reason) => library.invalid_lines.push(InvalidLibraryLine { line: index + 1, reason }),
            }
            library.lines.push(TextLine { bytes: line.to_vec(), position: about });
        }
        // A position's own line replaces its moves from sequences.
        for (key, entry) in by_moves {
            library.entries.entry(key).or_insert(entry);
        }
        library
    }

    /// Returns the contents of the library file: unchanged lines as they were, lines of changed positions
    /// rewritten, new ones at the end.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut changed = self.changed.clone();
        let mut bytes = Vec::new();
        // New lines end like the existing ones, which may come from Windows.
        let end =
            if self.lines.first().is_some_and(|line| line.bytes.ends_with(b"\r")) { "\r\n" } else { "\n" };
        for line in &self.lines {
            match line.position.filter(|key| self.changed.contains_key(key)) {
                None => {
                    bytes.extend(&line.bytes);
                    bytes.push(b'\n');
                }
                // The first of several lines for one position replaces them all.
                Some(key) if changed.remove(&key).is_none() => {}
                Some(key) => {
                    bytes.extend((self.entries.get(&key).map(write).unwrap_or_default() + end).bytes())
                }
            }
        }
        let mut new: Vec<(usize, u64)> = changed.into_iter().map(|(key, order)| (order, key)).collect();
        new.sort_unstable();
        for entry in new.iter().filter_map(|(_, key)| self.entries.get(key)) {
            bytes.extend((write(entry) + end).bytes());
        }
        bytes
    }
}

fn merge(entries: &mut HashMap<u64, LibraryPosition>, entry: LibraryPosition) {
    entries.entry(entry.position.key()).or_insert_with(|| LibraryPosition::new(&entry.position)).join(&entry);
}

/// The contents of a line.
enum Read {
    /// An empty line or a comment.
    Nothing,
    /// The moves in one position.
    Position(LibraryPosition),
    /// A sequence of moves, as one entry for each position on the way.
    Moves(Vec<LibraryPosition>),
}

fn read(line: &[u8]) -> Result<Read, String> {
    let line = std::str::from_utf8(line).map_err(|_| "the text is not UTF-8")?.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(Read::Nothing);
    }
    // Only a FEN has slashes in the first word.
    if line.split_whitespace().next().is_some_and(|word| word.contains('/')) {
        let (fen, moves) = line.split_once(':').ok_or("expected ':' and moves after the position")?;
        let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
        let mut entry = LibraryPosition::new(&position);
        read_words(moves, |word| {
            match word {
                Word::Note(note) => match entry.moves.last_mut() {
                    Some(last) => last.note = tidy(note),
                    None => entry.note = tidy(note),
                },
                Word::Move(text, active) => {
                    let mv = read_move(&position, text)?;
                    entry.join(&LibraryPosition::with_move(&position, mv, active));
                }
            }
            Ok(())
        })?;
        return Ok(Read::Position(entry));
    }
    let mut position = Position::startpos();
    let mut entries: Vec<LibraryPosition> = Vec::new();
    read_words(line, |word| {
        match (word, entries.last_mut()) {
            (Word::Note(note), Some(last)) => last.moves.iter_mut().for_each(|known| known.note = tidy(note)),
            (Word::Note(note), None) => {
                entries.push(LibraryPosition { note: tidy(note), ..LibraryPosition::new(&position) })
            }
            (Word::Move(text, active), _) => {
                let mv = read_move(&position, text)?;
                entries.push(LibraryPosition::with_move(&position, mv, active));
                position.play(mv);
            }
        }
        Ok(())
    })?;
    Ok(Read::Moves(entries))
}

/// A move or note in a line.
enum Word<'a> {
    /// A move, and true if it is active.
    Move(&'a str, bool),
    /// Text in braces.
    Note(&'a str),
}

fn read_words<'a>(text: &'a str, mut take: impl FnMut(Word<'a>) -> Result<(), String>) -> Result<(), String> {
    let (mut rest, mut active) = (text.trim_start(), true);
    while let Some(first) = rest.chars().next() {
        match first {
            '{' => {
                let (note, after_note) = rest[1..].split_once('}').ok_or("unclosed note; expected '}'")?;
                take(Word::Note(note))?;
                rest = after_note;
            }
            '(' | ')' if active == (first == '(') => {
                active = !active;
                rest = &rest[1..];
            }
            '(' => return Err("nested '('; put passive moves in one pair of parentheses".into()),
            ')' => return Err("')' without a '('".into()),
            _ => {
                let end = rest
                    .find(|letter: char| letter.is_whitespace() || "{}()".contains(letter))
                    .unwrap_or(rest.len());
                // A lone closing brace has to be consumed, too.
                let end = end.max(first.len_utf8());
                let word = typed::without_number(&rest[..end]);
                if !word.is_empty() {
                    take(Word::Move(word, active))?;
                }
                rest = &rest[end..];
            }
        }
        rest = rest.trim_start();
    }
    if active { Ok(()) } else { Err("unclosed '('; expected ')'".into()) }
}

fn read_move(position: &Position, text: &str) -> Result<Move, String> {
    typed::parse(position, text).map_err(|error| error.to_string())
}

/// Returns the line of an entry.
pub(super) fn write(entry: &LibraryPosition) -> String {
    let mut line = format!("{} :", entry.position.fen_without_clocks());
    let note = |line: &mut String, note: &str| {
        if !note.is_empty() {
            line.push_str(&format!(" {{{note}}}"));
        }
    };
    note(&mut line, &entry.note);
    for known in &entry.moves {
        let san = san::format(&entry.position, known.mv);
        line.push_str(&if known.active { format!(" {san}") } else { format!(" ({san})") });
        note(&mut line, &known.note);
    }
    line
}

/// Makes a note fit into braces on a single line.
pub(super) fn tidy(note: &str) -> String {
    let plain = |letter: char| match letter {
        '{' => '(',
        '}' => ')',
        letter if letter.is_control() => ' ',
        letter => letter,
    };
    note.chars().map(plain).collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Heirloom opening library\n\n1. e4 {best by test} e5 2.Nf3 (2... f6?) 3.Nxe5\n\
        d4 d5\n1. e4 Ke7\n\
        rnbqkbnr/pppppppp/8/8/3P4/8/PPPPPPPP/RNBQKBNR b KQkq - : d5\n\
        rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - : {closed} Nf6 (f5 {Dutch}) {of course}";

    fn after(moves: &str) -> Position {
        let mut position = Position::startpos();
        for mv in moves.split_whitespace() {
            let mv = typed::parse(&position, mv).unwrap();
            position.play(mv);
        }
        position
    }

    fn entry(library: &Library, moves: &str) -> String {
        library
            .entry(&after(moves))
            .map_or("none".into(), |entry| write(entry).split_once(" :").unwrap().1.trim().to_owned())
    }

    #[test]
    fn lines_of_both_kinds_are_read() {
        let library = Library::parse(TEXT.as_bytes());
        assert_eq!(entry(&library, ""), "e4 {best by test} d4");
        assert_eq!(entry(&library, "e4"), "e5");
        assert_eq!(entry(&library, "e4 e5 Nf3"), "(f6)");
        assert_eq!(entry(&library, "e4 e5 Nf3 f6"), "Nxe5");
        assert_eq!(
            entry(&library, "d4"),
            "{closed} Nf6 (f5) {of course}",
            "a position's own line replaces what lines of moves say"
        );
        assert_eq!(entry(&library, "d4 d5"), "none");
    }

    #[test]
    fn invalid_lines_are_reported_and_kept() {
        let mut library = Library::parse(TEXT.as_bytes());
        let faults: Vec<String> = library.invalid_lines().iter().map(InvalidLibraryLine::to_string).collect();
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert_eq!(faults[0], "line 5: Ke7 is not a legal move for Black; the line is kept, but ignored");
        assert!(faults[1].starts_with("line 6: "), "{}", faults[1]);
        assert_eq!(String::from_utf8(library.to_bytes()).unwrap(), format!("{TEXT}\n"));
        let start = Position::startpos();
        library.add(&start, typed::parse(&start, "c4").unwrap(), false);
        library.annotate(&after("d4"), "half {open}\n?");
        let text = String::from_utf8(library.to_bytes()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..6], TEXT.lines().collect::<Vec<_>>()[..6]);
        let expected = [
            "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - : {half (open) ?} Nf6 (f5) {of course}",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - : e4 {best by test} d4 (c4)",
        ];
        assert_eq!(lines[6..], expected);
        let again = Library::parse(text.as_bytes());
        assert_eq!(entry(&again, ""), "e4 {best by test} d4 (c4)");
        assert_eq!(again.invalid_lines().len(), 2);
    }

    #[test]
    fn byte_order_marks_and_line_endings_are_kept() {
        let text =
            "\u{FEFF}e4 e5\r\n# mine\r\nrnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - : d5\r\n";
        let mut library = Library::parse(text.as_bytes());
        assert_eq!((library.len(), library.invalid_lines().len()), (3, 0));
        assert_eq!(library.to_bytes(), text.as_bytes());
        let after_d4 = after("d4");
        library.add(&after_d4, typed::parse(&after_d4, "f5").unwrap(), false);
        library.add(&after("e4"), typed::parse(&after("e4"), "c5").unwrap(), false);
        let new = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - : e5 (c5)\r\n";
        assert_eq!(String::from_utf8(library.to_bytes()).unwrap(), text.replace(": d5", ": d5 (f5)") + new);
    }

    #[test]
    fn every_error_has_a_reason() {
        for (line, reason) in [
            ("e4 {never closed", "unclosed note"),
            ("e4 (e5", "unclosed '('"),
            ("e4 ((e5))", "nested '('"),
            ("e4 ) e5", "')' without"),
            ("e4 e5}", "\"}\" is not a move"),
            ("e4 quatsch", "is not a move"),
            ("8/8/8/8/8/8/8/8 w - -", "expected ':' and moves"),
            ("8/8/8/8/8/8/8/8 w - - : e4", "illegal position"),
            ("e4\u{FF}", "is not a move"),
        ] {
            let library = Library::parse(line.as_bytes());
            let invalid = library.invalid_lines();
            assert!(invalid.len() == 1 && invalid[0].reason.contains(reason), "{line}: {invalid:?}");
            assert_eq!(library.to_bytes(), format!("{line}\n").as_bytes());
        }
        let library = Library::parse(b"# x\nd4\xFF\n\n1. e4 1... c5 2.\r\n");
        let invalid = InvalidLibraryLine { line: 2, reason: "the text is not UTF-8".into() };
        assert_eq!(library.invalid_lines(), [invalid]);
        assert_eq!(entry(&library, "e4"), "c5");
    }
}
