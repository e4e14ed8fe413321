//! What each action does.

use std::borrow::Cow;

use eframe::egui::{Ui, ViewportCommand};
use heirloom_app::paths;
use heirloom_chess::notation::pgn;

use super::MenuView;
use crate::actions::Action;
use crate::dialogs::{
    Annotation, Dialog, EnginesDialog, ExportDialog, FileDialog, GameDataDialog, KeysDialog, LevelChoice,
    ManualPage, NewGame, SetUp, SettingsDialog, copy_picture, look,
};
use crate::dock::Dock;
use crate::model::command::{
    AnalysisCommand, CoachCommand, Command, EditCommand, EnginesCommand, FileCommand, GamesCommand,
    PlayCommand, ReviewCommand, Step, TabCommand, ViewCommand,
};
use crate::model::notice::Notice;
use crate::model::players::Player;
use crate::model::review::USUAL;
use crate::model::{Model, Stage, epd};
use crate::settings::Settings;
use crate::texts::Language;
use crate::window::Window;

/// The plies of a page of moves.
const PAGE: i16 = 20;
/// The plies of a line of moves.
const LINE: i16 = 2;

impl Action {
    /// Returns false if the action makes no sense now; menus then show it in gray.
    pub fn is_possible(self, model: &Model) -> bool {
        let (thinks, stage) = (model.play.thinking().is_some(), model.play.stage());
        match self {
            Action::MoveNow | Action::Abort => thinks,
            Action::Hint | Action::MoveForMe | Action::ShowThreat => !thinks,
            Action::Resign | Action::Draw => {
                stage == Stage::Playing && model.play.players().contains(&Player::Human)
            }
            _ => true,
        }
    }

    /// Returns whether the action is switched on; none if there is nothing to switch.
    pub fn switched(self, model: &Model) -> Option<bool> {
        match self {
            Action::Analyse => Some(model.analysis.on),
            Action::Hold => Some(model.analysis.held.is_some()),
            Action::Threat => Some(model.analysis.threat),
            Action::StepByStep => Some(!model.play.is_continuous()),
            Action::Ponder => Some(model.play.ponders()),
            Action::UseLibrary => Some(model.play.plays_from_library()),
            Action::Coach => Some(model.coach.is_on()),
            Action::Replay => Some(model.play.replay().is_some()),
            Action::Flip => Some(model.play.is_flipped()),
            _ => None,
        }
    }

    /// Returns true if the action arranges windows, so that they are to be seen.
    fn shows_windows(self) -> bool {
        use Action::*;
        matches!(
            self,
            ListGames
                | Review
                | Walk
                | ShowBetter
                | ResetLayout
                | AnalysisLayout
                | SearchLayout
                | PreviousLayout
        )
    }

    /// Returns true if the action is carried out as often as its key is pressed.
    pub fn repeats(self) -> bool {
        use Action::*;
        let steps = matches!(self, Back | Forward | VariationBefore | VariationAfter);
        steps || matches!(self, PreviousMistake | NextMistake | TakeBack | Redo | Undo)
    }

    /// Returns what an action asks of the review, and brings its window to the front.
    fn of_review(self, view: &mut MenuView<'_>) -> Option<ReviewCommand> {
        view.dock.bring(Window::Review);
        let model = view.model;
        match self {
            Action::Walk => Some(ReviewCommand::Walk),
            Action::ShowBetter => Some(ReviewCommand::ShowBetter),
            _ if model.reviewed().is_some() || model.review.is_running() => None,
            _ => Some(ReviewCommand::Start(model.analysis.engine.clone(), USUAL)),
        }
    }

    /// Carries the action out if it only concerns the screen; returns true if it does.
    fn runs_on_screen(self, ui: &Ui, view: &mut MenuView<'_>) -> bool {
        let command = match self {
            Action::FocusBoard => ViewCommand::FocusBoard,
            Action::TypeMove => ViewCommand::FocusTyped,
            Action::SayPosition => ViewCommand::SayPosition,
            Action::SayEvaluation => ViewCommand::SayEvaluation,
            Action::SayClocks => ViewCommand::SayClocks,
            _ => {
                match self {
                    Action::Home => view.home.toggle(),
                    Action::ResetLayout => view.dock.arrange(Dock::playing()),
                    Action::AnalysisLayout => view.dock.arrange(Dock::analysing()),
                    Action::SearchLayout => view.dock.arrange(Dock::searching()),
                    Action::PreviousLayout => view.dock.restore(),
                    Action::FullScreen => {
                        let full = ui.input(|input| input.viewport().fullscreen.unwrap_or_default());
                        ui.ctx().send_viewport_cmd(ViewportCommand::Fullscreen(!full));
                    }
                    _ => return false,
                }
                return true;
            }
        };
        view.commands.push(Command::View(command));
        true
    }

    /// Returns what the action does now, in a sentence; Undo and Redo name the change.
    pub fn explained(self, model: &Model, texts: Language) -> Cow<'static, str> {
        let record = model.record();
        match (self, record.undoes(), record.redoes()) {
            (Action::Undo, ..) if model.play.undo_takes_back() => texts.help_take_back().into(),
            (Action::Undo, Some(change), _) => texts.undo_of(&texts.change_name(change)).into(),
            (Action::Redo, _, Some(change)) => texts.redo_of(&texts.change_name(change)).into(),
            _ => self.help(texts).into(),
        }
    }

    /// Carries the action out, or opens the dialog for it.
    pub fn run(self, ui: &Ui, view: &mut MenuView<'_>) {
        let model = view.model;
        if self.shows_windows() {
            view.home.close();
        }
        if self.runs_on_screen(ui, view) || self.runs_on_documents(ui, view) {
            return;
        }
        if let Some(command) = self.walk(model) {
            return view.commands.push(command);
        }
        let command = match self {
            Action::NewGame => return *view.dialog = Some(Dialog::NewGame(NewGame::of(model))),
            Action::Open => return *view.dialog = Some(Dialog::File(FileDialog::open(model))),
            Action::ListGames => {
                view.dock.bring(Window::Games);
                return *view.dialog = Some(Dialog::File(FileDialog::games(model)));
            }
            Action::EarlierGames => match model.play.earlier_games().filter(|path| path.exists()) {
                Some(path) => Command::Games(GamesCommand::ListLastFirst(path)),
                None => Command::Notify(Notice::NoEarlierGames),
            },
            Action::MasterGames | Action::Endgames => {
                let name = if self == Action::MasterGames { paths::MASTER_GAMES } else { paths::ENDGAMES };
                view.dock.bring(Window::Games);
                match paths::included(name) {
                    Some(path) => Command::Games(GamesCommand::ListInFront(path)),
                    None => Command::Notify(Notice::NotIncluded(name)),
                }
            }
            Action::GameData => return *view.dialog = Some(Dialog::GameData(GameDataDialog::of(model))),
            Action::SaveAs => return *view.dialog = Some(Dialog::File(FileDialog::save(model))),
            Action::Save => match &model.record().file {
                Some(path) => Command::File(FileCommand::Save(path.clone())),
                None => return *view.dialog = Some(Dialog::File(FileDialog::save(model))),
            },
            Action::Engines => {
                view.commands.push(Command::Engines(EnginesCommand::Read));
                return *view.dialog = Some(Dialog::Engines(EnginesDialog::default()));
            }
            Action::Settings => return *view.dialog = Some(Dialog::Settings(SettingsDialog::default())),
            Action::ZoomIn => zoomed(view, view.settings.zoomed(true)),
            Action::ZoomOut => zoomed(view, view.settings.zoomed(false)),
            Action::ZoomReset => zoomed(view, 100),
            Action::SetUp => return *view.dialog = Some(Dialog::SetUp(SetUp::of(model.record().position()))),
            Action::Level => {
                return *view.dialog = Some(Dialog::Level(LevelChoice::of(model.play.clocks().level())));
            }
            Action::StepByStep => Command::Play(PlayCommand::Continuous(!model.play.is_continuous())),
            Action::Ponder => Command::Play(PlayCommand::Ponder(!model.play.ponders())),
            Action::UseLibrary => Command::Play(PlayCommand::UseLibrary(!model.play.plays_from_library())),
            Action::ResetClocks => Command::Play(PlayCommand::ResetClocks),
            Action::Coach => with_coach(view, !view.settings.coach),
            Action::ShowThreat => Command::Analysis(AnalysisCommand::ShowThreat),
            Action::MarkHanging => Command::Coach(CoachCommand::MarkHanging),
            Action::Help => return *view.dialog = Some(Dialog::Help),
            Action::Manual => return *view.dialog = Some(Dialog::Manual(ManualPage::default())),
            Action::Keys => return *view.dialog = Some(Dialog::Keys(KeysDialog::default())),
            Action::About => return *view.dialog = Some(Dialog::About),
            Action::Paste => return ui.ctx().send_viewport_cmd(ViewportCommand::RequestPaste),
            Action::Quit => return ui.ctx().send_viewport_cmd(ViewportCommand::Close),
            Action::Resign if model.play.stage() == Stage::Playing => {
                return *view.dialog = Some(Dialog::Resign);
            }
            Action::Resign => Command::Play(PlayCommand::Resign),
            Action::Draw => Command::Play(PlayCommand::Draw),
            Action::Analyse => Command::Analysis(AnalysisCommand::Switch(!model.analysis.on)),
            Action::Hold => Command::Analysis(AnalysisCommand::Hold(model.analysis.held.is_none())),
            Action::Threat => Command::Analysis(AnalysisCommand::Threat(!model.analysis.threat)),
            Action::InsertMove | Action::InsertLine => best_line(model, self == Action::InsertMove),
            Action::Review | Action::Walk | Action::ShowBetter => match self.of_review(view) {
                Some(command) => Command::Review(command),
                None => return,
            },
            Action::AnnotateGame => Command::Review(ReviewCommand::Annotate),
            Action::PlayFromHere => Command::Play(PlayCommand::PlayFromHere),
            Action::Replay => {
                Command::Play(PlayCommand::Replay(model.play.replay().is_none().then_some(1000)))
            }
            Action::MoveForMe => Command::Play(PlayCommand::MoveForMe),
            Action::MoveNow => Command::Play(PlayCommand::MoveNow),
            Action::Abort => Command::Play(PlayCommand::Abort),
            Action::Hint => Command::Analysis(AnalysisCommand::Hint),
            Action::TakeBack => Command::Play(PlayCommand::TakeBack),
            Action::Redo => Command::Play(PlayCommand::Redo),
            Action::Undo => Command::Play(PlayCommand::Undo),
            Action::Annotate => {
                return *view.dialog = Some(Dialog::Annotation(Annotation::of(
                    model.record().game(),
                    model.record().node(),
                    view.settings.language,
                )));
            }
            Action::Promote => Command::Edit(EditCommand::Promote(model.record().node())),
            Action::Delete => Command::Edit(EditCommand::Delete(model.record().node())),
            Action::Flip => Command::Play(PlayCommand::Flip),
            // What only concerns the screen has been carried out.
            _ => return,
        };
        view.commands.push(command);
    }

    /// Carries the action out if it concerns tabs, exports or the clipboard; returns true if it does.
    fn runs_on_documents(self, ui: &Ui, view: &mut MenuView<'_>) -> bool {
        let (model, record) = (view.model, view.model.record());
        let look = look(view.settings, model.play.is_flipped());
        let tab = match self {
            Action::NewTab => Some(TabCommand::New),
            Action::CloseTab => Some(TabCommand::Close(model.tabs.active())),
            Action::NextTab => Some(TabCommand::Step(1)),
            Action::PreviousTab => Some(TabCommand::Step(-1)),
            _ => None,
        };
        match self {
            _ if tab.is_some() => {}
            Action::Export => *view.dialog = Some(Dialog::Export(ExportDialog::new(look))),
            Action::CopyPicture => copy_picture(ui, record, look),
            Action::CopyEpd => ui.ctx().copy_text(epd::epd(record.game()).to_string()),
            Action::CopyFen => ui.ctx().copy_text(record.position().fen()),
            Action::CopyPgn => ui.ctx().copy_text(pgn::to_string(record.game())),
            _ => return false,
        }
        view.commands.extend(tab.map(Command::Tab));
        true
    }

    /// Returns the command for an action that goes through the game, if this is one.
    fn walk(self, model: &Model) -> Option<Command> {
        let forward = matches!(self, Action::NextMistake | Action::VariationAfter);
        let by = if forward { 1 } else { -1 };
        let step = match self {
            Action::PreviousMistake | Action::NextMistake if !model.judgements().is_empty() => {
                return Some(Command::Review(ReviewCommand::Mistake { next: forward }));
            }
            // Without a review there are no mistakes to go to, and the keys page through the moves.
            Action::PreviousMistake | Action::NextMistake => Step::Plies(by * PAGE),
            Action::VariationBefore | Action::VariationAfter if model.record().has_variations() => {
                Step::Variation(by as i8)
            }
            // Without variations the keys go from line to line of the moves.
            Action::VariationBefore | Action::VariationAfter => Step::Plies(by * LINE),
            Action::First => Step::First,
            Action::Back => Step::Back,
            Action::Forward => Step::Forward,
            Action::Last => Step::Last,
            _ => return None,
        };
        Some(Command::Play(PlayCommand::Go(step)))
    }
}

/// Returns what puts the best line of the analysis, or only its move, into the game.
fn best_line(model: &Model, is_move: bool) -> Command {
    match model.analysis.best_line(model.record(), if is_move { 1 } else { usize::MAX }) {
        Some(insertion) => Command::Edit(EditCommand::Insert(insertion)),
        None => Command::Notify(Notice::NoLine),
    }
}

/// Returns the command that switches the coach.
fn with_coach(view: &MenuView<'_>, coach: bool) -> Command {
    Command::Settings(Box::new(Settings { coach, ..view.settings.clone() }))
}

/// Returns the command that changes the zoom.
fn zoomed(view: &MenuView<'_>, zoom: u16) -> Command {
    Command::Settings(Box::new(Settings { zoom, ..view.settings.clone() }))
}
