//! The moves of a game with all that stands between them.

use std::io::Read;

use super::reader::{Boards, End, OpenLine, Reader};
use super::visitor::{Played, Visitor};
use super::{MAX_COMMENT, MAX_MOVES, MAX_NESTING, MAX_WORD, PgnError, Place, Reason, Text};
use crate::Position;
use crate::game::{GameResult, Nag};
use crate::notation::san::{self, SanError};

/// May this byte stand in a word? Letters, digits, the signs of moves and results, and everything beyond ASCII.
const WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let letter = byte as u8;
        table[byte] = letter.is_ascii_alphanumeric()
            || letter >= 0x80
            || matches!(letter, b'+' | b'-' | b'#' | b'=' | b':' | b'/' | b'.' | b'_' | b'~' | b'@' | b'\'' | b',' | b'|' | b'&');
        byte += 1;
    }
    table
};

impl<R: Read> Reader<R> {
    /// Reads up to the end of the game; with a start position every move is played.
    pub(super) fn read_moves<V: Visitor>(&mut self, start: Option<Position>, visitor: &mut V) -> Result<End, PgnError> {
        self.lines.clear();
        self.lines.push(OpenLine { opened: self.source.place(), moved: false });
        self.boards.clear();
        self.boards.extend(start.map(|start| Boards { now: start.clone(), before: start }));
        let mut moves = 0;
        loop {
            self.skip_space();
            let place = self.source.place();
            let error = |reason| PgnError { place, reason };
            let Some(byte) = self.source.peek() else { return self.end_without_result(place) };
            match byte {
                b'0'..=b'9' if self.number().map_err(error)? => {}
                b'{' | b';' => self.read_comment(visitor)?,
                b'$' => visitor.nag(self.nag().ok_or(Reason::BadNag).map_err(error)?),
                b'!' | b'?' => visitor.nag(self.sign().map_err(error)?),
                b'(' => self.begin_variation(place, visitor)?,
                b')' => self.end_variation(visitor).map_err(error)?,
                b'[' => return self.end_without_result(place),
                b'.' => self.source.advance(1),
                b'<' | b'>' => return Err(error(Reason::Reserved)),
                b'*' => {
                    self.source.advance(1);
                    if self.lines.len() == 1 {
                        return self.end(place, GameResult::Unknown, visitor);
                    }
                }
                _ if WORD[byte as usize] => {
                    self.word().map_err(error)?;
                    match GameResult::from_pgn(self.source.token()) {
                        Some(result) if self.lines.len() == 1 => return self.end(place, result, visitor),
                        // Some programs end each variation with the result of the game.
                        Some(_) => {}
                        None => {
                            moves += 1;
                            if moves > MAX_MOVES {
                                return Err(error(Reason::TooManyMoves(MAX_MOVES)));
                            }
                            self.take_word(visitor).map_err(error)?;
                        }
                    }
                }
                _ => return Err(error(Reason::UnexpectedByte(byte))),
            }
        }
    }

    /// Passes over a move number with its dots; false, and nothing taken, if the digits begin something else.
    fn number(&mut self) -> Result<bool, Reason> {
        let mut digits = 1;
        while self.source.peek_at(digits).is_some_and(|byte| byte.is_ascii_digit()) {
            digits += 1;
            if digits > MAX_WORD {
                return Err(Reason::TooLong(MAX_WORD));
            }
        }
        match self.source.peek_at(digits) {
            Some(byte) if byte != b'.' && WORD[byte as usize] => return Ok(false),
            _ => self.source.advance(digits),
        }
        while self.source.peek() == Some(b'.') {
            self.source.advance(1);
            self.source.mark();
        }
        Ok(true)
    }

    /// Takes a word; a promotion may stand in parentheses at its end.
    fn word(&mut self) -> Result<(), Reason> {
        loop {
            let rest = self.source.rest();
            let end = rest.iter().position(|&byte| !WORD[byte as usize]);
            let count = end.unwrap_or(rest.len());
            self.source.advance(count);
            if self.source.token_len() > MAX_WORD {
                return Err(Reason::TooLong(MAX_WORD));
            }
            if end.is_some() || self.source.peek().is_none() {
                break;
            }
        }
        if self.source.peek() == Some(b'(')
            && matches!(self.source.token().last(), Some(b'1' | b'8'))
            && matches!(self.source.peek_at(1), Some(b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n'))
            && self.source.peek_at(2) == Some(b')')
        {
            self.source.advance(3);
        }
        Ok(())
    }

    /// Tells what a word means: a move, a judgement such as `+-`, or something to be passed over.
    fn take_word<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), Reason> {
        let text = self.source.token();
        match text {
            // Marks that stand apart from their move.
            b"+" | b"++" | b"#" | b"e.p." | b"ep" | b"ep." | b"e.p" => return Ok(()),
            [first, ..] if !first.is_ascii_alphanumeric() => {
                if let Some(nag) = Nag::from_sign(text) {
                    visitor.nag(nag);
                    return Ok(());
                }
            }
            _ => {}
        }
        let Some(line) = self.lines.last_mut() else { return Ok(()) };
        line.moved = true;
        let Some(boards) = self.boards.last_mut() else {
            return match san::check_form(text) {
                Ok(()) => {
                    visitor.mv(Played { text: Text(text), checked: None });
                    Ok(())
                }
                Err(error) => Err(reason_of(error)),
            };
        };
        let mv = match san::parse_bytes(&boards.now, text) {
            Ok(mv) => mv,
            Err(error @ (SanError::NotAMove(_) | SanError::Empty | SanError::NullMove)) => return Err(reason_of(error)),
            Err(error) => return Err(refusal(&boards.now, text, error)),
        };
        boards.before.clone_from(&boards.now);
        boards.now.play(mv);
        visitor.mv(Played { text: Text(text), checked: Some((&boards.before, mv)) });
        Ok(())
    }

    /// Reads `$` and a number.
    fn nag(&mut self) -> Option<Nag> {
        self.source.advance(1);
        let mut number: Option<u8> = None;
        while let Some(digit @ b'0'..=b'9') = self.source.peek() {
            number = Some(number.unwrap_or(0).checked_mul(10)?.checked_add(digit - b'0')?);
            self.source.advance(1);
        }
        number.map(Nag)
    }

    /// Reads `!`, `?` and what is made of them.
    fn sign(&mut self) -> Result<Nag, Reason> {
        while let Some(b'!' | b'?') = self.source.peek() {
            self.source.advance(1);
            if self.source.token_len() > MAX_WORD {
                return Err(Reason::TooLong(MAX_WORD));
            }
        }
        let sign = self.source.token();
        // Enthusiasm beyond two signs counts as two.
        let sign = &sign[..sign.len().min(2)];
        Nag::from_sign(sign).ok_or(Reason::BadNag)
    }

    /// Reads a comment of either kind and tells it, if it is not empty.
    pub(super) fn read_comment<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), PgnError> {
        let place = self.source.place();
        let in_braces = self.source.peek() == Some(b'{');
        self.source.advance(1);
        self.source.mark();
        let mut closed = !in_braces;
        while self.source.peek().is_some() {
            let rest = self.source.rest();
            let stop = rest.iter().position(|&byte| matches!(byte, b'}' | b'\n' | b'\r') && (in_braces || byte != b'}'));
            let count = stop.unwrap_or(rest.len());
            self.source.advance(count);
            if self.source.token_len() > MAX_COMMENT {
                return Err(PgnError { place, reason: Reason::TooLong(MAX_COMMENT) });
            }
            match self.source.peek() {
                Some(b'}') if in_braces && stop.is_some() => {
                    closed = true;
                    break;
                }
                Some(b'\n' | b'\r') if !in_braces => break,
                Some(b'\n' | b'\r') => {
                    self.source.bump();
                    if self.another_game_begins() {
                        // Its tags are not those of the broken game.
                        self.in_tags = false;
                        break;
                    }
                }
                _ => {}
            }
        }
        if !closed {
            return Err(PgnError { place, reason: Reason::CommentUnclosed });
        }
        let text = self.source.token().trim_ascii();
        if !text.is_empty() {
            visitor.comment(Text(text));
        }
        if in_braces {
            self.source.advance(1);
        }
        Ok(())
    }

    /// Within a comment: do a blank line and an event follow one another here, so that the comment was never closed?
    fn another_game_begins(&mut self) -> bool {
        if self.source.peek() != Some(b'[') || !self.source.starts_with(b"[Event \"") {
            return false;
        }
        let tail = self.source.token().iter().rev().take_while(|byte| byte.is_ascii_whitespace());
        tail.filter(|&&byte| byte == b'\n').count() >= 2
    }

    fn begin_variation<V: Visitor>(&mut self, place: Place, visitor: &mut V) -> Result<(), PgnError> {
        if !self.lines.last().is_some_and(|line| line.moved) {
            return Err(PgnError { place, reason: Reason::VariationWithoutMove });
        }
        if self.lines.len() > MAX_NESTING {
            return Err(PgnError { place, reason: Reason::TooDeep(MAX_NESTING) });
        }
        self.source.advance(1);
        self.lines.push(OpenLine { opened: place, moved: false });
        if let Some(boards) = self.boards.last() {
            let before = boards.before.clone();
            self.boards.push(Boards { now: before.clone(), before });
        }
        visitor.begin_variation();
        Ok(())
    }

    fn end_variation<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), Reason> {
        if self.lines.len() < 2 {
            return Err(Reason::VariationUnopened);
        }
        self.source.advance(1);
        self.lines.pop();
        self.boards.pop();
        visitor.end_variation();
        Ok(())
    }

    /// After the result, what is said on the same line still belongs to the game.
    fn end<V: Visitor>(&mut self, place: Place, result: GameResult, visitor: &mut V) -> Result<End, PgnError> {
        loop {
            self.source.mark();
            match self.source.peek() {
                Some(b' ' | b'\t') => self.source.advance(1),
                Some(b'{' | b';') => self.read_comment(visitor)?,
                _ => return Ok(End { place, result: Some(result) }),
            }
        }
    }

    fn end_without_result(&mut self, place: Place) -> Result<End, PgnError> {
        match self.lines.get(1) {
            Some(_) => {
                let opened = self.lines.last().map_or(place, |line| line.opened);
                Err(PgnError { place: opened, reason: Reason::VariationUnclosed })
            }
            None => Ok(End { place, result: None }),
        }
    }
}

fn reason_of(error: SanError) -> Reason {
    match error {
        SanError::NotAMove(text) => Reason::NotAMove(text),
        other => Reason::BadMove(other),
    }
}

/// Why a move was refused; that the game was over before explains more than that the move is illegal.
fn refusal(position: &Position, text: &[u8], error: SanError) -> Reason {
    if position.has_legal_move() {
        return Reason::BadMove(error);
    }
    let text = String::from_utf8_lossy(text).into_owned();
    if position.in_check() { Reason::MoveAfterMate(text) } else { Reason::MoveAfterStalemate(text) }
}
