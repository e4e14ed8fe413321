//! An engine with an opening book: book moves are played at once, everything else goes to the engine.

mod open;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::time::Duration;

use heirloom_chess::game::GameResult;
use heirloom_chess::notation::san;
use heirloom_chess::{Line, Move, Position};
use heirloom_engine::{
    BestMove, Engine, EngineError, EngineOption, Info, Intercept, Intercepted, Limits, OptionValue, Origin,
    Signals,
};

use crate::{Book, Selection, eco};
use open::{BookState, Settings};

const OWN_BOOK: &str = "OwnBook";
/// Name of the option that sets the book file.
pub const FILE: &str = "Book File";
const DEPTH: &str = "Book Depth";
const BEST: &str = "Best Book Move";
/// Name of the option that lets the book learn from games.
pub const LEARN: &str = "Book Learn";

/// The most problems reported for a book; a damaged one may be full of them.
const MAX_REPORTED: usize = 10;

/// An engine that consults a book before it searches. Its options follow those of the engine. Without
/// `OwnBook` and `Book Learn`, it behaves exactly like the engine.
pub struct BookEngine {
    options: Vec<EngineOption>,
    settings: Settings,
    book: BookState,
    /// Remarks to report with the next search.
    remarks: Vec<Info>,
    /// Problems already reported, by record number or position key.
    reported: HashSet<u64>,
    /// The key of the position after the move that the library learned in this game.
    learned: Option<u64>,
    /// True if a move was requested in this game.
    playing: bool,
    random: fastrand::Rng,
    /// True if the last search was answered from the book.
    from_book: bool,
}

impl BookEngine {
    /// Wraps an engine with a book, which is off by default.
    pub fn new(engine: Box<dyn Engine>) -> Intercepted<BookEngine> {
        BookEngine::with_seed(engine, fastrand::u64(..))
    }

    /// Like [`BookEngine::new`], but with a fixed seed for reproducible choices.
    pub fn with_seed(engine: Box<dyn Engine>, seed: u64) -> Intercepted<BookEngine> {
        let own = [
            EngineOption::check(OWN_BOOK, false),
            EngineOption::text(FILE, ""),
            EngineOption::spin(DEPTH, 0, 0, 1000),
            EngineOption::check(BEST, false),
            EngineOption::check(LEARN, false),
        ];
        let mut options = engine.options().to_vec();
        options.retain(|option| own.iter().all(|ours| !ours.name.eq_ignore_ascii_case(&option.name)));
        options.extend(own);
        let book_engine = BookEngine {
            options,
            settings: Settings::default(),
            book: BookState::Closed,
            remarks: Vec::new(),
            reported: HashSet::new(),
            learned: None,
            playing: false,
            random: fastrand::Rng::with_seed(seed),
            from_book: false,
        };
        Intercepted::new(engine, book_engine)
    }

    /// Returns the book's answer to a search, with the text to report.
    fn answer(&mut self, line: &Line, limits: &Limits) -> Option<(BestMove, String)> {
        let beyond = self.settings.depth.is_some_and(|depth| line.moves().len() >= depth);
        // A mate search needs a proof.
        if !self.settings.own_book || beyond || limits.mate.is_some() {
            return None;
        }
        self.open();
        let position = line.position();
        self.report_problems(position);
        let book = self.book.book()?;
        let selection = if self.settings.best { Selection::Best } else { Selection::Random };
        let best = book.choose(position, &limits.search_moves, selection, &mut self.random)?;
        let mut after = position.clone();
        after.try_play(best).ok()?;
        let ponder = book.choose(&after, &[], Selection::Best, &mut self.random);
        let text = description(book, position, best, &after, line);
        Some((BestMove { best: Some(best), ponder, origin: Origin::Book, ..BestMove::default() }, text))
    }

    /// Records problems with the book in a position, each once.
    fn report_problems(&mut self, position: &Position) {
        let Some(Book::Polyglot(book)) = self.book.book() else { return };
        let file = &self.settings.file;
        for illegal in book.illegal(position) {
            if self.reported.len() < MAX_REPORTED && self.reported.insert(illegal.number as u64) {
                self.remarks.push(warning(format!("{file}, {illegal}; skipped")));
            }
        }
        let moves = book.moves(position);
        let silent = !moves.is_empty() && moves.iter().all(|known| known.weight == 0);
        if silent && self.reported.len() < MAX_REPORTED && self.reported.insert(position.key()) {
            let fen = position.fen();
            let text = format!("{file} has only moves of weight 0 in {fen}; they are never played");
            self.remarks.push(warning(text));
        }
    }
}

/// A remark for the engine output.
fn remark(text: String) -> Info {
    Info { text: Some(text), ..Info::default() }
}

/// A remark that a user should see.
fn warning(text: String) -> Info {
    Info { warning: true, ..remark(text) }
}

/// Returns the text reported with a book move: the choices with their shares, the opening and the note.
fn description(book: &Book, position: &Position, best: Move, after: &Position, line: &Line) -> String {
    let known = book.moves(position);
    let playable: Vec<_> = known.iter().filter(|known| known.weight > 0).collect();
    let choices: Vec<String> = playable
        .iter()
        .take(8)
        .map(|known| format!("{} {:.0}%", san::format(position, known.mv), 100.0 * known.share))
        .collect();
    let mut text = format!("book move {} of {}", san::format(position, best), choices.join(", "));
    if let Some(name) = eco::name(after).or_else(|| eco::opening(line).map(|(_, name)| name)) {
        text.push_str(&format!("; {name}"));
    }
    let note = known.iter().find(|known| known.mv == best).map_or("", |known| &known.note);
    if !note.is_empty() {
        text.push_str(&format!("; {note}"));
    }
    text
}

impl Intercept for BookEngine {
    fn options<'a>(&'a self, _: &'a dyn Engine) -> &'a [EngineOption] {
        &self.options
    }

    fn set_option(&mut self, engine: &mut dyn Engine, name: &str, value: &str) -> Result<(), EngineError> {
        let option = EngineOption::find(&self.options, name)?;
        let (own, parsed) = (option.name.clone(), option.parse(value)?);
        match (own.as_str(), parsed) {
            (OWN_BOOK, OptionValue::Check(on)) => self.settings.own_book = on,
            (FILE, OptionValue::Text(file)) => self.settings.file = file,
            (DEPTH, OptionValue::Spin(plies)) => {
                self.settings.depth = usize::try_from(plies).ok().filter(|&plies| plies > 0)
            }
            (BEST, OptionValue::Check(on)) => self.settings.best = on,
            (LEARN, OptionValue::Check(on)) => self.settings.learn = on,
            _ => return engine.set_option(name, value),
        }
        if matches!(own.as_str(), OWN_BOOK | FILE | LEARN) {
            self.book = BookState::Closed;
            self.reported.clear();
        }
        Ok(())
    }

    fn new_game(&mut self, engine: &mut dyn Engine) {
        (self.learned, self.playing) = (None, false);
        // Open the book now rather than when the clock is running.
        if self.settings.own_book || self.settings.learn {
            self.open();
        }
        engine.new_game();
    }

    fn end_game(&mut self, engine: &mut dyn Engine, line: &Line, result: GameResult, reason: &str) {
        // A game that was only viewed teaches nothing.
        if self.settings.learn && std::mem::take(&mut self.playing) {
            self.learn(line);
        }
        engine.end_game(line, result, reason);
    }

    fn book_lines(&mut self, engine: &mut dyn Engine, line: &Line) -> Vec<String> {
        if !self.settings.own_book {
            return engine.book_lines(line);
        }
        self.open();
        let position = line.position();
        let known = self.book.book().map_or_else(Vec::new, |book| book.moves(position));
        let name = eco::opening(line).filter(|_| !known.is_empty()).map(|(_, name)| name.to_string());
        let choices = known.iter().map(|known| {
            let kind = if known.active { "" } else { "  passive" };
            let note = if known.note.is_empty() { String::new() } else { format!("  {}", known.note) };
            format!("{:<7} {:>3.0}%{kind}{note}", san::format(position, known.mv), 100.0 * known.share)
        });
        name.into_iter().chain(choices).collect()
    }

    fn search(
        &mut self,
        engine: &mut dyn Engine,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        // Analysis teaches nothing.
        if self.settings.learn && !limits.infinite {
            self.playing = true;
            let mut played = line.clone();
            if limits.ponder {
                // The last move is only the expected reply.
                played.pop();
            }
            self.learn(&played);
        }
        let answer = self.answer(line, limits);
        self.remarks.drain(..).for_each(&mut *report);
        self.from_book = answer.is_some();
        match answer {
            Some((best, text)) => {
                report(remark(text));
                Ok(best)
            }
            None => engine.search(line, limits, signals, report),
        }
    }

    fn thinking_time(&mut self, engine: &mut dyn Engine) -> Option<Duration> {
        if self.from_book { None } else { engine.thinking_time() }
    }
}
