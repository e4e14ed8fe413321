//! One frame of the desk: the model is polled, everything is drawn, and commands are carried out.

use web_time::Instant;

use eframe::egui::{self, CentralPanel, Frame, Margin, Panel, Ui};

use super::Desk;
use crate::dialogs::{self, Dialog};
use crate::dropped;
use crate::menus::{self, home};
use crate::model::command::Command;
use crate::model::insight::Attention;
use crate::theme;
use crate::windows::WindowView;

impl Desk {
    /// Draws the windows.
    fn windows(&mut self, ui: &mut Ui, commands: &mut Vec<Command>, now: Instant) {
        let ground = Frame::side_top_panel(ui.style()).fill(theme::palette(ui).ground);
        CentralPanel::default().frame(ground.inner_margin(Margin::same(4))).show(ui, |ui| {
            let mut view = WindowView {
                model: &self.model,
                settings: &self.settings,
                board: &mut self.board,
                pieces: &mut self.pieces,
                state: &mut self.window_state,
                dialog: &mut self.dialog,
                now,
                commands,
            };
            self.dock.show(ui, &mut view);
        });
    }

    /// Draws one frame.
    pub fn frame(&mut self, ui: &mut Ui) {
        let now = Instant::now();
        self.model.set_user(&self.settings.name);
        self.model.set_figures(self.settings.figures);
        self.model.set_coach(self.settings.coach.then_some(self.settings.coach_loss));
        self.model.poll(now);
        self.pieces.follow(&self.settings);
        self.knock();
        self.announcer.follow(&self.model, self.settings.language, now);
        self.bring_to_front(now);
        self.model.games.take_copied().into_iter().for_each(|text| ui.ctx().copy_text(text));
        self.set_title(ui.ctx());
        let mut commands = Vec::new();
        let mut view = menus::MenuView {
            model: &self.model,
            settings: &self.settings,
            dialog: &mut self.dialog,
            dock: &mut self.dock,
            home: &mut self.home,
            half_entered: self.board.is_half_entered(),
            commands: &mut commands,
        };
        menus::keys(ui, &mut view);
        let ground = Frame::side_top_panel(ui.style()).fill(theme::palette(ui).ground);
        Panel::top("menus").frame(ground).show(ui, |ui| menus::bar(ui, &mut view));
        Panel::top("tools").frame(ground).show(ui, |ui| menus::tools::bar(ui, &mut view));
        menus::tabs::strip(ui, &mut view);
        Panel::bottom("status bar").frame(ground).show(ui, |ui| {
            menus::tools::status(ui, &mut view);
            self.announcer.show(ui);
        });
        if view.home.is_open() {
            home::show(ui, &mut view);
        } else {
            self.windows(ui, &mut commands, now);
        }
        self.model.attend(std::mem::take(self.window_state.get::<Attention>()));
        let mut view = dialogs::DialogView {
            model: &self.model,
            settings: &self.settings,
            files: &mut self.files,
            pieces: &mut self.pieces,
            commands: &mut commands,
        };
        Dialog::show(ui, &mut self.dialog, &mut view);
        dropped::take(ui, self.settings.language, &mut commands);
        self.remember(&ui.ctx().clone(), now);
        if self.model.serving.as_ref().is_some_and(|serving| serving.over) {
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
        }
        let has_commands = !commands.is_empty();
        for command in commands {
            self.apply(ui.ctx(), command, now);
        }
        if has_commands {
            ui.ctx().request_repaint();
        } else if let Some(rest) = self.model.rest(now) {
            ui.ctx().request_repaint_after(rest);
        }
    }
}
