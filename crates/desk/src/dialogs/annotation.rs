//! The dialog for the annotation of a move: a comment, a mark of the move and one of the position.

use eframe::egui::{Key, TextEdit, Ui};
use heirloom_chess::game::{Game, Nag, NodeId};

use super::{DialogView, answered, first};
use crate::model::command::{Command, EditCommand};
use crate::model::figures;
use crate::texts::{Language, sign};
use crate::widgets::buttons;

/// Marks of moves, and of positions, of which a move has one each.
const MARKS: [&[u8]; 2] = [&[3, 1, 5, 6, 2, 4, 7], &[10, 13, 14, 15, 16, 17, 18, 19, 22]];

/// The annotation as entered.
pub struct Annotation {
    node: NodeId,
    title: String,
    words: String,
    marks: Vec<Nag>,
}

impl Annotation {
    /// Starts with the annotation of a move; at the start of the game, with the comment before the first
    /// move.
    pub fn of(game: &Game, node: NodeId, texts: Language) -> Annotation {
        let before = game.parent(node).and_then(|parent| game.position(parent).ok());
        let title =
            before.zip(game.mv(node)).map_or_else(String::new, |(before, mv)| texts.numbered(&before, mv));
        Annotation { node, title, words: figures::words(game, node), marks: game.nags(node).to_vec() }
    }

    /// Draws the dialog; returns false when it is done.
    pub fn show(&mut self, ui: &mut Ui, view: &mut DialogView<'_>) -> bool {
        let texts = view.texts();
        ui.strong(&self.title);
        if !self.title.is_empty() {
            for group in MARKS {
                ui.horizontal_wrapped(|ui| self.choose(ui, group));
            }
        }
        let label = ui.label(texts.comment());
        let field = ui
            .add(TextEdit::multiline(&mut self.words).desired_rows(3).desired_width(360.0))
            .labelled_by(label.id);
        first(&field);
        let confirmed =
            field.has_focus() && ui.input(|input| input.modifiers.command && input.key_pressed(Key::Enter));
        let answer = answered(ui, texts, |ui| buttons::main(ui, texts.take_over()).clicked() || confirmed);
        if answer == Some(true) {
            let annotate = EditCommand::Annotate(self.node, self.words.clone(), self.marks.clone());
            view.commands.push(Command::Edit(annotate));
        }
        answer.is_none()
    }

    /// Draws the choice of one of these marks, or none.
    fn choose(&mut self, ui: &mut Ui, group: &[u8]) {
        for &number in group {
            let mark = Nag(number);
            let on = self.marks.contains(&mark);
            if ui.selectable_label(on, sign(mark).unwrap_or_default().trim()).clicked() {
                self.marks.retain(|other| !group.contains(&other.0));
                self.marks.extend((!on).then_some(mark));
            }
        }
    }
}
