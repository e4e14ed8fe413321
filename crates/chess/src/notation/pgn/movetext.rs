//! The movetext of a game: moves with everything between them.

use std::io::Read;

use super::nonstandard::{self, Meaning, PieceLetters};
use super::reader::{Boards, End, OpenLine, Reader};
use super::tokens::WORD;
use super::visitor::{Played, Visitor};
use super::{MAX_MOVES, MAX_NESTING, MAX_WORD, PgnError, PgnReason, Result, Text, TextPlace, decode};
use crate::game::{GameResult, Nag};
use crate::notation::san::{self, SanError};
use crate::{Move, Position};

impl<R: Read> Reader<R> {
    /// Reads up to the end of the game; with a start position, all moves are checked.
    ///
    /// At an error, a strict reader rejects the game. For a tolerant reader the game is damaged and ends
    /// there or, within a variation, continues after it.
    pub(super) fn read_moves<V: Visitor>(&mut self, start: Option<Position>, visitor: &mut V) -> Result<End> {
        self.lines.clear();
        self.lines.push(OpenLine { opened: self.source.place(), has_moves: false });
        self.boards.clear();
        self.boards.extend(start.map(|start| Boards { now: start.clone(), before: start }));
        let mut moves = 0;
        loop {
            match self.read_line(&mut moves, visitor) {
                Ok(end) => return Ok(end),
                Err(error) if self.strict => return Err(error),
                Err(error) if self.lines.len() > 1 && !error.reason.ends_game() => {
                    self.skip_variation(error, visitor)
                }
                Err(error) => return self.end_damaged(error, visitor),
            }
        }
    }

    /// Reads up to the end of the game or the first error.
    fn read_line<V: Visitor>(&mut self, moves: &mut usize, visitor: &mut V) -> Result<End> {
        loop {
            self.skip_space();
            let place = self.source.place();
            let error = |reason| PgnError { place, reason };
            let Some(byte) = self.source.peek() else { return self.end_without_result(place, visitor) };
            if matches!(byte, b'0' | b'1' | 0xC2)
                && !self.strict
                && self.lines.len() == 1
                && let Some((result, length)) = self.result_with_blanks()
            {
                let written = decode(&self.source.rest()[..length]).into_owned();
                visitor.warning(error(PgnReason::Spelling { written, taken: result.to_string() }));
                self.source.advance(length);
                return self.end(place, result, visitor);
            }
            match byte {
                b'0'..=b'9' if self.number().map_err(error)? => {}
                b'{' | b';' => self.read_comment(visitor)?,
                b'$' => self.read_nag(place, visitor)?,
                b'!' | b'?' => visitor.nag(self.sign().map_err(error)?),
                b'(' => self.begin_variation(place, visitor)?,
                b')' => self.end_variation(place, visitor)?,
                b'[' if self.strict || self.tag_among_moves() => {
                    return self.end_without_result(place, visitor);
                }
                b'.' => self.source.advance(1),
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
                            *moves += 1;
                            if *moves > MAX_MOVES {
                                return Err(error(PgnReason::TooManyMoves(MAX_MOVES)));
                            }
                            if let Some(result) = self.interpret_word(place, visitor)? {
                                return self.end(place, result, visitor);
                            }
                        }
                    }
                }
                b'<' | b'>' => self.skip_byte(error(PgnReason::Reserved), visitor)?,
                _ => self.skip_byte(error(PgnReason::UnexpectedByte(byte)), visitor)?,
            }
        }
    }

    /// Rejects the game if the reader is strict; otherwise reports a warning.
    pub(super) fn tolerate<V: Visitor>(&mut self, error: PgnError, visitor: &mut V) -> Result<()> {
        if self.strict {
            return Err(error);
        }
        visitor.warning(error);
        Ok(())
    }

    fn skip_byte<V: Visitor>(&mut self, error: PgnError, visitor: &mut V) -> Result<()> {
        self.tolerate(error, visitor)?;
        self.source.advance(1);
        Ok(())
    }

    /// Skips the rest of a variation with an error; the line before it continues.
    fn skip_variation<V: Visitor>(&mut self, error: PgnError, visitor: &mut V) {
        self.skip_rest(true);
        visitor.damaged(error, Text(self.source.token().trim_ascii()));
        self.source.mark();
        // The closing parenthesis is left to be read. If there is none, the end of the game closes its
        // lines.
    }

    /// Ends a game at an error: the moves up to there are kept, and the visitor gets the rest of the text.
    pub(super) fn end_damaged<V: Visitor>(&mut self, error: PgnError, visitor: &mut V) -> Result<End> {
        while self.lines.len() > 1 {
            self.close_line(visitor);
        }
        let result = self.skip_rest(false);
        let place = self.source.place();
        visitor.damaged(error, Text(self.source.token().trim_ascii()));
        self.source.mark();
        match result {
            Some((result, length)) => {
                self.source.advance(length);
                self.end(place, result, visitor)
            }
            None => Ok(End { place, result: None }),
        }
    }

    /// Interprets a word: a move, an evaluation such as `+-`, or something to skip. Returns the result of the
    /// game if the word is one.
    fn interpret_word<V: Visitor>(
        &mut self,
        place: TextPlace,
        visitor: &mut V,
    ) -> Result<Option<GameResult>> {
        let text = self.source.token();
        match text {
            // Marks that are detached from their move.
            b"+" | b"++" | b"#" | b"e.p." | b"ep" | b"ep." | b"e.p" => return Ok(None),
            [first, ..] if first.is_ascii() && !first.is_ascii_alphanumeric() => {
                // Before the first move these signs do not evaluate a position but report a forfeit.
                if let Some(result) = nonstandard::parse_forfeit(text)
                    && !self.strict
                    && self.lines.len() == 1
                    && !self.lines[0].has_moves
                    && self.ends_here()
                {
                    return Ok(Some(result));
                }
                if let Some(nag) = Nag::from_symbol(self.source.token()) {
                    visitor.nag(nag);
                    return Ok(None);
                }
            }
            _ => {}
        }
        if self.boards.is_empty() {
            return match san::check_form(self.source.token()) {
                Ok(()) => {
                    self.note_move();
                    visitor.mv(Played { text: Text(self.source.token()), checked: None });
                    Ok(None)
                }
                Err(error) => self.interpret_nonstandard_word(place, error, visitor),
            };
        };
        if !self.strict
            && matches!(self.source.token().first(), Some(b'P' | b'R'))
            && self.is_foreign_letter()
        {
            return self.interpret_nonstandard_word(place, SanError::Empty, visitor);
        }
        let (Some(boards), text) = (self.boards.last_mut(), self.source.token()) else {
            return Ok(None);
        };
        match san::parse_bytes(&boards.now, text) {
            Ok(mv) => {
                boards.play(mv);
                self.note_move();
                let checked = self.boards.last().map(|boards| (&boards.before, mv));
                visitor.mv(Played { text: Text(self.source.token()), checked });
                Ok(None)
            }
            Err(error) => self.interpret_nonstandard_word(place, error, visitor),
        }
    }

    /// Returns true if the word's letter, P or R, is a piece of another language. The first such word looks
    /// ahead to the following moves.
    fn is_foreign_letter(&mut self) -> bool {
        let letter = self.source.token().first().copied().unwrap_or_default();
        if !std::mem::replace(&mut self.looked_ahead, true) && self.letters == PieceLetters::English {
            self.letters = self.letters_ahead(letter);
        }
        matches!((letter, self.letters), (b'P', PieceLetters::Dutch) | (b'R', PieceLetters::Romance))
    }

    #[inline]
    fn note_move(&mut self) {
        if let Some(line) = self.lines.last_mut() {
            line.has_moves = true;
        }
    }

    /// Interprets a word that is not a legal move as written: a move in another spelling, a result, an
    /// annotation or prose.
    #[cold]
    fn interpret_nonstandard_word<V: Visitor>(
        &mut self,
        place: TextPlace,
        error: SanError,
        visitor: &mut V,
    ) -> Result<Option<GameResult>> {
        let wrong = |reason| PgnError { place, reason };
        if self.strict {
            return Err(wrong(self.reason_for(error)));
        }
        let written = self.source.token();
        let word = nonstandard::to_plain(written).unwrap_or_else(|| decode(written).into_owned());
        let written = decode(written).into_owned();
        let now = self.boards.last().map(|boards| boards.now.clone());
        if let Some((mv, deviation)) = self.find_move(&word, &written, now.as_ref(), &error) {
            if let Some(reason) = deviation {
                visitor.warning(wrong(reason));
            }
            self.play_found(&word, mv, visitor);
            return Ok(None);
        }
        if let Some((rest, nag)) = nonstandard::split_sign(&word)
            && let Some((mv, _)) = self.find_move(rest, &written, now.as_ref(), &error)
        {
            self.play_found(rest, mv, visitor);
            visitor.nag(nag);
            return Ok(None);
        }
        match nonstandard::interpret(&word) {
            // Prose may mention a draw, and a double forfeit has no moves.
            Some(Meaning::Result(result)) if self.is_end(result) => {
                if written != result.as_str() {
                    visitor.warning(wrong(PgnReason::Spelling { written, taken: result.to_string() }));
                }
                return Ok(Some(result));
            }
            Some(Meaning::Mark(nag)) => {
                visitor.nag(nag);
                return Ok(None);
            }
            Some(_) => return Ok(None),
            None => {}
        }
        match self.reason_for(error) {
            // A word that is not a move does not affect the moves after it.
            reason @ PgnReason::NotAMove(_) => {
                visitor.warning(wrong(reason));
                Ok(None)
            }
            reason => Err(wrong(reason)),
        }
    }

    /// Returns true if a result in another spelling can be that of the game here.
    fn is_end(&mut self, result: GameResult) -> bool {
        let has_moves = self.lines.last().is_some_and(|line| line.has_moves);
        self.lines.len() == 1 && self.ends_here() && !(has_moves && result == GameResult::BothLose)
    }

    /// Finds the move that a plain word means here, and a warning if it is unusual as it is written;
    /// without a position only its form is checked.
    fn find_move(
        &mut self,
        word: &str,
        written: &str,
        now: Option<&Position>,
        error: &SanError,
    ) -> Option<(Option<Move>, Option<PgnReason>)> {
        let Some(now) = now else {
            let form =
                |word: &str| matches!(san::check_form(word.as_bytes()), Ok(()) | Err(SanError::NullMove));
            let translated =
                || nonstandard::to_english(word, self.letters).is_some_and(|(word, _)| form(&word));
            return (form(word) || translated()).then_some((None, None));
        };
        if matches!(san::check_form(word.as_bytes()), Err(SanError::NullMove)) {
            return (!now.in_check()).then_some((Some(Move::NULL), None));
        }
        // The letters of another language have priority once the game has used them: R can be a rook or a
        // king.
        if let Some((english, letters)) = nonstandard::to_english(word, self.letters)
            && let Ok(mv) = san::parse(now, &english)
        {
            let first = std::mem::replace(&mut self.letters, letters) == PieceLetters::English;
            return Some((Some(mv), first.then(|| PgnReason::ForeignLetters(written.into()))));
        }
        if let Ok(mv) = san::parse(now, word) {
            return Some((Some(mv), None));
        }
        if matches!(error, SanError::PromotionMissing(_)) || word.ends_with(['=', '/']) {
            let promoted = format!("{}=Q", word.trim_end_matches(['=', '/', '+', '#']));
            if let Ok(mv) = san::parse(now, &promoted) {
                return Some((Some(mv), Some(PgnReason::QueenAssumed(written.into()))));
            }
        }
        let mv = san::pawn_capture_by_files(now, word)?;
        let (written, taken) = (written.into(), san::format(now, mv));
        Some((Some(mv), Some(PgnReason::Spelling { written, taken })))
    }

    fn play_found<V: Visitor>(&mut self, word: &str, mv: Option<Move>, visitor: &mut V) {
        self.note_move();
        if let (Some(mv), Some(boards)) = (mv, self.boards.last_mut()) {
            boards.play(mv);
        }
        let checked = mv.and_then(|mv| self.boards.last().map(|boards| (&boards.before, mv)));
        visitor.mv(Played { text: Text(word.as_bytes()), checked });
    }

    fn begin_variation<V: Visitor>(&mut self, place: TextPlace, visitor: &mut V) -> Result<()> {
        if !self.lines.last().is_some_and(|line| line.has_moves) {
            self.tolerate(PgnError { place, reason: PgnReason::VariationWithoutMove }, visitor)?;
        }
        if self.lines.len() > MAX_NESTING {
            return Err(PgnError { place, reason: PgnReason::TooDeep(MAX_NESTING) });
        }
        self.source.advance(1);
        self.lines.push(OpenLine { opened: place, has_moves: false });
        if let Some(boards) = self.boards.last() {
            let before = boards.before.clone();
            self.boards.push(Boards { now: before.clone(), before });
        }
        visitor.begin_variation();
        Ok(())
    }

    fn end_variation<V: Visitor>(&mut self, place: TextPlace, visitor: &mut V) -> Result<()> {
        if self.lines.len() < 2 {
            return self.skip_byte(PgnError { place, reason: PgnReason::VariationUnopened }, visitor);
        }
        self.source.advance(1);
        self.close_line(visitor);
        Ok(())
    }

    fn close_line<V: Visitor>(&mut self, visitor: &mut V) {
        self.lines.pop();
        self.boards.pop();
        visitor.end_variation();
    }

    /// Comments on the same line after the result still belong to the game.
    fn end<V: Visitor>(&mut self, place: TextPlace, result: GameResult, visitor: &mut V) -> Result<End> {
        loop {
            self.source.mark();
            match self.source.peek() {
                Some(b' ' | b'\t') => self.source.advance(1),
                // Here a comment that is never closed costs nothing but itself.
                Some(b'{' | b';') => match self.read_comment(visitor) {
                    Err(error) if !self.strict => visitor.warning(error),
                    read => read?,
                },
                Some(b'0' | b'1' | b'*') if !self.strict && self.result_ahead().is_some() => {
                    let length = self.result_ahead().map_or(1, |(_, length)| length);
                    visitor.warning(PgnError { place: self.source.place(), reason: PgnReason::ResultTwice });
                    self.source.advance(length);
                }
                _ => return Ok(End { place, result: Some(result) }),
            }
        }
    }

    fn end_without_result<V: Visitor>(&mut self, place: TextPlace, visitor: &mut V) -> Result<End> {
        while self.lines.len() > 1 {
            let opened = self.lines.last().map_or(place, |line| line.opened);
            self.tolerate(PgnError { place: opened, reason: PgnReason::VariationUnclosed }, visitor)?;
            self.close_line(visitor);
        }
        Ok(End { place, result: None })
    }

    /// Returns why a word is not a legal move. That the game was already over explains more than an illegal
    /// move.
    fn reason_for(&self, error: SanError) -> PgnReason {
        let over = self.boards.last().map(|boards| &boards.now).filter(|now| !now.has_legal_move());
        match (error, over) {
            (SanError::NotAMove(text), _) => PgnReason::NotAMove(text),
            (error @ (SanError::Empty | SanError::NullMove), _) | (error, None) => PgnReason::BadMove(error),
            (_, Some(now)) => {
                let text = decode(self.source.token()).into_owned();
                if now.in_check() {
                    PgnReason::MoveAfterMate(text)
                } else {
                    PgnReason::MoveAfterStalemate(text)
                }
            }
        }
    }

    /// Returns true if the rest of the line is empty or begins with a comment.
    fn ends_here(&mut self) -> bool {
        let mut ahead = 0;
        while let Some(b' ' | b'\t') = self.source.peek_at(ahead) {
            ahead += 1;
            if ahead > MAX_WORD {
                return false;
            }
        }
        matches!(self.source.peek_at(ahead), None | Some(b'\n' | b'\r' | b'{' | b';'))
    }
}
