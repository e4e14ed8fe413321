//! What each action does.

use eframe::egui::{Ui, ViewportCommand};
use heirloom_app::paths;
use heirloom_chess::notation::pgn;

use super::MenuView;
use crate::actions::Action;
use crate::dialogs::{
    Annotation, Dialog, EnginesDialog, FileDialog, GameDataDialog, LevelChoice, NewGame, SetUp,
    SettingsDialog,
};
use crate::dock::Dock;
use crate::model::command::{
    AnalysisCommand, Command, EditCommand, EnginesCommand, FileCommand, GamesCommand, PlayCommand,
    ReviewCommand, Step,
};
use crate::model::notice::Notice;
use crate::model::review::USUAL;
use crate::model::{Model, Stage, epd};
use crate::window::Window;

impl Action {
    /// Returns whether the action is switched on; none if there is nothing to switch.
    pub fn switched(self, model: &Model) -> Option<bool> {
        match self {
            Action::Analyse => Some(model.analysis.on),
            Action::StepByStep => Some(!model.play.is_continuous()),
            Action::Ponder => Some(model.play.ponders()),
            Action::Replay => Some(model.play.replay().is_some()),
            Action::Flip => Some(model.play.is_flipped()),
            _ => None,
        }
    }

    /// Carries the action out, or opens the dialog for it.
    pub fn run(self, ui: &Ui, view: &mut MenuView<'_>) {
        let model = view.model;
        let command = match self {
            Action::NewGame => return *view.dialog = Some(Dialog::NewGame(NewGame::of(model))),
            Action::Open => return *view.dialog = Some(Dialog::File(FileDialog::open(model))),
            Action::ListGames => {
                view.dock.bring(Window::Games);
                return *view.dialog = Some(Dialog::File(FileDialog::games(model)));
            }
            Action::EarlierGames => match model.play.earlier_games().filter(|path| path.exists()) {
                Some(path) => Command::Games(GamesCommand::ListInFront(path)),
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
            Action::SetUp => return *view.dialog = Some(Dialog::SetUp(SetUp::of(model.record().position()))),
            Action::Level => {
                return *view.dialog = Some(Dialog::Level(LevelChoice::of(model.play.clocks().level())));
            }
            Action::StepByStep => Command::Play(PlayCommand::Continuous(!model.play.is_continuous())),
            Action::Ponder => Command::Play(PlayCommand::Ponder(!model.play.ponders())),
            Action::ResetClocks => Command::Play(PlayCommand::ResetClocks),
            Action::ResetLayout => return *view.dock = Dock::playing(),
            Action::AnalysisLayout => return *view.dock = Dock::analysing(),
            Action::SearchLayout => return *view.dock = Dock::searching(),
            Action::Help => return *view.dialog = Some(Dialog::Help),
            Action::Keys => return *view.dialog = Some(Dialog::Keys),
            Action::About => return *view.dialog = Some(Dialog::About),
            Action::CopyEpd => return ui.ctx().copy_text(epd::epd(model.record().game()).to_string()),
            Action::CopyFen => return ui.ctx().copy_text(model.record().position().fen()),
            Action::CopyPgn => return ui.ctx().copy_text(pgn::to_string(model.record().game())),
            Action::Paste => return ui.ctx().send_viewport_cmd(ViewportCommand::RequestPaste),
            Action::Quit => return ui.ctx().send_viewport_cmd(ViewportCommand::Close),
            Action::Resign if model.play.stage() == Stage::Playing => {
                return *view.dialog = Some(Dialog::Resign);
            }
            Action::Resign => Command::Play(PlayCommand::Resign),
            Action::Draw => Command::Play(PlayCommand::Draw),
            Action::Analyse => Command::Analysis(AnalysisCommand::Switch(!model.analysis.on)),
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
            Action::PlayFromHere => Command::Play(PlayCommand::PlayFromHere),
            Action::Replay => Command::Play(PlayCommand::Replay(if model.play.replay().is_some() {
                None
            } else {
                Some(1000)
            })),
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
            Action::VariationBefore => Command::Play(PlayCommand::Go(Step::Variation(-1))),
            Action::VariationAfter => Command::Play(PlayCommand::Go(Step::Variation(1))),
            Action::First => Command::Play(PlayCommand::Go(Step::First)),
            Action::Back => Command::Play(PlayCommand::Go(Step::Back)),
            Action::Forward => Command::Play(PlayCommand::Go(Step::Forward)),
            Action::Last => Command::Play(PlayCommand::Go(Step::Last)),
            Action::Flip => Command::Play(PlayCommand::Flip),
        };
        view.commands.push(command);
    }
}
