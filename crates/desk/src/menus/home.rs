//! The home page: six things to do, each a click or two away, and where to continue.

mod choices;
mod opponents;

use eframe::egui::{
    Button, CentralPanel, Label, Rect, RichText, ScrollArea, TextStyle, Ui, UiBuilder, ViewportCommand, vec2,
};
use heirloom_chess::{Color, Position};

use super::MenuView;
use crate::actions::Action;
use crate::model::command::{Command, FileCommand};
use crate::model::level::Level;
use crate::model::{Model, Stage};
use crate::texts::{Language, file_name, without_dots};
use crate::widgets::card::{self, Card};
use crate::widgets::icons::{self, Icon};
use choices::{last_games, openings, solve, switch_on};

/// The width of the page, at most, in points.
const WIDTH: f32 = 1040.0;
/// With less than this width there are two columns.
const NARROW: f32 = 900.0;

/// The number of recent files that are offered.
const RECENT: usize = 6;

/// A page of the home page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Page {
    /// The six choices.
    Main,
    /// The opponents.
    Play,
    /// What can be done while there are no games of the user.
    Games,
    /// What can be analyzed.
    Analyse,
    /// The engines whose search can be watched.
    Inside,
}

/// The home page, and what is chosen on it.
#[derive(Default, Debug)]
pub struct Home {
    page: Option<Page>,
    /// The page that was drawn last, so that another one takes the focus.
    drawn: Option<Page>,
    /// The color of the user in the next game; none for a random one.
    color: Option<Color>,
    /// Whether a color was chosen.
    chosen: bool,
    /// The level of the next game; none for the one that was used last.
    level: Option<Level>,
    /// The Elo on the slider; none until it was moved.
    elo: Option<u32>,
}

impl Home {
    /// Returns true if the page is shown in the place of the windows.
    pub fn is_open(&self) -> bool {
        self.page.is_some()
    }

    /// Shows the page.
    pub fn open(&mut self) {
        self.page = Some(Page::Main);
    }

    /// Shows the windows again.
    pub fn close(&mut self) {
        (self.page, self.drawn) = (None, None);
    }

    /// Shows the page with the six choices, or the windows again.
    pub fn toggle(&mut self) {
        if self.page == Some(Page::Main) { self.close() } else { self.open() }
    }

    /// Goes back to the six choices, and from there to the windows.
    pub fn back(&mut self) {
        match self.page {
            None => {}
            Some(Page::Main) => self.close(),
            Some(_) => self.page = Some(Page::Main),
        }
    }
}

/// Draws the page in the place of the windows.
pub fn show(ui: &mut Ui, view: &mut MenuView<'_>) {
    let Some(page) = view.home.page else { return };
    // The first choice takes the focus, so that keys work at once.
    let first = view.home.drawn.replace(page) != Some(page) && view.dialog.is_none();
    CentralPanel::default().show(ui, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let room = ui.available_rect_before_wrap();
            // The scroll bar has its own place.
            let width = (room.width() - 14.0).min(WIDTH);
            let left = (room.width() - width) / 2.0;
            let column = Rect::from_min_size(room.min + vec2(left, 0.0), vec2(width, room.height()));
            ui.scope_builder(UiBuilder::new().max_rect(column), |ui| {
                // On a large screen the page does not stick to the upper edge.
                ui.add_space((0.1 * room.height() - 40.0).clamp(8.0, 80.0));
                match page {
                    Page::Main => main(ui, view, first),
                    Page::Play => opponents::play(ui, view, first),
                    Page::Games => no_games(ui, view, first),
                    Page::Analyse => analyse(ui, view, first),
                    Page::Inside => opponents::inside(ui, view, first),
                }
            });
        });
    });
}

/// Returns the number of columns of cards.
fn columns(ui: &Ui, most: usize) -> usize {
    if ui.available_width() < NARROW { most - 1 } else { most }
}

/// Draws the title of a page, with a way back to the six choices.
fn title(ui: &mut Ui, view: &mut MenuView<'_>, text: &str) {
    let texts = view.settings.language;
    ui.horizontal(|ui| {
        if icons::button(ui, Icon::Back, texts.home_back(), 14.0).on_hover_text(texts.home_back()).clicked() {
            view.home.back();
        }
        let size = 1.3 * TextStyle::Heading.resolve(ui.style()).size;
        ui.label(RichText::new(without_dots(text)).size(size).strong());
    });
    ui.add_space(8.0);
}

fn card(icon: Icon, title: &'static str, sentence: &'static str) -> Card<'static> {
    Card { icon: Some(icon), title: without_dots(title), remark: "", sentence }
}

/// Draws the six choices.
fn main(ui: &mut Ui, view: &mut MenuView<'_>, first: bool) {
    let texts = view.settings.language;
    let size = 1.3 * TextStyle::Heading.resolve(ui.style()).size;
    ui.label(RichText::new(texts.home_question()).size(size).strong());
    ui.add_space(8.0);
    let cards = [
        card(Icon::Pawn, texts.home_play(), texts.home_about_play()),
        card(Icon::Clock, texts.home_games(), texts.home_about_games()),
        card(Icon::Puzzle, texts.home_solve(), texts.home_about_solve()),
        card(Icon::Book, texts.home_openings(), texts.home_about_openings()),
        card(Icon::Lens, texts.home_analyse(), texts.home_about_analyse()),
        card(Icon::Tree, texts.home_inside(), texts.home_about_inside()),
    ];
    match card::grid(ui, columns(ui, 3), &cards, first) {
        Some(0) => view.home.page = Some(Page::Play),
        Some(1) => last_games(view),
        Some(2) => solve(view),
        Some(3) => openings(view),
        Some(4) => view.home.page = Some(Page::Analyse),
        Some(_) => view.home.page = Some(Page::Inside),
        None => {}
    }
    ui.add_space(12.0);
    ui.horizontal_wrapped(|ui| go_on(ui, view));
    recent_files(ui, view);
    ui.add_space(8.0);
    let keys = Action::Home.keys(ui, view.settings).unwrap_or_default();
    ui.label(texts.home_hint(&keys));
}

/// Draws where to continue: the game on the board, and files.
fn go_on(ui: &mut Ui, view: &mut MenuView<'_>) {
    let (model, texts) = (view.model, view.settings.language);
    if model.play.stage() == Stage::Playing || model.record().game().move_count() > 0 {
        let text = RichText::new(texts.home_to_board()).strong();
        let button = ui.add(Button::new(text).min_size(vec2(0.0, 30.0)));
        if button.on_hover_text(on_board(model, texts)).clicked() {
            view.home.close();
        }
    }
    for action in [Action::Open, Action::MasterGames, Action::Endgames] {
        let button = ui.add(Button::new(action.text(texts)).min_size(vec2(0.0, 30.0)));
        if button.on_hover_text(action.help(texts)).clicked() {
            action.run(ui, view);
        }
    }
}

/// Draws the files that were used last.
fn recent_files(ui: &mut Ui, view: &mut MenuView<'_>) {
    let (files, texts) = (&view.model.files, view.settings.language);
    if files.recent().is_empty() {
        return;
    }
    ui.add_space(12.0);
    ui.heading(texts.home_recent());
    ui.add_space(2.0);
    for path in files.recent().iter().take(RECENT) {
        ui.horizontal(|ui| {
            let name = file_name(path);
            let button = ui.add_enabled(!files.is_missing(path), Button::new(&*name).truncate());
            if button.on_hover_text(path.display().to_string()).clicked() {
                view.commands.push(Command::File(FileCommand::OpenAny(path.clone())));
            }
            let folder = path.parent().map_or_else(String::new, |folder| folder.display().to_string());
            ui.add(Label::new(RichText::new(folder).weak()).truncate());
        });
    }
}

/// Returns the players of the game on the board.
fn on_board(model: &Model, texts: Language) -> String {
    let tags = model.record().game().tags();
    let name = |color: Color| {
        let name = tags.get(crate::model::names::tag(color));
        name.filter(|name| !matches!(*name, "" | "?")).unwrap_or(texts.color(color)).to_owned()
    };
    format!("{} - {}", name(Color::White), name(Color::Black))
}

/// Draws what can be done while there are no games of the user.
fn no_games(ui: &mut Ui, view: &mut MenuView<'_>, first: bool) {
    let texts = view.settings.language;
    title(ui, view, texts.home_games());
    ui.label(texts.home_no_games());
    ui.add_space(8.0);
    let cards = [
        card(Icon::Pawn, texts.home_play(), texts.home_about_play()),
        card(Icon::Folder, texts.open(), texts.help_open()),
        card(Icon::Book, texts.master_games(), texts.help_master_games()),
    ];
    match card::grid(ui, columns(ui, 3), &cards, first) {
        Some(0) => view.home.page = Some(Page::Play),
        Some(1) => Action::Open.run(ui, view),
        Some(_) => Action::MasterGames.run(ui, view),
        None => {}
    }
}

/// Draws what can be analyzed.
fn analyse(ui: &mut Ui, view: &mut MenuView<'_>, first: bool) {
    let texts = view.settings.language;
    title(ui, view, texts.home_analyse());
    let cards = [
        card(Icon::Pawn, texts.start_position(), texts.home_about_start()),
        card(Icon::Paste, texts.paste(), texts.home_about_paste()),
        card(Icon::Board, texts.set_up(), texts.help_set_up()),
        card(Icon::Folder, texts.open(), texts.help_open()),
        card(Icon::Lens, texts.current_position(), texts.help_analyse()),
        card(Icon::Lamp, texts.review_game(), texts.help_review_game()),
    ];
    // Without a game on the board there is nothing to go back to.
    let shown = if view.model.record().game().move_count() > 0 { 6 } else { 4 };
    match card::grid(ui, columns(ui, 3), &cards[..shown], first) {
        Some(0) => {
            view.commands.push(Command::File(FileCommand::SetUp(Box::new(Position::startpos()))));
            switch_on(view);
        }
        Some(1) => ui.ctx().send_viewport_cmd(ViewportCommand::RequestPaste),
        Some(2) => Action::SetUp.run(ui, view),
        Some(3) => Action::Open.run(ui, view),
        Some(4) => switch_on(view),
        Some(_) => Action::Review.run(ui, view),
        None => {}
    }
}
