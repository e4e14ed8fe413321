//! A desk without a display that can be clicked, waited for and painted.

use std::sync::Arc;
use std::thread;
use web_time::{Duration, Instant};

use eframe::egui::{ColorImage, Event, Key, Modifiers, Theme, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use heirloom_desk::app::Desk;
use heirloom_desk::model::Model;
use heirloom_desk::model::command::Command;
use heirloom_desk::roster::Roster;
use heirloom_desk::settings::Settings;
use heirloom_desk::texts::Language;

use crate::canvas::Canvas;

/// The time limit for every wait.
const PATIENCE: Duration = Duration::from_secs(60);

/// A desk that is drawn on a [`Canvas`].
pub struct Stage {
    harness: Harness<'static, Desk>,
    canvas: Canvas,
    size: Vec2,
}

impl Stage {
    /// Opens a desk of this size.
    pub fn new(size: Vec2, settings: Settings, roster: Arc<dyn Roster>) -> Stage {
        let canvas = Canvas::default();
        let settings = Settings { animation: false, ..settings };
        let harness = Harness::builder()
            .with_size(size)
            .with_theme(if settings.dark { Theme::Dark } else { Theme::Light })
            .renderer(canvas.clone())
            .build_eframe(|creation| Desk::new(&creation.egui_ctx, roster, settings));
        let mut stage = Stage { harness, canvas, size };
        stage.settle();
        stage
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

    /// Draws frames until nothing moves any more, up to a limit.
    pub fn settle(&mut self) {
        let _ = self.harness.run_ok();
        let start = Instant::now();
        while self.desk().dialog.as_ref().is_some_and(|dialog| dialog.is_reading())
            && start.elapsed() < PATIENCE
        {
            thread::sleep(Duration::from_millis(1));
            let _ = self.harness.run_ok();
        }
        // What was read may have come in the last of these frames; focus and layout follow in the next ones.
        let _ = self.harness.run_ok();
    }

    /// Sends a command, as a window would.
    pub fn command(&mut self, command: impl Into<Command>) {
        self.desk().model.apply(command, Instant::now());
        self.settle();
    }

    /// Draws frames until a condition holds.
    ///
    /// # Panics
    /// If that takes longer than a minute.
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
        self.settle();
    }

    /// Draws frames for this long.
    pub fn run_for(&mut self, time: Duration) {
        let start = Instant::now();
        while start.elapsed() < time {
            self.harness.step();
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Clicks on the last element with this name: the one opened last is drawn last.
    ///
    /// # Panics
    /// If there is none.
    pub fn click(&mut self, name: &str) {
        let found = self.harness.query_all_by_label(name).last();
        found.unwrap_or_else(|| panic!("there is no {name:?}")).click();
        self.settle();
    }

    /// Opens a menu and selects an item.
    ///
    /// # Panics
    /// If there is no such menu or no such item.
    pub fn menu(&mut self, menu: &str, item: &str) {
        self.harness.query_all_by_label(menu).next().unwrap_or_else(|| panic!("no menu {menu:?}")).click();
        self.settle();
        // The menu is drawn before tools and windows that may have the same name.
        let found = self.harness.query_all_by_label_contains(item).next();
        found.unwrap_or_else(|| panic!("no {item:?} in {menu:?}")).click();
        self.settle();
        self.leave();
    }

    /// Removes the pointer, so that nothing is highlighted and no tooltip is shown.
    pub fn leave(&mut self) {
        self.harness.remove_cursor();
        self.settle();
    }

    /// Pastes a text.
    pub fn paste(&mut self, text: &str) {
        self.harness.event(Event::Paste(text.into()));
        self.settle();
    }

    /// Presses a key.
    pub fn press(&mut self, key: Key) {
        self.harness.key_press_modifiers(Modifiers::NONE, key);
        self.settle();
    }

    /// Returns a picture of the desk in its present state.
    pub fn picture(&self) -> ColorImage {
        self.canvas.paint(&self.harness.ctx, self.harness.output(), self.size)
    }
}
