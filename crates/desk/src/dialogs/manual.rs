//! The manual, in the language of the desk.

use std::sync::LazyLock;

use eframe::egui::{Align, ComboBox, ScrollArea, Ui};

use super::closed;
use crate::texts::Language;
use crate::widgets::lists::closing;
use crate::widgets::markdown::{self, Block};

/// The width of the page, at most.
const WIDTH: f32 = 640.0;

/// The manual that is read.
#[derive(Default)]
pub struct ManualPage {
    /// The heading to scroll to, by the number of its block.
    chapter: Option<usize>,
}

/// Returns the parts of the manual.
fn manual(texts: Language) -> &'static [Block] {
    static ENGLISH: LazyLock<Vec<Block>> =
        LazyLock::new(|| read(include_str!("../../../../docs/manual/en.md")));
    static GERMAN: LazyLock<Vec<Block>> =
        LazyLock::new(|| read(include_str!("../../../../docs/manual/de.md")));
    match texts {
        Language::English => &ENGLISH,
        Language::German => &GERMAN,
    }
}

/// Reads a manual, without the link to the other language.
fn read(page: &str) -> Vec<Block> {
    let lines = page.lines().filter(|line| !["[Deutsch](de.md)", "[English](en.md)"].contains(line));
    markdown::parse(&lines.collect::<Vec<_>>().join("\n"))
}

impl ManualPage {
    /// Draws the page; returns false when it is done.
    pub fn show(&mut self, ui: &mut Ui, texts: Language) -> bool {
        let blocks = manual(texts);
        let jumps = ComboBox::from_label(texts.chapter()).selected_text("…").width(260.0).show_ui(
            ui,
            closing(|ui| {
                let mut chosen = None;
                for (number, block) in blocks.iter().enumerate() {
                    let Block::Heading(level @ 2..=3, title) = block else { continue };
                    let title = if *level == 3 { format!("    {title}") } else { title.clone() };
                    if ui.selectable_label(false, title).clicked() {
                        chosen = Some(number);
                    }
                }
                chosen
            }),
        );
        self.chapter = jumps.inner.flatten().or(self.chapter);
        ui.separator();
        let screen = ui.ctx().content_rect();
        let (width, height) =
            ((screen.width() - 140.0).clamp(240.0, WIDTH), (screen.height() - 260.0).max(120.0));
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            ui.set_width(width);
            for (number, block) in blocks.iter().enumerate() {
                let drawn = markdown::show(ui, number, block);
                if self.chapter == Some(number) {
                    drawn.scroll_to_me(Some(Align::TOP));
                    self.chapter = None;
                }
            }
        });
        !closed(ui, texts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_manuals_are_read_with_the_same_chapters() {
        let count = |texts| {
            let headings = |wanted| {
                manual(texts)
                    .iter()
                    .filter(move |block| matches!(block, Block::Heading(level, _) if *level == wanted))
            };
            [1, 2, 3].map(|level| headings(level).count())
        };
        assert_eq!(count(Language::English), count(Language::German));
        assert_eq!(count(Language::English)[0], 1);
    }
}
