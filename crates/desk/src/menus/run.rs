//! What each action does.

use eframe::egui::{Ui, ViewportCommand};
use heirloom_app::paths;
use heirloom_chess::notation::pgn;

use super::View;
use crate::actions::Action;
use crate::command::{Command, Step};
use crate::dialogs::{
    Annotation, Dialog, EnginesDialog, FileDialog, GameDataDialog, LevelChoice, NewGame, SetUp,
    SettingsDialog,
};
use crate::dock::Dock;
use crate::model::engines::EnginesCommand;
use crate::model::games::GamesCommand;
use crate::model::notice::Notice;
use crate::model::review::{ReviewCommand, USUAL};
use crate::model::{Model, Stage, epd};
use crate::window::Window;

impl Action {
    /// Is it switched on? None where there is nothing to switch.
    pub fn switched(self, model: &Model) -> Option<bool> {
        match self {
            Action::Analyse => Some(model.analysis.on),
            Action::StepByStep => Some(!model.continuous),
            Action::Ponder => Some(model.ponder),
            Action::Replay => Some(model.replay.is_some()),
            Action::Flip => Some(model.flipped),
            _ => None,
        }
    }

    /// Carries it out, or asks for it.
    pub fn run(self, ui: &Ui, view: &mut View<'_>) {
        let model = view.model;
        let command = match self {
            Action::NewGame => return *view.dialog = Some(Dialog::NewGame(NewGame::of(model))),
            Action::Open => return *view.dialog = Some(Dialog::File(FileDialog::open(model))),
            Action::ListGames => {
                view.dock.bring(Window::Games);
                return *view.dialog = Some(Dialog::File(FileDialog::games(model)));
            }
            Action::EarlierGames => match model.earlier_games().filter(|path| path.exists()) {
                Some(path) => Command::Games(GamesCommand::Look(path)),
                None => Command::Notify(Notice::NoEarlierGames),
            },
            Action::MasterGames | Action::Endgames => {
                let name = if self == Action::MasterGames { paths::MASTER_GAMES } else { paths::ENDGAMES };
                view.dock.bring(Window::Games);
                match paths::included(name) {
                    Some(path) => Command::Games(GamesCommand::Look(path)),
                    None => Command::Notify(Notice::NotIncluded(name)),
                }
            }
            Action::GameData => return *view.dialog = Some(Dialog::GameData(GameDataDialog::of(model))),
            Action::SaveAs => return *view.dialog = Some(Dialog::File(FileDialog::save(model))),
            Action::Save => match &model.record.file {
                Some(path) => Command::Save(path.clone()),
                None => return *view.dialog = Some(Dialog::File(FileDialog::save(model))),
            },
            Action::Engines => {
                view.commands.push(Command::Engines(EnginesCommand::Read));
                return *view.dialog = Some(Dialog::Engines(EnginesDialog::default()));
            }
            Action::Settings => return *view.dialog = Some(Dialog::Settings(SettingsDialog::default())),
            Action::SetUp => return *view.dialog = Some(Dialog::SetUp(SetUp::of(model.record.position()))),
            Action::Level => {
                return *view.dialog = Some(Dialog::Level(LevelChoice::of(model.clocks.level())));
            }
            Action::StepByStep => Command::Continuous(!model.continuous),
            Action::Ponder => Command::Ponder(!model.ponder),
            Action::ResetClocks => Command::ResetClocks,
            Action::ResetLayout => return *view.dock = Dock::playing(),
            Action::AnalysisLayout => return *view.dock = Dock::analysing(),
            Action::SearchLayout => return *view.dock = Dock::searching(),
            Action::Help => return *view.dialog = Some(Dialog::Help),
            Action::Keys => return *view.dialog = Some(Dialog::Keys),
            Action::About => return *view.dialog = Some(Dialog::About),
            Action::CopyEpd => return ui.ctx().copy_text(epd::epd(model.record.game()).to_string()),
            Action::CopyFen => return ui.ctx().copy_text(model.record.position().fen()),
            Action::CopyPgn => return ui.ctx().copy_text(pgn::to_string(model.record.game())),
            Action::Paste => return ui.ctx().send_viewport_cmd(ViewportCommand::RequestPaste),
            Action::Quit => return ui.ctx().send_viewport_cmd(ViewportCommand::Close),
            Action::Resign if model.stage == Stage::Playing => return *view.dialog = Some(Dialog::Resign),
            Action::Resign => Command::Resign,
            Action::Draw => Command::Draw,
            Action::Analyse => Command::Analyse(!model.analysis.on),
            Action::Review => {
                view.dock.bring(Window::Review);
                if model.reviewed().is_some() || model.review.is_running() {
                    return;
                }
                Command::Review(ReviewCommand::Start(model.analysis.engine.clone(), USUAL))
            }
            Action::AnnotateGame => Command::Review(ReviewCommand::Annotate),
            Action::PreviousMistake => Command::Review(ReviewCommand::Mistake { next: false }),
            Action::NextMistake => Command::Review(ReviewCommand::Mistake { next: true }),
            Action::PlayFromHere => Command::PlayFromHere,
            Action::Replay => Command::Replay(if model.replay.is_some() { None } else { Some(1000) }),
            Action::MoveForMe => Command::MoveForMe,
            Action::MoveNow => Command::MoveNow,
            Action::Abort => Command::Abort,
            Action::Hint => Command::Hint,
            Action::TakeBack => Command::TakeBack,
            Action::Redo => Command::Redo,
            Action::Undo => Command::Undo,
            Action::Annotate => {
                return *view.dialog = Some(Dialog::Annotation(Annotation::of(
                    model.record.game(),
                    model.record.node(),
                    view.settings.language,
                )));
            }
            Action::Promote => Command::Promote(model.record.node()),
            Action::Delete => Command::Delete(model.record.node()),
            Action::VariationBefore => Command::Go(Step::Variation(-1)),
            Action::VariationAfter => Command::Go(Step::Variation(1)),
            Action::First => Command::Go(Step::First),
            Action::Back => Command::Go(Step::Back),
            Action::Forward => Command::Go(Step::Forward),
            Action::Last => Command::Go(Step::Last),
            Action::Flip => Command::Flip,
        };
        view.commands.push(command);
    }
}
