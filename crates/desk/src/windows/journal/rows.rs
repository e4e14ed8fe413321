//! The rows of the move list: what is in each of them, and where. They are made once for each version of the
//! game, so that a frame only draws those in sight.

use std::collections::HashMap;

use heirloom_app::review::judgement::Judgement;
use heirloom_chess::Color;
use heirloom_chess::game::NodeId;

use super::entries::{Entry, MoveEntry};
use crate::settings::NotationStyle;

/// A size of letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letters {
    /// Those of variations and comments.
    Usual,
    /// Bold ones, for the main line.
    Bold,
    /// Those of figures.
    Small,
}

/// The part of a row.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// The number of a move.
    Number,
    /// A move: its index in [`Rows::moves`].
    Move(usize),
    /// Three dots where a move of White was written in another row, or where Black's will be.
    Dots,
    /// The evaluation or a time of a move.
    Figure,
    /// Words of a comment: its index in [`Rows::comments`].
    Words(usize),
    /// A bracket around a variation.
    Bracket,
    /// The triangle that folds the variation with this first move, or unfolds it.
    Fold(NodeId, bool),
}

/// A part of a row, at its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// What it is.
    pub part: Part,
    /// Its text; that of a move without its marks.
    pub text: String,
    /// The distance from the left edge.
    pub x: f32,
    /// The width.
    pub width: f32,
    /// Whether its text ends at the right end of its width.
    pub right: bool,
}

/// A row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    /// The distance from the top.
    pub top: f32,
    /// The height.
    pub height: f32,
    /// The number of variations around it that have a line at the left.
    pub depth: usize,
    /// Whether it is a row of the table.
    pub table: bool,
    /// Its first run.
    pub first: usize,
}

/// A move in the rows.
#[derive(Clone, PartialEq, Debug)]
pub struct RowMove {
    /// The move.
    pub node: NodeId,
    /// Its name for screen readers.
    pub name: String,
    /// Its marks.
    pub marks: String,
    /// The judgement that the marks show.
    pub judgement: Option<Judgement>,
    /// Whether it belongs to the main line.
    pub main: bool,
    /// The row it is in.
    pub row: usize,
}

/// The rows of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rows {
    /// The rows, from top to bottom.
    pub rows: Vec<Row>,
    /// The parts of all rows.
    pub runs: Vec<Run>,
    /// The moves.
    pub moves: Vec<RowMove>,
    /// The comments with the moves they belong to, and whether they are figures.
    pub comments: Vec<(NodeId, String, bool)>,
    /// The height of all rows.
    pub height: f32,
    places: HashMap<NodeId, usize>,
}

impl Rows {
    /// Returns the row of a move.
    pub fn row_of(&self, node: NodeId) -> Option<&Row> {
        self.rows.get(self.moves.get(*self.places.get(&node)?)?.row)
    }

    /// Returns the runs of a row.
    pub fn runs_of(&self, row: usize) -> &[Run] {
        let end = self.rows.get(row + 1).map_or(self.runs.len(), |next| next.first);
        &self.runs[self.rows[row].first..end]
    }

    /// Returns the index of the first row that ends below this height.
    pub fn first_below(&self, height: f32) -> usize {
        self.rows.partition_point(|row| row.top + row.height < height)
    }
}

/// The sizes of the letters and the space they are set in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Space {
    /// The width of all.
    pub width: f32,
    /// The height of a line of letters.
    pub line: f32,
}

/// The space before the moves of a table, and of one variation.
const GUTTER: f32 = 38.0;
const INDENT: f32 = 14.0;
/// The space inside a highlighted move.
pub const PADDING: f32 = 3.0;
/// The side of the triangle that folds.
const TRIANGLE: f32 = 12.0;

/// Sets entries into rows.
pub struct RowSetter<'a> {
    measure: &'a mut dyn FnMut(&str, Letters) -> f32,
    space: Space,
    style: NotationStyle,
    rows: Rows,
    /// The place after the last run of the row, and whether it has any.
    x: f32,
    indent: f32,
    open: bool,
    depth: usize,
    /// A row of the table that waits for Black's move.
    half: bool,
    /// Runs that are set with the next one.
    held: Vec<(Run, f32)>,
}

impl<'a> RowSetter<'a> {
    /// Starts with nothing set. `measure` returns the width of a text.
    pub fn new(
        measure: &'a mut dyn FnMut(&str, Letters) -> f32,
        space: Space,
        style: NotationStyle,
    ) -> RowSetter<'a> {
        let rows = Rows::default();
        let (open, half) = (false, false);
        RowSetter { measure, space, style, rows, x: 0.0, indent: 0.0, open, depth: 0, half, held: Vec::new() }
    }

    /// Sets all entries.
    pub fn set(mut self, entries: &[Entry]) -> Rows {
        let columns = self.columns(entries);
        let (mut depth, mut numbered) = (0_usize, true);
        // Whether each open variation has lines of its own.
        let mut own_lines: Vec<bool> = Vec::new();
        let mut folded_end = false;
        for entry in entries {
            match entry {
                Entry::Move(mv) if mv.depth == 0 && self.style == NotationStyle::Table => {
                    self.table_move(mv, columns);
                }
                Entry::Move(mv) => {
                    self.inline_move(mv, numbered);
                    numbered = false;
                    if std::mem::take(&mut folded_end) {
                        self.glued(Part::Bracket, " …");
                    }
                }
                Entry::Comment { node, text, depth, figures } => {
                    self.comment(*node, text, *depth, *figures);
                    numbered = true;
                }
                Entry::Begin { first, folded } => {
                    depth += 1;
                    let own = match self.style {
                        NotationStyle::Table => depth == 1,
                        NotationStyle::Paragraph => false,
                        NotationStyle::Tree => true,
                    };
                    own_lines.push(own);
                    if own {
                        self.depth = own_lines.iter().filter(|own| **own).count();
                        self.new_row(self.margin());
                    }
                    self.hold(Part::Fold(*first, *folded), "", TRIANGLE);
                    if !own {
                        self.hold_text(Part::Bracket, "(");
                    }
                    (numbered, folded_end) = (true, *folded);
                }
                Entry::End => {
                    depth = depth.saturating_sub(1);
                    if own_lines.pop() == Some(false) {
                        self.glued(Part::Bracket, ")");
                        // The main line is easier to find at the beginning of a row.
                        if depth == 0 {
                            self.end_row();
                        }
                    } else {
                        self.depth = own_lines.iter().filter(|own| **own).count();
                        self.end_row();
                    }
                    numbered = true;
                }
            }
        }
        self.end_row();
        self.rows.height = self.rows.rows.last().map_or(0.0, |row| row.top + row.height);
        self.rows
    }

    /// Returns the distance of a line of moves from the left edge.
    fn margin(&self) -> f32 {
        let table = if self.style == NotationStyle::Table { GUTTER - INDENT } else { 0.0 };
        if self.depth == 0 { 0.0 } else { table + INDENT * self.depth as f32 }
    }

    fn width(&mut self, text: &str, letters: Letters) -> f32 {
        (self.measure)(text, letters)
    }

    fn gap(&self) -> f32 {
        5.0
    }

    fn begin(&mut self, table: bool, height: f32, indent: f32) {
        let top = self.rows.rows.last().map_or(0.0, |row| row.top + row.height);
        let (depth, first) = (self.depth, self.rows.runs.len());
        self.rows.rows.push(Row { top, height, depth, table, first });
        (self.x, self.indent, self.open) = (indent, indent, false);
    }

    /// Ends the row, if there is one; what comes next begins another.
    fn end_row(&mut self) {
        if self.half {
            self.dots(1);
            self.half = false;
        }
        self.open = false;
        self.x = f32::INFINITY;
    }

    fn new_row(&mut self, indent: f32) {
        if self.half {
            self.dots(1);
            self.half = false;
        }
        let height = self.space.line + 4.0;
        self.begin(false, height, indent);
    }

    fn hold(&mut self, part: Part, text: &str, width: f32) {
        self.held.push((Run { part, text: text.to_owned(), x: 0.0, width, right: false }, 0.0));
    }

    fn hold_text(&mut self, part: Part, text: &str) {
        let width = self.width(text, Letters::Usual);
        self.hold(part, text, width);
    }

    /// Sets a run, with those that were held, in one row.
    fn place(&mut self, run: Run, gap: f32) {
        let held: f32 = self.held.iter().map(|(run, gap)| run.width + gap).sum();
        let before = if self.open { self.gap() } else { 0.0 };
        let fits = self.x + before + held + gap + run.width <= self.space.width;
        if self.rows.rows.is_empty() || self.x.is_infinite() || self.open && !fits {
            self.new_row(self.margin());
        }
        if self.open {
            self.x += self.gap();
        }
        for (run, gap) in std::mem::take(&mut self.held).into_iter().chain([(run, gap)]) {
            self.x += gap;
            let width = run.width;
            self.rows.runs.push(Run { x: self.x, ..run });
            self.x += width;
        }
        self.open = true;
    }

    /// Sets a text right after the last run, in the same row even if there is no room.
    fn glued(&mut self, part: Part, text: &str) {
        let width = self.width(text, Letters::Usual);
        if !self.open {
            return self.place(Run { part, text: text.to_owned(), x: 0.0, width, right: false }, 0.0);
        }
        // A highlighted move has space inside.
        if self.rows.runs.last().is_some_and(|run| matches!(run.part, Part::Move(_))) {
            self.x -= PADDING - 1.0;
        }
        self.rows.runs.push(Run { part, text: text.to_owned(), x: self.x, width, right: false });
        self.x += width;
    }

    fn known(&mut self, mv: &MoveEntry) -> usize {
        self.places_of(mv.node);
        self.rows.moves.push(RowMove {
            node: mv.node,
            name: mv.name(),
            marks: mv.marks.clone(),
            judgement: mv.judgement,
            main: mv.depth == 0,
            row: 0,
        });
        self.rows.moves.len() - 1
    }

    fn places_of(&mut self, node: NodeId) {
        self.rows.places.insert(node, self.rows.moves.len());
    }

    fn inline_move(&mut self, mv: &MoveEntry, numbered: bool) {
        if mv.color == Color::White || numbered {
            self.hold_text(Part::Number, &mv.numbered());
        }
        let index = self.known(mv);
        let letters = if mv.depth == 0 { Letters::Bold } else { Letters::Usual };
        let width = self.width(&mv.text, letters) + self.width(&mv.marks, letters) + 2.0 * PADDING;
        let run = Run { part: Part::Move(index), text: mv.text.clone(), x: 0.0, width, right: false };
        self.place(run, 0.0);
        self.rows.moves[index].row = self.rows.rows.len() - 1;
        for text in mv.columns.iter().filter(|text| !text.is_empty()) {
            let width = self.width(text, Letters::Small);
            self.place(Run { part: Part::Figure, text: text.clone(), x: 0.0, width, right: false }, 0.0);
        }
    }

    /// Sets a comment word for word. Those of the main line have rows of their own, unless they are short
    /// and the moves are a paragraph.
    fn comment(&mut self, node: NodeId, text: &str, depth: usize, figures: bool) {
        /// The letters of a comment that may be between the moves of a paragraph.
        const SHORT: usize = 32;
        let short = self.style == NotationStyle::Paragraph && text.chars().count() <= SHORT;
        let own = depth == 0 && !short;
        let table = self.style == NotationStyle::Table;
        let index = self.rows.comments.len();
        self.rows.comments.push((node, text.to_owned(), figures));
        let letters = if figures { Letters::Small } else { Letters::Usual };
        let margin = if own && table { GUTTER } else { self.margin() };
        if own {
            self.new_row(margin);
        }
        let space = self.width(" ", letters);
        let mut first = true;
        for word in text.split_whitespace() {
            let mut rest = word;
            while !rest.is_empty() {
                let (piece, width) = self.fitting(rest, self.space.width - margin, letters);
                let piece = piece.to_owned();
                rest = &rest[piece.len()..];
                let fits = self.x + space + width <= self.space.width;
                match self.rows.runs.last_mut() {
                    Some(run) if !first && fits && self.open && self.held.is_empty() => {
                        run.text.push(' ');
                        run.text.push_str(&piece);
                        run.width += space + width;
                        self.x += space + width;
                    }
                    _ => {
                        if !first && !fits {
                            self.new_row(margin);
                        }
                        self.place(
                            Run { part: Part::Words(index), text: piece, x: 0.0, width, right: false },
                            0.0,
                        );
                    }
                }
                first = false;
            }
        }
        if own {
            self.end_row();
        }
    }

    /// Returns as much of a word as fits into a row, at least a letter, and its width.
    fn fitting<'t>(&mut self, word: &'t str, room: f32, letters: Letters) -> (&'t str, f32) {
        let width = self.width(word, letters);
        if width <= room {
            return (word, width);
        }
        let mut end = 0;
        let mut total = 0.0;
        for (index, letter) in word.char_indices() {
            let next = self.width(letter.encode_utf8(&mut [0; 4]), letters);
            if end > 0 && total + next > room {
                break;
            }
            (end, total) = (index + letter.len_utf8(), total + next);
        }
        (&word[..end], total)
    }

    /// Returns the widths of the evaluations and times in a table; none where there is no room.
    fn columns(&mut self, entries: &[Entry]) -> [f32; 3] {
        let (mut widths, mut text) = ([0.0_f32; 3], 0.0_f32);
        for mv in entries.iter().filter_map(|entry| match entry {
            Entry::Move(mv) if mv.depth == 0 => Some(mv),
            _ => None,
        }) {
            text = text.max(self.width(&mv.text, Letters::Bold) + self.width(&mv.marks, Letters::Bold));
            for (width, text) in widths.iter_mut().zip(&mv.columns) {
                *width = width.max(self.width(text, Letters::Small));
            }
        }
        let mut room = self.cell() - text - 3.0 * PADDING;
        widths.map(|width| {
            let width = if width > 0.0 { width + 6.0 } else { 0.0 };
            let fits = width <= room;
            room -= if fits { width } else { 0.0 };
            if fits { width } else { 0.0 }
        })
    }

    /// Returns the width of the cell of a move.
    fn cell(&self) -> f32 {
        ((self.space.width - GUTTER) / 2.0).max(30.0)
    }

    fn table_move(&mut self, mv: &MoveEntry, columns: [f32; 3]) {
        let height = self.space.line + 8.0;
        let second = mv.color == Color::Black;
        if !(second && self.half) {
            self.end_row();
            self.begin(true, height, 0.0);
            let text = format!("{}", mv.number);
            let run = Run { part: Part::Number, text, x: 0.0, width: GUTTER - 10.0, right: true };
            self.rows.runs.push(run);
            if second {
                self.dots(0);
            }
        }
        let (cell, index) = (self.cell(), self.known(mv));
        let x = GUTTER + if second { cell } else { 0.0 };
        self.rows.moves[index].row = self.rows.rows.len() - 1;
        let text = mv.text.clone();
        self.rows.runs.push(Run { part: Part::Move(index), text, x, width: cell, right: false });
        let mut right = x + cell - PADDING;
        for (text, width) in mv.columns.iter().zip(columns).rev().filter(|(_, width)| *width > 0.0) {
            let run = Run { part: Part::Figure, text: text.clone(), x: right - width, width, right: true };
            self.rows.runs.push(run);
            right -= width;
        }
        self.half = !second;
        self.x = f32::INFINITY;
        self.open = false;
    }

    /// Sets dots in place of a move.
    fn dots(&mut self, column: usize) {
        let x = GUTTER + self.cell() * column as f32 + PADDING;
        let run = Run { part: Part::Dots, text: "…".to_owned(), x, width: self.cell(), right: false };
        self.rows.runs.push(run);
    }
}
