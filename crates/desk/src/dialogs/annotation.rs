//! The dialog for the annotation of a move: its symbols, and the comments before and after it.

use eframe::egui::{Key, TextEdit, Ui};
use heirloom_chess::Color;
use heirloom_chess::game::{Game, Nag, NodeId};

use super::{DialogView, answered, first};
use crate::model::command::{Command, EditCommand};
use crate::model::figures;
use crate::texts::Language;
use crate::widgets::{buttons, symbols};

/// The annotation as entered.
pub struct Annotation {
    node: NodeId,
    title: String,
    mover: Color,
    /// The comment before the move, where there can be one.
    before: Option<String>,
    words: String,
    nags: Vec<Nag>,
}

impl Annotation {
    /// Starts with the annotation of a move; at the start of the game, with the comment before the first
    /// move.
    pub fn of(game: &Game, node: NodeId, texts: Language) -> Annotation {
        let position = game.parent(node).and_then(|parent| game.position(parent).ok());
        let title = position
            .as_ref()
            .zip(game.mv(node))
            .map_or_else(String::new, |(before, mv)| texts.numbered(before, mv));
        Annotation {
            node,
            title,
            mover: position.map_or(Color::White, |position| position.turn()),
            before: figures::words_before(game, node),
            words: figures::words(game, node),
            nags: game.nags(node).to_vec(),
        }
    }

    /// Draws the dialog; returns false when it is done.
    pub fn show(&mut self, ui: &mut Ui, view: &mut DialogView<'_>) -> bool {
        let texts = view.texts();
        let mut confirmed = false;
        if !self.title.is_empty() {
            ui.strong(&self.title);
            symbols::switches(ui, texts, self.mover, &mut self.nags);
        }
        let after = if self.title.is_empty() { texts.comment() } else { texts.words_after() };
        let mut field = |ui: &mut Ui, name: &str, text: &mut String, rows: usize| {
            let label = ui.label(name);
            let edit = TextEdit::multiline(text).desired_rows(rows).desired_width(f32::INFINITY);
            let field = ui.add(edit).labelled_by(label.id);
            let enter = ui.input(|input| input.modifiers.command && input.key_pressed(Key::Enter));
            confirmed |= field.has_focus() && enter;
            field
        };
        if let Some(before) = &mut self.before {
            field(ui, texts.words_before(), before, 2);
        }
        first(&field(ui, after, &mut self.words, 4));
        let answer = answered(ui, texts, |ui| buttons::main(ui, texts.take_over()).clicked() || confirmed);
        if answer == Some(true) {
            let (words, nags) = (self.words.clone(), self.nags.clone());
            view.commands.push(Command::Edit(match self.before.clone() {
                Some(before) => EditCommand::AnnotateFirst(self.node, [before, words], nags),
                None => EditCommand::Annotate(self.node, words, nags),
            }));
        }
        answer.is_none()
    }
}
