//! Pages written in Markdown, as far as our manuals use it: headings, paragraphs, lists, tables and code.

use std::ops::Range;

use eframe::egui::text::LayoutJob;
use eframe::egui::{Color32, FontId, Frame, Grid, Label, Response, RichText, TextFormat, TextStyle, Ui};

/// A part of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// A heading with its level, from 1.
    Heading(usize, String),
    /// A paragraph.
    Paragraph(Words),
    /// An entry of a list with its mark.
    Item(String, Words),
    /// A table: its rows of cells, the titles first.
    Table(Vec<Vec<Words>>),
    /// Lines of code.
    Code(String),
}

/// A text, and where it has which style.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    text: String,
    styles: Vec<(Range<usize>, Style)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    Code,
    Strong,
    Emphasis,
}

impl Words {
    /// Reads the marks within a text. Of a link the words remain.
    fn parse(text: &str) -> Words {
        let (mut words, mut rest) = (Words::default(), text);
        while let Some(first) = rest.chars().next() {
            let marked = [("`", Style::Code), ("**", Style::Strong), ("*", Style::Emphasis)]
                .into_iter()
                .find_map(|(mark, style)| {
                    let (inner, after) = rest.strip_prefix(mark)?.split_once(mark)?;
                    (!inner.is_empty() && !inner.starts_with(' ')).then_some((inner, after, style))
                });
            let link = || {
                let (inner, after) = rest.strip_prefix('[')?.split_once("](")?;
                let (_, after) = after.split_once(')')?;
                (!inner.contains('\n')).then_some((inner, after))
            };
            if let Some((inner, after, style)) = marked {
                let start = words.text.len();
                // Code is taken as it is; other marks may hold links.
                words.text += &if style == Style::Code { inner.to_owned() } else { Words::parse(inner).text };
                words.styles.push((start..words.text.len(), style));
                rest = after;
            } else if let Some((inner, after)) = link() {
                words.append(Words::parse(inner));
                rest = after;
            } else {
                words.text.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
        words
    }

    fn append(&mut self, other: Words) {
        let start = self.text.len();
        self.text += &other.text;
        let moved =
            other.styles.into_iter().map(|(range, style)| (range.start + start..range.end + start, style));
        self.styles.extend(moved);
    }

    /// Returns the text as it is drawn.
    fn job(&self, ui: &Ui) -> LayoutJob {
        let font = TextStyle::Body.resolve(ui.style());
        let plain =
            TextFormat { font_id: font.clone(), color: ui.visuals().text_color(), ..TextFormat::default() };
        let (mut job, mut at) = (LayoutJob::default(), 0);
        for (range, style) in &self.styles {
            job.append(&self.text[at..range.start], 0.0, plain.clone());
            let format = match style {
                Style::Code => TextFormat {
                    font_id: FontId::monospace(font.size * 0.95),
                    background: ui.visuals().code_bg_color,
                    ..plain.clone()
                },
                Style::Strong => TextFormat { color: ui.visuals().strong_text_color(), ..plain.clone() },
                Style::Emphasis => TextFormat { italics: true, ..plain.clone() },
            };
            job.append(&self.text[range.clone()], 0.0, format);
            at = range.end;
        }
        job.append(&self.text[at..], 0.0, plain);
        job
    }
}

/// Reads a page.
pub fn parse(page: &str) -> Vec<Block> {
    let (mut blocks, mut lines) = (Vec::new(), page.lines().peekable());
    while let Some(line) = lines.next() {
        if line.trim().is_empty() {
            continue;
        }
        let heading = line.trim_start_matches('#');
        if heading.len() < line.len() && heading.starts_with(' ') {
            blocks.push(Block::Heading(line.len() - heading.len(), Words::parse(heading.trim()).text));
        } else if line.starts_with("```") {
            let code: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            blocks.push(Block::Code(code.join("\n")));
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.extend((!row.trim_matches(['|', '-', ':', ' ']).is_empty()).then(|| cells(row)));
            }
            blocks.push(Block::Table(rows));
        } else {
            // Lines belong together up to an empty one, or one that begins something else.
            let mut text = line.trim().to_owned();
            let goes_on = |line: &&str| {
                let begins = ["#", "```", "|"].iter().any(|mark| line.starts_with(mark));
                !line.trim().is_empty() && !begins && mark(line).is_none()
            };
            while let Some(more) = lines.next_if(goes_on) {
                text = format!("{text} {}", more.trim());
            }
            blocks.push(match mark(line) {
                Some((mark, length)) => Block::Item(mark, Words::parse(&text[length..])),
                None => Block::Paragraph(Words::parse(&text)),
            });
        }
    }
    blocks
}

/// Returns the mark of an entry of a list, and its length in the text.
fn mark(line: &str) -> Option<(String, usize)> {
    let line = line.trim_start();
    if line.starts_with("- ") {
        return Some(("•".into(), 2));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let is_number = (1..=2).contains(&digits) && line[digits..].starts_with(". ");
    is_number.then(|| (line[..=digits].to_owned(), digits + 2))
}

fn cells(row: &str) -> Vec<Words> {
    row.trim().trim_matches('|').split('|').map(|cell| Words::parse(cell.trim())).collect()
}

/// Draws a part of a page; returns what was drawn of it.
pub fn show(ui: &mut Ui, number: usize, block: &Block) -> Response {
    match block {
        Block::Heading(level, text) => {
            ui.add_space(if *level < 3 { 12.0 } else { 6.0 });
            match level {
                1 => ui.heading(RichText::new(text).size(24.0)),
                2 => ui.heading(text),
                _ => ui.strong(text),
            }
        }
        Block::Paragraph(words) => {
            let job = words.job(ui);
            let drawn = ui.label(job);
            ui.add_space(4.0);
            drawn
        }
        Block::Item(mark, words) => {
            let job = words.job(ui);
            ui.horizontal_top(|ui| {
                ui.label(mark);
                ui.add(Label::new(job).wrap());
            })
            .response
        }
        Block::Table(rows) => table(ui, number, rows),
        Block::Code(text) => {
            let frame = Frame::new().fill(ui.visuals().code_bg_color).inner_margin(6).corner_radius(4);
            let drawn = frame.show(ui, |ui| ui.add(Label::new(RichText::new(text).monospace()).wrap()));
            ui.add_space(4.0);
            drawn.response
        }
    }
}

fn table(ui: &mut Ui, number: usize, rows: &[Vec<Words>]) -> Response {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(1);
    // The last column has the sentences.
    let width = ui.available_width();
    let first = if columns == 2 { 0.3 } else { 0.8 / columns as f32 };
    let drawn = Grid::new(("table", number)).num_columns(columns).striped(true).show(ui, |ui| {
        for (index, row) in rows.iter().enumerate() {
            for (column, words) in row.iter().enumerate() {
                let share = if column + 1 == columns { 1.0 - first * column as f32 } else { first };
                ui.scope(|ui| {
                    ui.set_max_width((width * share - 16.0).max(40.0));
                    let mut job = words.job(ui);
                    if index == 0 {
                        let strong: Color32 = ui.visuals().strong_text_color();
                        job.sections.iter_mut().for_each(|section| section.format.color = strong);
                    }
                    ui.add(Label::new(job).wrap());
                });
            }
            ui.end_row();
        }
    });
    ui.add_space(6.0);
    drawn.response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_divided_into_its_parts() {
        let page = "# One\n\nTwo lines\nof *words*, [a link](x.md) and `code`.\n\n- first\n  goes on\n- **second**\n\n\
            1. third\n\n| a | b |\n|---|---|\n| `x` | y |\n\n```\nrun\n\nit\n```\n";
        let blocks = parse(page);
        let [heading, paragraph, first, second, third, table, code] = &blocks[..] else {
            panic!("{blocks:?}")
        };
        assert_eq!(*heading, Block::Heading(1, "One".into()));
        let Block::Paragraph(words) = paragraph else { panic!("{paragraph:?}") };
        assert_eq!(words.text, "Two lines of words, a link and code.");
        let styled: Vec<(&str, Style)> =
            words.styles.iter().map(|(range, style)| (&words.text[range.clone()], *style)).collect();
        assert_eq!(styled, [("words", Style::Emphasis), ("code", Style::Code)]);
        for (block, mark, text) in
            [(first, "•", "first goes on"), (second, "•", "second"), (third, "1.", "third")]
        {
            let Block::Item(found, words) = block else { panic!("{block:?}") };
            assert_eq!((found.as_str(), words.text.as_str()), (mark, text));
        }
        let Block::Table(rows) = table else { panic!("{table:?}") };
        let texts: Vec<Vec<&str>> =
            rows.iter().map(|row| row.iter().map(|words| words.text.as_str()).collect()).collect();
        assert_eq!(texts, [["a", "b"], ["x", "y"]]);
        assert_eq!(*code, Block::Code("run\n\nit".into()));
    }

    #[test]
    fn marks_without_an_end_are_letters() {
        for text in ["2 * 3 * 4", "a `b", "[x] (y)", "**", "", "•ä`"] {
            assert_eq!(Words::parse(text).text, text);
        }
    }
}
