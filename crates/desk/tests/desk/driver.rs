//! A simulated user of the desk, who clicks, drags, types and waits, and reads the model.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use web_time::{Duration, Instant};

use eframe::egui::{Event, Key, Modifiers, Pos2, Rect, Vec2};
use egui_kittest::kittest::{By, Queryable};
use egui_kittest::{Harness, Node};
use heirloom_chess::Square;
use heirloom_desk::app::Desk;
use heirloom_desk::model::Model;
use heirloom_desk::model::command::Command;
use heirloom_desk::roster::{BuiltInEngines, Roster};
use heirloom_desk::settings::Settings;
use heirloom_desk::store::Store;
use heirloom_desk::texts::Language;

/// The time limit for every wait.
const PATIENCE: Duration = Duration::from_secs(60);

/// A desk and its simulated user.
pub struct Driver {
    harness: Harness<'static, Desk>,
}

impl Driver {
    /// Opens a new desk.
    pub fn new(language: Language) -> Driver {
        Driver::sized(language, 1280.0, 860.0)
    }

    /// Opens a new desk on a screen of this size.
    pub fn sized(language: Language, width: f32, height: f32) -> Driver {
        let harness = Harness::builder().with_size(Vec2::new(width, height)).build_eframe(|creation| {
            Desk::new(
                &creation.egui_ctx,
                Arc::new(BuiltInEngines),
                Settings { language, animation: false, ..Settings::default() },
            )
        });
        let mut driver = Driver { harness };
        driver.run();
        driver
    }

    /// Opens a desk with these engines that keeps its settings in this file.
    pub fn kept(path: &Path, roster: Arc<dyn Roster>) -> Driver {
        let (store, mut remembered, notice) = Store::open(path);
        remembered.settings.animation = false;
        let harness = Harness::builder().with_size(Vec2::new(1280.0, 860.0)).build_eframe(|creation| {
            let mut desk = Desk::new(&creation.egui_ctx, roster, Settings::default());
            desk.keep_in(&creation.egui_ctx, store, remembered);
            notice.into_iter().for_each(|notice| desk.model.notify(notice));
            desk
        });
        let mut driver = Driver { harness };
        driver.run();
        driver
    }

    /// Returns the desk.
    pub fn desk(&mut self) -> &mut Desk {
        self.harness.state_mut()
    }

    /// Returns the state of the desk.
    pub fn model(&self) -> &Model {
        &self.harness.state().model
    }

    /// Returns the language of the desk.
    pub fn texts(&self) -> Language {
        self.harness.state().settings.language
    }

    /// Draws frames until nothing moves and no folder is being read. A spinner never stops, so the
    /// number of frames is limited.
    pub fn run(&mut self) {
        let start = Instant::now();
        loop {
            let _ = self.harness.run_ok();
            if !self.desk().dialog.as_ref().is_some_and(|dialog| dialog.is_reading()) {
                break;
            }
            assert!(start.elapsed() < PATIENCE, "a folder is still being read");
            thread::sleep(Duration::from_millis(1));
        }
        // What was read may arrive in the last frame, and its changes take two more frames to settle.
        let _ = self.harness.run_ok();
    }

    /// Draws frames until a condition holds.
    pub fn wait(&mut self, what: &str, has_come: impl Fn(&Model) -> bool) {
        let start = Instant::now();
        while !has_come(self.model()) {
            assert!(
                start.elapsed() < PATIENCE,
                "waited in vain: {what}; notices: {:?}",
                self.model().notices()
            );
            thread::sleep(Duration::from_millis(5));
            self.harness.step();
        }
    }

    /// Sends a command, as a window would.
    pub fn command(&mut self, command: impl Into<Command>) {
        self.desk().model.apply(command, Instant::now());
        self.run();
    }

    /// Returns true if there is an element with this name.
    pub fn sees(&self, name: &str) -> bool {
        self.harness.query_all_by_label(name).next().is_some()
    }

    /// Waits for an element with this name. The answer of a thread takes some frames.
    pub fn wait_to_see(&mut self, name: &str) {
        let start = Instant::now();
        while !self.sees(name) {
            assert!(start.elapsed() < PATIENCE, "{name:?} does not appear");
            thread::sleep(Duration::from_millis(5));
            self.harness.step();
        }
        self.run();
    }

    /// Returns true if there is an element whose name contains this text.
    pub fn sees_part(&self, name: &str) -> bool {
        self.harness.query_all_by_label_contains(name).next().is_some()
    }

    /// Clicks on the last element with this name: the one opened last is drawn last.
    pub fn click(&mut self, name: &str) {
        let found = self.harness.query_all_by_label(name).last();
        found.unwrap_or_else(|| panic!("there is no {name:?}")).click();
        self.run();
    }

    /// Scrolls until the last element with this name is visible.
    pub fn scroll_to(&mut self, name: &str) {
        self.harness
            .query_all_by_label(name)
            .last()
            .unwrap_or_else(|| panic!("there is no {name:?}"))
            .scroll_to_me();
        self.run();
    }

    /// Activates the last element whose name contains this text, with the keyboard.
    pub fn activate(&mut self, name: &str) {
        let found = self.harness.query_all_by_label_contains(name).last();
        found.unwrap_or_else(|| panic!("there is no {name:?}")).focus();
        self.run();
        self.press(Key::Enter);
    }

    /// Opens a menu and selects an item.
    pub fn menu(&mut self, menu: &str, item: &str) {
        self.harness.query_all_by_label(menu).next().unwrap_or_else(|| panic!("no menu {menu:?}")).click();
        self.run();
        // The menu is drawn before tools and windows that may have the same name.
        let named = self.harness.query_all_by_label(item).next();
        let found = named.or_else(|| self.harness.query_all_by_label_contains(item).next());
        // A long menu scrolls.
        found.unwrap_or_else(|| panic!("no {item:?} in {menu:?}")).scroll_to_me();
        self.run();
        let named = self.harness.query_all_by_label(item).next();
        let found = named.or_else(|| self.harness.query_all_by_label_contains(item).next());
        found.unwrap_or_else(|| panic!("no {item:?} in {menu:?}")).click();
        self.run();
    }

    /// Selects an entry of a list.
    pub fn choose(&mut self, list: &str, entry: &str) {
        self.click(list);
        self.click(entry);
    }

    fn square(&self, square: Square) -> Node<'_> {
        let begins = format!("{square}, ");
        let found = self.harness.query_all(
            By::new().predicate(move |node| node.label().is_some_and(|label| label.starts_with(&begins))),
        );
        found.last().unwrap_or_else(|| panic!("no square {square}"))
    }

    /// Returns the center of a square.
    pub fn place(&self, square: Square) -> Pos2 {
        self.square(square).rect().center()
    }

    /// Returns the area of the last element with this name.
    pub fn rect(&self, name: &str) -> Rect {
        let found = self.harness.query_all_by_label(name).last();
        found.unwrap_or_else(|| panic!("there is no {name:?}")).rect()
    }

    /// Clicks at a point.
    pub fn click_at(&mut self, place: Pos2) {
        self.harness.hover_at(place);
        self.harness.drag_at(place);
        self.harness.drop_at(place);
        self.run();
    }

    /// Drags a piece.
    pub fn drag(&mut self, from: Square, to: Square) {
        let (from, to) = (self.place(from), self.place(to));
        self.harness.hover_at(from);
        self.harness.drag_at(from);
        self.harness.hover_at(from.lerp(to, 0.5));
        self.harness.hover_at(to);
        self.harness.drop_at(to);
        self.run();
    }

    /// Clicks on two squares, one after the other.
    pub fn click_click(&mut self, from: Square, to: Square) {
        for square in [from, to] {
            self.square(square).click();
            self.run();
        }
    }

    /// Enters a move with the keyboard: arrow keys move over the board, Enter selects.
    pub fn keys(&mut self, from: Square, to: Square) {
        self.square(from).focus();
        self.run();
        self.press(Key::Enter);
        let flipped = self.model().play().is_flipped();
        let steps = |from: usize, to: usize, more: Key, less: Key| {
            let key = if (to > from) != flipped { more } else { less };
            std::iter::repeat_n(key, to.abs_diff(from))
        };
        let across = steps(from.file().index(), to.file().index(), Key::ArrowRight, Key::ArrowLeft);
        let up = steps(from.rank().index(), to.rank().index(), Key::ArrowUp, Key::ArrowDown);
        for key in across.chain(up).collect::<Vec<_>>() {
            self.press(key);
        }
        self.press(Key::Enter);
    }

    /// Presses a key.
    pub fn press(&mut self, key: Key) {
        self.harness.key_press(key);
        self.run();
    }

    /// Presses a key with Ctrl.
    pub fn press_command(&mut self, key: Key) {
        self.harness.key_press_modifiers(Modifiers::COMMAND, key);
        self.run();
    }

    /// Types a text into the element that has the focus.
    pub fn write(&mut self, text: &str) {
        self.harness.event(Event::Text(text.into()));
        self.run();
    }

    /// Pastes a text.
    pub fn paste(&mut self, text: &str) {
        self.harness.event(Event::Paste(text.into()));
        self.run();
    }

    /// Replaces the text of a field and presses Enter.
    pub fn type_into(&mut self, field: &str, text: &str) {
        self.write_into(field, text);
        self.press(Key::Enter);
    }

    /// Replaces the text of a field.
    pub fn write_into(&mut self, field: &str, text: &str) {
        // A label has the same name as its field.
        self.harness.query_all_by_label(field).last().unwrap_or_else(|| panic!("no field {field:?}")).focus();
        self.run();
        self.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.harness.event(Event::Text(text.into()));
        self.run();
    }
}
