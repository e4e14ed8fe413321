//! What the choices on the home page do.

use heirloom_app::paths;
use heirloom_chess::Position;

use super::Page;
use crate::dock::Dock;
use crate::menus::MenuView;
use crate::model::Stage;
use crate::model::command::{AnalysisCommand, Command, FileCommand, GamesCommand, PuzzleCommand, TabCommand};
use crate::model::notice::Notice;
use crate::model::play::Play;
use crate::model::puzzles::PuzzleFilter;
use crate::window::Window;

/// Lists the user's games, if there are any.
pub(super) fn last_games(view: &mut MenuView<'_>) {
    match view.model.play.earlier_games().filter(|path| path.exists()) {
        Some(path) => view.commands.push(Command::Games(GamesCommand::ListLastFirst(path))),
        None => view.home.page = Some(Page::Games),
    }
}

/// Shows the opening library at the initial position. What is the user's stays on its board: a game that is
/// being played, is in no file, or begins with a position that was set up.
pub(super) fn openings(view: &mut MenuView<'_>) {
    view.dock.bring(Window::Board);
    view.dock.bring(Window::Library);
    view.home.close();
    let (model, initial) = (view.model, Position::startpos());
    let record = model.record();
    if *record.position() == initial {
        return;
    }
    let is_elsewhere = record.file.is_some() || model.shows_puzzle();
    let is_blank =
        |play: &Play| play.record().game().move_count() == 0 && *play.record().position() == initial;
    if is_elsewhere && !record.is_unsaved() && model.play.stage() != Stage::Playing {
        view.commands.push(Command::File(FileCommand::SetUp(Box::new(initial))));
    } else if let Some(place) = model.tabs.all(&model.play).position(is_blank) {
        view.commands.push(Command::Tab(TabCommand::Show(place)));
    } else {
        view.commands.push(Command::Tab(TabCommand::New));
    }
}

/// Shows the next puzzle: of those that were chosen last, else of the included ones.
pub(super) fn solve(view: &mut MenuView<'_>) {
    let puzzles = &view.model.puzzles;
    view.dock.bring(Window::Board);
    view.dock.bring(Window::Puzzles);
    view.home.close();
    let file = puzzles.path.clone().or_else(|| paths::included(paths::PUZZLES));
    if puzzles.current.as_ref().is_some_and(|trial| !trial.is_over()) && view.model.shows_puzzle() {
        return;
    }
    if puzzles.waiting() > 0 {
        view.commands.push(Command::Puzzle(PuzzleCommand::Next));
    } else if puzzles.reading().is_none() {
        view.commands.push(match file {
            Some(file) => Command::Puzzle(PuzzleCommand::Open(file, PuzzleFilter::default())),
            None => Command::Notify(Notice::NotIncluded(paths::PUZZLES)),
        });
    }
}

/// Starts the analysis of the board.
pub(super) fn switch_on(view: &mut MenuView<'_>) {
    view.dock.bring(Window::Board);
    view.dock.bring(Window::Analysis);
    view.commands.push(Command::Analysis(AnalysisCommand::Switch(true)));
}

/// Shows the inside of the search of an engine.
pub(super) fn look_inside(view: &mut MenuView<'_>, engine: &str) {
    view.dock.arrange(Dock::searching());
    view.commands.push(Command::Analysis(AnalysisCommand::Engine(engine.to_owned())));
    view.commands.push(Command::Analysis(AnalysisCommand::Switch(true)));
}
