//! A simulated user of a desk without a display, who clicks, drags, types and waits, and reads the model.

mod input;

use std::path::Path;
use std::sync::Arc;
use std::thread;
use web_time::{Duration, Instant};

use eframe::egui::accesskit::Live;
use eframe::egui::epaint::ClippedShape;
use eframe::egui::{ColorImage, Context, OutputCommand, Rect, Theme, Vec2, vec2};
use egui_kittest::kittest::{By, NodeT, Queryable};
use egui_kittest::{Harness, Node};
use heirloom_chess::{Color, Square};
use heirloom_desk::app::Desk;
use heirloom_desk::model::command::{Command, PlayCommand};
use heirloom_desk::model::level::Level;
use heirloom_desk::model::notice::Notice;
use heirloom_desk::model::players::Player;
use heirloom_desk::model::record::Record;
use heirloom_desk::model::{Model, Stage};
use heirloom_desk::roster::{BuiltInEngines, Roster};
use heirloom_desk::settings::{Appearance, Details, Settings};
use heirloom_desk::store::Store;
use heirloom_desk::texts::Language;
use heirloom_desk::windows::Window;

use crate::canvas::Canvas;

/// The time limit for every wait.
const PATIENCE: Duration = Duration::from_secs(60);
/// The usual size of the screen, in points.
const SIZE: Vec2 = vec2(1280.0, 860.0);

/// A desk that is drawn on a [`Canvas`], and its simulated user. An element is found by its name for screen
/// readers; all methods panic if there is no such element.
pub struct Driver {
    harness: Harness<'static, Desk>,
    canvas: Canvas,
    size: Vec2,
    /// What was put into the clipboard last.
    clipboard: Option<OutputCommand>,
}

/// Runs a test in each language, each time with a new desk.
pub fn in_both(check: impl Fn(&mut Driver, Language)) {
    for language in Language::ALL {
        check(&mut Driver::new(language), language);
    }
}

impl Driver {
    /// Opens a new desk.
    pub fn new(language: Language) -> Driver {
        Driver::sized(SIZE, language, true, Arc::new(BuiltInEngines))
    }

    /// Opens a new desk on a screen of this size.
    pub fn sized(size: Vec2, language: Language, dark: bool, roster: Arc<dyn Roster>) -> Driver {
        let appearance = if dark { Appearance::Dark } else { Appearance::Light };
        let settings =
            Settings { language, appearance, animation: false, figurines: false, ..Settings::default() };
        Driver::open(size, dark, |ctx| Desk::new(ctx, roster, settings))
    }

    /// Opens a desk with these engines that keeps its settings in this file.
    pub fn stored(path: &Path, roster: Arc<dyn Roster>) -> Driver {
        let (store, mut saved, notice) = Store::open(path);
        (saved.settings.animation, saved.settings.figurines) = (false, false);
        Driver::open(SIZE, saved.settings.appearance != Appearance::Light, |ctx| {
            let mut desk = Desk::new(ctx, roster, Settings::default());
            desk.keep_in(ctx, store, saved);
            notice.into_iter().for_each(|notice| desk.model.notify(notice));
            desk
        })
    }

    fn open(size: Vec2, dark: bool, make: impl FnOnce(&Context) -> Desk) -> Driver {
        let canvas = Canvas::default();
        let harness = Harness::builder()
            .with_size(size)
            .with_theme(if dark { Theme::Dark } else { Theme::Light })
            .renderer(canvas.clone())
            .build_eframe(|creation| make(&creation.egui_ctx));
        let mut driver = Driver { harness, canvas, size, clipboard: None };
        // What is installed on this machine makes no difference.
        driver.desk().model.engines.found = Some(Vec::new());
        driver.settle();
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

    /// Returns the user's preferences.
    pub fn settings(&self) -> &Settings {
        &self.harness.state().settings
    }

    /// Returns the language of the desk.
    pub fn texts(&self) -> Language {
        self.settings().language
    }

    /// Returns true if a dialog is open.
    pub fn has_dialog(&self) -> bool {
        self.harness.state().dialog.is_some()
    }

    /// Returns true if a window is open and not behind another one.
    pub fn is_open(&self, window: Window) -> bool {
        self.harness.state().dock.is_open(window)
    }

    /// Returns the text of the game on the board.
    pub fn record(&self) -> &Record {
        self.model().record()
    }

    /// Returns the side whose engine is thinking about its move.
    pub fn thinking(&self) -> Option<Color> {
        self.model().play.thinking()
    }

    /// Returns the side whose clock is running.
    pub fn running_clock(&self) -> Option<Color> {
        self.model().play.clocks().running()
    }

    /// Returns the state of the game.
    pub fn stage(&self) -> Stage {
        self.model().play.stage()
    }

    /// Returns the number of moves up to the position on the board.
    pub fn plies(&self) -> usize {
        self.record().line().moves().len()
    }

    /// Returns the move that led to the position on the board, in SAN; empty at the start.
    pub fn last_san(&self) -> String {
        self.record().last_san().unwrap_or_default()
    }

    /// Returns a tag of the game on the board; empty if there is none.
    pub fn tag(&self, name: &str) -> &str {
        self.record().game().tags().get(name).unwrap_or_default()
    }

    /// Returns the messages.
    pub fn notices(&self) -> &[Notice] {
        self.model().notices()
    }

    /// Returns the latest message.
    pub fn notice(&self) -> Option<&Notice> {
        self.notices().last()
    }

    /// Draws frames until nothing moves and no folder is being read. A spinner never stops, so the number of
    /// frames is limited.
    pub fn settle(&mut self) {
        let start = Instant::now();
        let _ = self.harness.run_ok();
        while self.desk().dialog.as_ref().is_some_and(|dialog| dialog.is_reading()) {
            assert!(start.elapsed() < PATIENCE, "a folder is still being read");
            thread::sleep(Duration::from_millis(1));
            let _ = self.harness.run_ok();
        }
        // What was read may have come in the last of these frames; focus and layout follow in the next ones.
        let _ = self.harness.run_ok();
    }

    /// Draws frames until a condition holds.
    pub fn wait(&mut self, what: &str, condition: impl Fn(&Model) -> bool) {
        self.wait_until(what, |driver| condition(driver.model()));
    }

    /// Waits until a list of this many games has been read.
    pub fn wait_for_games(&mut self, count: usize) {
        self.wait("the list", |model| model.games.rows.len() == count && model.games.progress().is_none());
    }

    /// Waits for an element with this name. The answer of a thread takes some frames.
    pub fn wait_to_see(&mut self, name: &str) {
        self.wait_until(name, |driver| driver.sees(name));
    }

    fn wait_until(&mut self, what: &str, condition: impl Fn(&Driver) -> bool) {
        let start = Instant::now();
        while !condition(self) {
            assert!(start.elapsed() < PATIENCE, "waited in vain: {what}; notices: {:?}", self.notices());
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

    /// Sends a command, as a window would.
    pub fn command(&mut self, command: impl Into<Command>) {
        self.desk().model.apply(command, Instant::now());
        self.settle();
    }

    /// Sends a command that also concerns the screen, such as new settings.
    pub fn apply(&mut self, command: Command) {
        let ctx = self.harness.ctx.clone();
        self.desk().apply(&ctx, command, Instant::now());
        self.settle();
    }

    /// Chooses the level of detail of all windows.
    pub fn show_details(&mut self, details: Details) {
        let settings = Settings { details, ..self.settings().clone() };
        self.apply(Command::Settings(Box::new(settings)));
    }

    /// Starts a game from the usual start position.
    pub fn new_game(&mut self, players: [Player; 2], level: Level) {
        self.command(PlayCommand::NewGame { players, level, start: None });
    }

    /// Plays moves without the board.
    pub fn play_all(&mut self, moves: &[&str]) {
        moves.iter().for_each(|text| self.play(text));
    }

    /// Plays a move without the board.
    pub fn play(&mut self, text: &str) {
        self.command(PlayCommand::Type(text.into()));
    }

    /// Opens a window, or brings it to the front.
    pub fn bring(&mut self, window: Window) {
        self.desk().dock.bring(window);
        self.settle();
    }

    /// Returns true if there is an element with this name.
    pub fn sees(&self, name: &str) -> bool {
        self.harness.query_all_by_label(name).next().is_some()
    }

    /// Returns true if the last element whose name contains this text can be used.
    pub fn is_enabled(&self, name: &str) -> bool {
        let found = self.harness.query_all_by_label_contains(name).last();
        !found.unwrap_or_else(|| panic!("there is no {name:?}")).accesskit_node().is_disabled()
    }

    /// Returns true if there is an element whose name contains this text.
    pub fn sees_part(&self, name: &str) -> bool {
        self.harness.query_all_by_label_contains(name).next().is_some()
    }

    /// Returns what a screen reader has announced last.
    pub fn announced(&self) -> String {
        let by_live = By::new().predicate(|node| node.live() == Live::Polite);
        let found = self.harness.query_all(by_live).next().expect("a live region");
        found.value().unwrap_or_default().trim_end_matches('\u{a0}').to_owned()
    }

    /// Returns the last element with this name: the one opened last is drawn last.
    fn last<'a>(&'a self, name: &'a str) -> Node<'a> {
        self.harness.query_all_by_label(name).last().unwrap_or_else(|| panic!("there is no {name:?}"))
    }

    /// Returns the area of the last element with this name.
    pub fn rect(&self, name: &str) -> Rect {
        self.last(name).rect()
    }

    /// Returns the labels whose middle is higher or lower than that of their field of one line.
    pub fn uneven_labels(&self) -> Vec<String> {
        let mut uneven = Vec::new();
        for field in self.harness.query_all(By::new().predicate(|_| true)) {
            let Some(field_box) = field.accesskit_node().bounding_box() else { continue };
            for label in field.accesskit_node().labelled_by() {
                let Some(label_box) = label.bounding_box() else { continue };
                let is_line = field_box.height() < 2.0 * label_box.height();
                let in_row = field_box.y0 < label_box.y1 && label_box.y0 < field_box.y1;
                let offset = (label_box.y0 + label_box.y1 - field_box.y0 - field_box.y1) / 2.0;
                if is_line && in_row && offset.abs() > 1.0 {
                    uneven.push(format!("{:?}: {offset:.1}", label.value().or(label.label())));
                }
            }
        }
        uneven
    }

    /// Returns the area of the last element whose name contains this text.
    pub fn rect_part(&self, name: &str) -> Rect {
        let found = self.harness.query_all_by_label_contains(name).last();
        found.unwrap_or_else(|| panic!("there is no {name:?}")).rect()
    }

    fn square(&self, square: Square) -> Node<'_> {
        let begins = format!("{square}, ");
        let found = self.harness.query_all(
            By::new().predicate(move |node| node.label().is_some_and(|label| label.starts_with(&begins))),
        );
        found.last().unwrap_or_else(|| panic!("no square {square}"))
    }

    /// Returns what the latest frame has painted.
    pub fn shapes(&self) -> &[ClippedShape] {
        &self.harness.output().shapes
    }

    /// Returns a picture of the desk in its present state.
    pub fn picture(&self) -> ColorImage {
        let size = self.size / self.harness.ctx.zoom_factor();
        self.canvas.paint(&self.harness.ctx, self.harness.output(), size)
    }
}
