//! The keyboard shortcuts by topic: each can be changed by pressing another key.

use eframe::egui::{Button, Event, Grid, Key, KeyboardShortcut, Label, RichText, Role, Ui, WidgetInfo};

use super::help::page;
use super::{DialogView, first, footer};
use crate::actions::{Action, Topic};
use crate::keys::{KeyMap, pressed};
use crate::model::command::Command;
use crate::settings::Settings;
use crate::texts::{Language, without_dots};
use crate::widgets::icons::{self, Icon};
use crate::widgets::{buttons, help};

/// The dialog, with what is being changed.
#[derive(Default)]
pub struct KeysDialog {
    /// The action that waits for a key.
    waiting: Option<Action>,
    /// The key that was pressed for it, which another action has.
    taken: Option<(KeyboardShortcut, Action)>,
    /// Whether the question about it has been shown.
    asked: bool,
}

impl KeysDialog {
    /// Returns true if the next key is for this dialog alone.
    pub fn takes_keys(&self) -> bool {
        self.waiting.is_some() && self.taken.is_none()
    }

    /// Draws the dialog; returns false when it is done.
    pub fn show(&mut self, ui: &mut Ui, view: &mut DialogView<'_>) -> bool {
        let texts = view.texts();
        let mut settings = view.settings.clone();
        if self.takes_keys() {
            self.listen(ui, &mut settings);
        }
        page(ui, |ui| {
            ui.label(texts.keys_explained());
            Grid::new("keys").num_columns(3).striped(true).max_col_width(340.0).show(ui, |ui| {
                for topic in Topic::ALL {
                    ui.strong(topic.text(texts));
                    ui.end_row();
                    for &action in Action::ALL.iter().filter(|action| action.topic() == topic) {
                        self.row(ui, &mut settings, action);
                    }
                }
                board(ui, texts);
            });
        });
        let row = footer(ui, |ui| {
            let close = ui.add(Button::new(texts.close()).min_size(buttons::SIZE));
            first(&close);
            let ended = close.clicked();
            let changed = !settings.keys.is_empty();
            if ui.add_enabled(changed, Button::new(texts.usual_keys())).clicked() {
                settings.keys = KeyMap::default();
                *self = KeysDialog::default();
            }
            ended
        });
        if settings != *view.settings {
            view.commands.push(Command::Settings(Box::new(settings)));
        }
        !row
    }

    /// Takes the key that is pressed for the action that waits.
    fn listen(&mut self, ui: &Ui, settings: &mut Settings) {
        let Some(action) = self.waiting else { return };
        let key = ui.input_mut(|input| {
            let mut found = None;
            input.events.retain(|event| match event {
                Event::Key { key, pressed: true, modifiers, .. } if found.is_none() => {
                    found = Some((*key, *modifiers));
                    false
                }
                Event::Text(_) | Event::Copy | Event::Cut | Event::Paste(_) => false,
                _ => true,
            });
            found
        });
        match key {
            None => {}
            Some((Key::Escape, _)) => self.waiting = None,
            Some((Key::Backspace, modifiers)) if modifiers.is_none() => {
                action.set_key(None, &mut settings.keys);
                self.waiting = None;
            }
            Some((key, modifiers)) => {
                let shortcut = pressed(modifiers, key);
                let owner = Action::ALL
                    .iter()
                    .copied()
                    .find(|other| *other != action && other.shortcut(&settings.keys) == Some(shortcut));
                match owner {
                    Some(owner) => (self.taken, self.asked) = (Some((shortcut, owner)), false),
                    None => {
                        action.set_key(Some(shortcut), &mut settings.keys);
                        self.waiting = None;
                    }
                }
            }
        }
    }

    fn row(&mut self, ui: &mut Ui, settings: &mut Settings, action: Action) {
        let texts = settings.language;
        let waits = self.waiting == Some(action);
        ui.horizontal(|ui| {
            let keys = action.keys(ui, settings);
            let words =
                if waits { texts.press_a_key().to_owned() } else { keys.unwrap_or_else(|| "-".into()) };
            let button = ui.add(Button::new(RichText::new(&words).monospace()).selected(waits));
            let name = format!("{}: {words}", action.text(texts));
            button.widget_info(|| WidgetInfo::selected(Role::Button, true, waits, &name));
            if help::explained(button, texts.help_press_a_key()).clicked() {
                (self.waiting, self.taken) = ((!waits).then_some(action), None);
            }
            if action.has_other_key(&settings.keys)
                && icons::button(ui, Icon::TakeBack, &texts.usual_key(action.text(texts)), 12.0)
                    .on_hover_text(texts.usual_key(action.text(texts)))
                    .clicked()
            {
                action.reset_key(&mut settings.keys);
            }
        });
        ui.vertical(|ui| {
            ui.add(Label::new(action.help(texts)).wrap());
            if let Some((shortcut, owner)) = self.taken.filter(|_| waits) {
                self.ask(ui, settings, action, shortcut, owner);
            }
        });
        ui.end_row();
    }

    /// Asks whether the action takes a key from another one.
    fn ask(
        &mut self,
        ui: &mut Ui,
        settings: &mut Settings,
        action: Action,
        shortcut: KeyboardShortcut,
        owner: Action,
    ) {
        let texts = settings.language;
        let keys = texts.shortcut(&ui.ctx().format_shortcut(&shortcut));
        let words = texts.key_is_taken(&keys, without_dots(owner.text(texts)));
        ui.colored_label(ui.visuals().warn_fg_color, words);
        ui.horizontal_wrapped(|ui| {
            let take = ui.button(texts.take_key());
            if !take.has_focus() && !std::mem::replace(&mut self.asked, true) {
                take.request_focus();
                take.scroll_to_me(None);
            }
            if take.clicked() {
                owner.set_key(None, &mut settings.keys);
                action.set_key(Some(shortcut), &mut settings.keys);
                *self = KeysDialog::default();
            }
            if ui.button(texts.cancel()).clicked() {
                *self = KeysDialog::default();
            }
        });
    }
}

/// Draws the keys and gestures of the board, which do not change.
fn board(ui: &mut Ui, texts: Language) {
    ui.strong(texts.on_the_board());
    ui.end_row();
    for (keys, words) in [
        (texts.arrow_keys(), texts.key_arrows()),
        (texts.enter_or_space(), texts.key_choose()),
        (texts.escape_key(), texts.key_escape()),
        ("Tab", texts.key_tab()),
        (texts.mouse_wheel(), texts.key_wheel()),
        (texts.shift_wheel(), texts.key_shift_wheel()),
        (texts.mouse(), texts.key_drag()),
    ] {
        ui.monospace(keys);
        ui.add(Label::new(words).wrap());
        ui.end_row();
    }
}
