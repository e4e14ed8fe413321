//! A simulated user of a desk without a display, who clicks, drags, types and waits, and reads the model.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use web_time::{Duration, Instant};

use eframe::egui::accesskit::Live;
use eframe::egui::epaint::ClippedShape;
use eframe::egui::{
    ColorImage, Context, DroppedFile, Event, HoveredFile, Key, Modifiers, MouseWheelSource, MouseWheelUnit,
    OutputCommand, PointerButton, Pos2, Rect, Theme, TouchPhase, Vec2, vec2,
};
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

    fn square(&self, square: Square) -> Node<'_> {
        let begins = format!("{square}, ");
        let found = self.harness.query_all(
            By::new().predicate(move |node| node.label().is_some_and(|label| label.starts_with(&begins))),
        );
        found.last().unwrap_or_else(|| panic!("no square {square}"))
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
        self.harness.event(Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: vec2(0.0, notches),
            phase: TouchPhase::Move,
            source: MouseWheelSource::Wheel,
            modifiers,
        });
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
            self.harness.event(Event::MouseWheel {
                unit: MouseWheelUnit::Line,
                delta: vec2(0.0, notches.signum()),
                source: MouseWheelSource::Wheel,
                phase: TouchPhase::Move,
                modifiers: Modifiers::NONE,
            });
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
        self.last(field).focus();
        self.settle();
        self.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.write(text);
    }

    /// Returns what the latest frame has painted.
    pub fn shapes(&self) -> &[ClippedShape] {
        &self.harness.output().shapes
    }

    /// Returns a picture of the desk in its present state.
    pub fn picture(&self) -> ColorImage {
        self.canvas.paint(&self.harness.ctx, self.harness.output(), self.size)
    }
}
