//! The operations after the position: an opcode, operands and a semicolon.

use std::fmt;

use super::EpdReason;

/// One operation, such as `bm Nf3 Nc3`.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The opcode: `bm` (best moves), `id`, `c0` (a comment) and so on. Files use more than the standard
    /// defines.
    pub opcode: String,
    /// The operands in order, possibly none.
    pub operands: Vec<Operand>,
    /// The column of the opcode, in bytes counted from 1, or 0 if not parsed; ignored by comparisons.
    pub column: usize,
}

impl Operation {
    /// Returns an operation whose operands are written without quotes where possible.
    pub fn new(opcode: &str, operands: &[&str]) -> Operation {
        let operand = |text: &&str| Operand { text: (*text).to_owned(), quoted: false, column: 0 };
        let operands = operands.iter().map(operand).collect();
        Operation { opcode: opcode.to_owned(), operands, column: 0 }
    }

    /// Returns an operation with one quoted string, such as `id "BK.01"`.
    pub fn text(opcode: &str, text: &str) -> Operation {
        let operand = Operand { text: text.to_owned(), quoted: true, column: 0 };
        Operation { opcode: opcode.to_owned(), operands: vec![operand], column: 0 }
    }
}

impl PartialEq for Operation {
    fn eq(&self, other: &Operation) -> bool {
        self.opcode == other.opcode && self.operands == other.operands
    }
}

/// One operand of an operation.
#[derive(Clone, Debug)]
pub struct Operand {
    /// The text, without quotes.
    pub text: String,
    /// True if the operand is in double quotes.
    pub quoted: bool,
    /// The column, in bytes counted from 1; ignored by comparisons.
    pub column: usize,
}

impl PartialEq for Operand {
    fn eq(&self, other: &Operand) -> bool {
        self.text == other.text && self.quoted == other.quoted
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        for operand in &self.operands {
            write!(f, " {operand}")?;
        }
        f.write_str(";")
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = !self.text.is_empty()
            && !self.text.starts_with('"')
            && !self.text.contains(|letter: char| letter == ';' || letter.is_whitespace());
        if plain && !self.quoted {
            return f.write_str(&self.text);
        }
        write!(f, "\"{}\"", self.text.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

/// Parses the operations in `text`; `column` is the column of its first byte.
///
/// Empty operations are skipped: many files write `;` after the position. The last operation may lack its
/// semicolon, and so may an earlier one with moves or numbers if the next opcode is evident: `bm Rc8+ dm
/// 26`.
pub(super) fn parse(text: &str, column: usize) -> Result<Vec<Operation>, (usize, EpdReason)> {
    let mut operations = Vec::new();
    let mut current: Option<Operation> = None;
    let mut rest = text;
    loop {
        // Between moves and before an operation, commas count as spaces.
        let is_gap = |letter: char| {
            letter.is_whitespace() || letter == ',' && current.as_ref().is_none_or(has_move_operands)
        };
        rest = rest.trim_start_matches(is_gap);
        let column = column + text.len() - rest.len();
        let Some(first) = rest.bytes().next() else { break };
        if first == b';' {
            operations.extend(current.take());
            rest = &rest[1..];
            continue;
        }
        let quoted = first == b'"' && current.is_some();
        let (word, length) = if quoted {
            quoted_text(rest).ok_or((column, EpdReason::QuoteUnclosed))?
        } else {
            let length = rest.find(|letter: char| letter == ';' || is_gap(letter)).unwrap_or(rest.len());
            (rest[..length].to_owned(), length)
        };
        rest = &rest[length..];
        if !quoted && current.as_ref().is_some_and(|operation| is_next_opcode(operation, &word)) {
            operations.extend(current.take());
        }
        match &mut current {
            Some(operation) => operation.operands.push(Operand { text: word, quoted, column }),
            None => current = Some(Operation { opcode: word, operands: Vec::new(), column }),
        }
    }
    operations.extend(current);
    Ok(operations)
}

/// Returns true if the operands of this operation are moves.
fn has_move_operands(operation: &Operation) -> bool {
    matches!(operation.opcode.as_str(), "bm" | "am" | "pv" | "sm")
}

/// Returns true if `word` is not an operand of this operation but the next opcode.
fn is_next_opcode(operation: &Operation, word: &str) -> bool {
    let of_moves_or_numbers = has_move_operands(operation)
        || matches!(operation.opcode.as_str(), "dm" | "ce" | "acd" | "acn" | "acs");
    let next = matches!(word, "bm" | "am" | "pv" | "sm" | "dm" | "ce" | "acd" | "acn" | "acs" | "id" | "c0");
    of_moves_or_numbers && next && !operation.operands.is_empty()
}

/// Parses a quoted string at the beginning of `text` and returns it with its length in bytes; `\"` and `\\`
/// are escapes.
fn quoted_text(text: &str) -> Option<(String, usize)> {
    let mut word = String::new();
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some((place, letter)) = letters.next() {
        match letter {
            '"' => return Some((word, place + 1)),
            '\\' => match letters.next_if(|(_, next)| matches!(next, '"' | '\\')) {
                Some((_, escaped)) => word.push(escaped),
                None => word.push('\\'),
            },
            _ => word.push(letter),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_parsed() {
        let operations = parse(r#" bm Nf3 Nc3; id "a; \"b\""; ; noop;c0 "" x"#, 10).unwrap();
        assert_eq!(operations.len(), 4);
        assert_eq!(operations[0], Operation::new("bm", &["Nf3", "Nc3"]));
        assert_eq!(operations[1], Operation::text("id", "a; \"b\""));
        assert_eq!((operations[0].column, operations[0].operands[1].column), (11, 18));
        assert_eq!((operations[2].opcode.as_str(), operations[2].operands.len()), ("noop", 0));
        let written: Vec<String> = operations.iter().map(Operation::to_string).collect();
        assert_eq!(written.join(" "), r#"bm Nf3 Nc3; id "a; \"b\""; noop; c0 "" x;"#);
        assert_eq!(parse("id \"abc;", 5), Err((8, EpdReason::QuoteUnclosed)));
        assert_eq!(parse(" ;; ", 1), Ok(vec![]));
    }

    #[test]
    fn moves_and_numbers_end_without_a_semicolon() {
        let written =
            |text| parse(text, 1).unwrap().iter().map(Operation::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(written("bm Rc8+ dm 26 id \"x\""), "bm Rc8+; dm 26; id \"x\";");
        assert_eq!(written("am b6 c4 bm Kd5 Kd6 c0 by dm and bm"), "am b6 c4; bm Kd5 Kd6; c0 by dm and bm;");
        let expected = "bm dm 3; id am x bm y; bm \"id\" \"am\";";
        assert_eq!(written("bm dm 3; id am x bm y; bm \"id\" \"am\""), expected);
    }
}
