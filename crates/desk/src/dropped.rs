//! Files that are dropped into the window: games, positions, puzzles, books and engines.

use eframe::egui::{Align2, Color32, Id, LayerId, Order, TextStyle, Ui};

use crate::model::command::{Command, FileCommand, TabCommand};
use crate::settings::Language;

/// Opens what was dropped in this frame, and says so while a file is over the window.
pub fn take(ui: &Ui, texts: Language, commands: &mut Vec<Command>) {
    let (files, hovers) = ui.input(|input| {
        let files = input.raw.dropped_files.iter().map(|file| file.path().to_owned());
        (files.collect::<Vec<_>>(), !input.raw.hovered_files.is_empty())
    });
    for (number, path) in files.into_iter().enumerate() {
        // Several games do not replace each other.
        commands.extend((number > 0).then_some(Command::Tab(TabCommand::New)));
        commands.push(Command::File(FileCommand::OpenAny(path)));
    }
    if hovers {
        let layer = LayerId::new(Order::Foreground, Id::unique("dropped"));
        let (painter, screen) = (ui.ctx().layer_painter(layer), ui.ctx().content_rect());
        painter.rect_filled(screen, 0, Color32::from_black_alpha(160));
        let font = TextStyle::Heading.resolve(ui.style());
        painter.text(screen.center(), Align2::CENTER_CENTER, texts.drop_here(), font, Color32::WHITE);
    }
}
