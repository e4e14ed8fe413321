//! The user's hands: pointer, keyboard, clipboard and files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::{
    DroppedFile, Event, HoveredFile, Key, Modifiers, MouseWheelSource, MouseWheelUnit, OutputCommand,
    PointerButton, Pos2, TouchPhase, vec2,
};
use egui_kittest::kittest::{By, Queryable};
use heirloom_chess::Square;

use super::Driver;

/// A file that is dropped into the window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}
impl Driver {
    /// Clicks on the last element with this name.
    pub fn click(&mut self, name: &str) {
        self.last(name).click();
        self.settle();
    }

    /// Clicks with the right button on the last element with this name.
    pub fn right_click(&mut self, name: &str) {
        self.last(name).click_secondary();
        self.settle();
    }

    /// Clicks with the right button on the last element whose name contains this text.
    pub fn right_click_part(&mut self, name: &str) {
        // The row of a table may be wider than its window.
        let row = self.rect_part(name);
        let pos = row.left_center() + vec2(40.0_f32.min(row.width() / 2.0), 0.0);
        self.harness.hover_at(pos);
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Secondary, Modifiers::NONE);
            self.harness.event(Event::PointerButton { pos, button, pressed, modifiers });
        }
        self.settle();
    }

    /// Clicks on the last element whose name contains this text.
    pub fn click_part(&mut self, name: &str) {
        let found = self.harness.query_all_by_label_contains(name).last();
        found.unwrap_or_else(|| panic!("there is no {name:?}")).click();
        self.settle();
    }

    /// Scrolls until the last element with this name is visible.
    pub fn scroll_to(&mut self, name: &str) {
        self.last(name).scroll_to_me();
        self.settle();
    }

    /// Gives the focus to the last element with this name.
    pub fn focus(&mut self, name: &str) {
        self.last(name).focus();
        self.settle();
    }

    /// Activates the last element whose name contains this text, with the keyboard.
    pub fn activate(&mut self, name: &str) {
        let found = self.harness.query_all_by_label_contains(name).last();
        found.unwrap_or_else(|| panic!("there is no {name:?}")).focus();
        self.settle();
        self.press(Key::Enter);
    }

    /// Opens a menu and selects an item.
    pub fn menu(&mut self, menu: &str, item: &str) {
        self.harness.query_all_by_label(menu).next().unwrap_or_else(|| panic!("no menu {menu:?}")).click();
        self.settle();
        // A long menu scrolls.
        for visible in [false, true] {
            // The menu is drawn before tools and windows that may have the same name.
            let is_named = |label: String| {
                // Its keys follow, such as Ctrl+O.
                label.strip_prefix(item).is_some_and(|rest| rest.is_empty() || rest.contains('+'))
            };
            let by_name = By::new().predicate(move |node| node.label().is_some_and(is_named));
            let named = self.harness.query_all(by_name).next();
            let found = named.or_else(|| self.harness.query_all_by_label_contains(item).next());
            let found = found.unwrap_or_else(|| panic!("no {item:?} in {menu:?}"));
            if visible {
                found.click()
            } else {
                found.scroll_to_me()
            }
            self.settle();
        }
        self.leave();
    }

    /// Selects an entry of a list.
    pub fn choose(&mut self, list: &str, entry: &str) {
        self.click(list);
        self.click(entry);
    }

    /// Clicks at a point.
    pub fn click_at(&mut self, place: Pos2) {
        self.harness.hover_at(place);
        self.harness.drag_at(place);
        self.harness.drop_at(place);
        self.settle();
    }

    /// Clicks twice at a point.
    pub fn double_click_at(&mut self, place: Pos2) {
        let events = &mut self.harness.input_mut().events;
        events.push(Event::PointerMoved(place));
        for pressed in [true, false, true, false] {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            events.push(Event::PointerButton { pos: place, button, pressed, modifiers });
        }
        self.settle();
    }

    /// Points at the last element with this name.
    pub fn hover(&mut self, name: &str) {
        let place = self.last(name).rect().center();
        self.harness.hover_at(place);
        self.settle();
    }

    /// Turns the wheel by this many notches where the pointer is, positive ones toward the beginning.
    pub fn turn_wheel(&mut self, notches: f32, modifiers: Modifiers) {
        self.harness.event(Event::ModifiersChanged(modifiers));
        self.harness.event(wheel_event(notches, modifiers));
        self.settle();
        self.harness.event(Event::ModifiersChanged(Modifiers::NONE));
        self.settle();
    }

    /// Drags a piece.
    pub fn drag(&mut self, from: Square, to: Square) {
        let [from, to] = [from, to].map(|square| self.square(square).rect().center());
        self.harness.hover_at(from);
        self.harness.drag_at(from);
        self.harness.hover_at(from.lerp(to, 0.5));
        self.harness.hover_at(to);
        self.harness.drop_at(to);
        self.settle();
    }

    /// Drags with the right mouse button, while keys such as Shift are held down.
    pub fn draw(&mut self, from: Square, to: Square, modifiers: Modifiers) {
        let [start, end] = [from, to].map(|square| self.square(square).rect().center());
        // Within a square, it is a drag only if the pointer moves.
        let places = if from == to { [start, start + vec2(12.0, 0.0)] } else { [start, end] };
        self.harness.event(Event::ModifiersChanged(modifiers));
        self.harness.hover_at(places[0]);
        for (pos, pressed) in [(places[0], true), (places[1], false)] {
            self.harness.hover_at(pos);
            let button = PointerButton::Secondary;
            self.harness.event(Event::PointerButton { pos, button, pressed, modifiers });
        }
        self.harness.event(Event::ModifiersChanged(Modifiers::NONE));
        self.leave();
    }

    /// Clicks on two squares, one after the other.
    pub fn click_click(&mut self, from: Square, to: Square) {
        for square in [from, to] {
            self.square(square).click();
            self.settle();
        }
    }

    /// Enters a move with the keyboard: arrow keys move over the board, Enter selects.
    pub fn keys(&mut self, from: Square, to: Square) {
        self.square(from).focus();
        self.settle();
        self.press(Key::Enter);
        let flipped = self.model().play.is_flipped();
        let steps = |from: usize, to: usize, more: Key, less: Key| {
            let key = if (to > from) != flipped { more } else { less };
            std::iter::repeat_n(key, to.abs_diff(from))
        };
        let across = steps(from.file().index(), to.file().index(), Key::ArrowRight, Key::ArrowLeft);
        let up = steps(from.rank().index(), to.rank().index(), Key::ArrowUp, Key::ArrowDown);
        across.chain(up).for_each(|key| self.press(key));
        self.press(Key::Enter);
    }

    /// Removes the pointer, so that nothing is highlighted and no tooltip is shown.
    pub fn leave(&mut self) {
        self.harness.remove_cursor();
        self.settle();
    }

    /// Presses a key.
    pub fn press(&mut self, key: Key) {
        self.harness.key_press(key);
        self.settle();
    }

    /// Presses some keys, one after the other.
    pub fn press_all(&mut self, keys: &[Key]) {
        keys.iter().for_each(|&key| self.press(key));
    }

    /// Presses a key with Ctrl.
    pub fn press_command(&mut self, key: Key) {
        self.harness.key_press_modifiers(Modifiers::COMMAND, key);
        self.settle();
    }

    /// Presses a key with modifiers.
    pub fn press_with(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.settle();
    }

    /// Presses a key several times within one frame.
    pub fn press_fast(&mut self, key: Key, count: usize) {
        for _ in 0..count {
            for pressed in [true, false] {
                let modifiers = Modifiers::NONE;
                let input = self.harness.input_mut();
                input.events.push(Event::Key { key, physical_key: None, pressed, repeat: false, modifiers });
            }
        }
        self.settle();
    }

    /// Turns the mouse wheel over a square; up is positive.
    pub fn wheel(&mut self, square: Square, notches: f32) {
        let place = self.square(square).rect().center();
        self.harness.hover_at(place);
        self.settle();
        for _ in 0..notches.abs() as usize {
            self.harness.event(wheel_event(notches.signum(), Modifiers::NONE));
        }
        self.settle();
    }

    /// Drops a file on the window.
    pub fn drop_file(&mut self, path: impl AsRef<Path>) {
        self.harness.input_mut().dropped_files = vec![Arc::new(Dropped(path.as_ref().to_owned()))];
        self.harness.step();
        self.harness.input_mut().dropped_files.clear();
        self.settle();
    }

    /// Holds a file above the window.
    pub fn hover_file(&mut self, path: &Path) {
        let file = HoveredFile { path: Some(path.to_owned()), ..HoveredFile::default() };
        self.harness.input_mut().hovered_files = vec![file];
        self.settle();
    }

    /// Copies, as the system's key does, with Shift or without.
    pub fn copy(&mut self, shift: bool) {
        let modifiers = Modifiers { shift, ..Modifiers::COMMAND };
        // In one frame, so that its output is the last one.
        self.harness.input_mut().events.extend([Event::ModifiersChanged(modifiers), Event::Copy]);
        self.harness.step();
        self.clipboard = self.harness.output().platform_output.commands.last().cloned();
        self.harness.event(Event::ModifiersChanged(Modifiers::NONE));
        self.settle();
    }

    /// Returns the text in the clipboard.
    pub fn copied(&self) -> Option<String> {
        match &self.clipboard {
            Some(OutputCommand::CopyText(text)) => Some(text.clone()),
            _ => None,
        }
    }

    /// Returns true if there is a picture in the clipboard.
    pub fn has_copied_picture(&self) -> bool {
        matches!(self.clipboard, Some(OutputCommand::CopyImage(_)))
    }

    /// Types a text into the element that has the focus.
    pub fn write(&mut self, text: &str) {
        self.harness.event(Event::Text(text.into()));
        self.settle();
    }

    /// Pastes a text.
    pub fn paste(&mut self, text: &str) {
        self.harness.event(Event::Paste(text.into()));
        self.settle();
    }

    /// Replaces the text of a field and presses Enter.
    pub fn type_into(&mut self, field: &str, text: &str) {
        self.write_into(field, text);
        self.press(Key::Enter);
    }

    /// Replaces the text of a field.
    pub fn write_into(&mut self, field: &str, text: &str) {
        // A label has the same name as its field.
        self.focus(field);
        self.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.write(text);
    }
}

/// The wheel turned by this many notches.
fn wheel_event(notches: f32, modifiers: Modifiers) -> Event {
    Event::MouseWheel {
        unit: MouseWheelUnit::Line,
        delta: vec2(0.0, notches),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Wheel,
        modifiers,
    }
}
