//! The game on the board as a picture, a film or a text, for files and the clipboard.

use std::path::PathBuf;
use std::time::Duration;

use heirloom_chess::Line;
use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn;
use heirloom_picture::{Animation, Diagram, Look, Marks, PictureError};

use super::context::Context;
use super::new_file;
use super::notice::Notice;
use super::record::Record;
use super::task::Task;

/// What the game becomes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExportKind {
    /// The position on the board, as pixels.
    Png,
    /// The position on the board, as a drawing.
    Svg,
    /// The moves of the main line, as pixels.
    Gif,
    /// The moves of the main line, as a drawing.
    AnimatedSvg,
    /// A web page, with the results of the review if there is one.
    Page,
    /// The game with its variations and comments.
    AnnotatedPgn,
    /// The moves of the game.
    BarePgn,
}

impl ExportKind {
    /// All kinds.
    pub const ALL: [ExportKind; 7] = [
        ExportKind::Png,
        ExportKind::Svg,
        ExportKind::Gif,
        ExportKind::AnimatedSvg,
        ExportKind::Page,
        ExportKind::AnnotatedPgn,
        ExportKind::BarePgn,
    ];

    /// Returns true for pictures and films.
    pub fn is_picture(self) -> bool {
        !matches!(self, ExportKind::Page | ExportKind::AnnotatedPgn | ExportKind::BarePgn)
    }

    /// Returns true for films.
    pub fn moves(self) -> bool {
        matches!(self, ExportKind::Gif | ExportKind::AnimatedSvg)
    }
}

/// What is exported, and how it looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ExportOptions {
    /// What the game becomes.
    pub kind: ExportKind,
    /// How boards look.
    pub look: Look,
    /// How long a film shows each position.
    pub delay: Duration,
}

/// What can be asked of exports.
#[derive(Clone, PartialEq, Debug)]
pub enum ExportCommand {
    /// Writes a new file.
    Save(PathBuf, ExportOptions),
    /// Writes a text that has been made into a new file.
    Write(PathBuf, String),
}

/// Writes exports into files.
#[derive(Debug, Default)]
pub struct Exports {
    saving: Option<Task<Notice>>,
}

/// Returns the picture of the position on the board, with its arrows and circles.
pub fn diagram(record: &Record, look: Look) -> Diagram {
    let mut marks = Marks::default();
    let comments = record.game().comments(record.node());
    comments.iter().for_each(|comment| marks.extend(Marks::of_comment(comment)));
    let diagram = Diagram::new(record.position()).look(look).marks(marks);
    match record.last_move() {
        Some(mv) => diagram.last_move(mv),
        None => diagram,
    }
}

/// Returns the text of the game, with variations and comments or without.
pub fn text(game: &Game, annotated: bool) -> String {
    if annotated {
        return pgn::to_string(game);
    }
    let mut bare = game.clone();
    bare.strip();
    pgn::to_string(&bare)
}

/// Returns the film of the main line.
pub fn film(game: &Game, options: ExportOptions) -> Animation {
    let line = game.line(game.last()).unwrap_or_else(|_| Line::new(game.start().clone()));
    Animation::new(&line).look(options.look).delay(options.delay)
}

/// Makes what was asked for. Fails if there is not enough memory. A page is made
/// by the review or by the dialog.
fn bytes(diagram: &Diagram, game: &Game, options: ExportOptions) -> Result<Vec<u8>, PictureError> {
    Ok(match options.kind {
        ExportKind::Png => diagram.png()?,
        ExportKind::Svg => diagram.svg().into_bytes(),
        ExportKind::Gif => film(game, options).gif()?,
        ExportKind::AnimatedSvg => film(game, options).animated_svg().into_bytes(),
        ExportKind::Page => Vec::new(),
        ExportKind::AnnotatedPgn => text(game, true).into_bytes(),
        ExportKind::BarePgn => text(game, false).into_bytes(),
    })
}

impl Exports {
    /// Carries a command out.
    pub fn apply(&mut self, command: ExportCommand, record: &Record, context: &mut Context) {
        if self.saving.is_some() {
            return context.notify(Notice::NotYet);
        }
        self.saving = Some(match command {
            ExportCommand::Save(path, options) => {
                let (diagram, game) = (diagram(record, options.look), record.game().clone());
                Task::start(&context.wake, move |_| match bytes(&diagram, &game, options) {
                    Ok(bytes) => new_file::write(path, &bytes),
                    Err(error) => Notice::File(path, error.to_string()),
                })
            }
            ExportCommand::Write(path, text) => {
                Task::start(&context.wake, move |_| new_file::write(path, text.as_bytes()))
            }
        });
    }

    /// Reports what has been written.
    pub fn poll(&mut self, context: &mut Context) {
        if let Some(notice) = Task::finish(&mut self.saving) {
            context.notify(notice);
        }
    }

    /// Waits until everything is written, at the end of the program.
    pub fn finish(&mut self, context: &mut Context) {
        if let Some(notice) = Task::wait(&mut self.saving) {
            context.notify(notice);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::model::command::{FileCommand, PlayCommand, Step};

    #[test]
    fn games_become_pictures_films_and_texts() {
        let folder = tempfile::tempdir().unwrap();
        let mut model = Model::bare();
        model.command(FileCommand::Paste("1. e4 {[%cal Ge2e4] best} e5 (1... c5) 2. Nf3 *".into()));
        model.command(PlayCommand::Go(Step::Forward));
        let look = Look { size: 200, ..Look::default() };
        for kind in ExportKind::ALL {
            let path = folder.path().join(format!("{kind:?}"));
            let options = ExportOptions { kind, look, delay: Duration::from_millis(500) };
            model.command(ExportCommand::Save(path.clone(), options));
            model.wait("the file", |model| model.notices() == [Notice::Saved(path.clone())]);
            let bytes = std::fs::read(&path).unwrap();
            let starts: &[u8] = match kind {
                ExportKind::Png => b"\x89PNG",
                ExportKind::Svg | ExportKind::AnimatedSvg => b"<svg",
                ExportKind::Gif => b"GIF8",
                ExportKind::Page => b"",
                ExportKind::AnnotatedPgn | ExportKind::BarePgn => b"[Event",
            };
            assert!(bytes.starts_with(starts), "{kind:?}");
            let text = String::from_utf8_lossy(&bytes);
            assert_eq!(text.contains("1... c5"), kind == ExportKind::AnnotatedPgn, "{kind:?}");
        }
        // Pictures are those of the command line, and no file is replaced.
        let path = folder.path().join("Svg");
        let svg = std::fs::read_to_string(&path).unwrap();
        let square = |name: &str| name.parse().unwrap();
        let expected =
            Diagram::new(model.record().position()).look(look).last_move(model.record().last_move().unwrap());
        let expected = expected.arrow(square("e2"), square("e4"), heirloom_picture::MarkColor::Green);
        assert_eq!(svg, expected.svg());
        let options = ExportOptions { kind: ExportKind::Png, look, delay: Duration::ZERO };
        model.command(ExportCommand::Save(path.clone(), options));
        model.wait("the answer", |model| model.notices() == [Notice::Exists(path.clone())]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), svg);
    }
}
