//! Files that are dropped into the window: games, positions, puzzles and books.

use std::path::{Path, PathBuf};

use eframe::egui::{Align2, Color32, Id, LayerId, Order, TextStyle, Ui};

use crate::model::command::{Command, FileCommand, LibraryCommand, PuzzleCommand};
use crate::model::puzzles::PuzzleFilter;
use crate::settings::Language;

/// Returns what opens a file, by the ending of its name.
fn open(path: PathBuf) -> Command {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let has =
        |endings: &[&str]| endings.iter().any(|ending| Path::new(&name).extension() == Some(ending.as_ref()));
    if has(&["csv"]) || name.ends_with(".csv.zst") {
        Command::Puzzle(PuzzleCommand::Open(path, PuzzleFilter::default()))
    } else if has(&["bin", "txt"]) {
        Command::Library(LibraryCommand::Open(path))
    } else {
        Command::File(FileCommand::OpenFile(path))
    }
}

/// Opens what was dropped in this frame, and says so while a file is over the window.
pub fn take(ui: &Ui, texts: Language, commands: &mut Vec<Command>) {
    let (file, hovers) = ui.input(|input| {
        let file = input.raw.dropped_files.first().map(|file| file.path().to_owned());
        (file, !input.raw.hovered_files.is_empty())
    });
    commands.extend(file.map(open));
    if hovers {
        let layer = LayerId::new(Order::Foreground, Id::unique("dropped"));
        let (painter, screen) = (ui.ctx().layer_painter(layer), ui.ctx().content_rect());
        painter.rect_filled(screen, 0, Color32::from_black_alpha(160));
        let font = TextStyle::Heading.resolve(ui.style());
        painter.text(screen.center(), Align2::CENTER_CENTER, texts.drop_here(), font, Color32::WHITE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_names() {
        assert!(matches!(open("a/b.csv".into()), Command::Puzzle(_)));
        assert!(matches!(open("b.CSV.zst".into()), Command::Puzzle(_)));
        assert!(matches!(open("book.bin".into()), Command::Library(_)));
        for name in ["games.pgn", "games.pgn.zst", "one.epd", "noise"] {
            assert!(matches!(open(name.into()), Command::File(FileCommand::OpenFile(_))), "{name}");
        }
    }
}
