//! `heirloom picture`: boards and games as SVG, PNG and GIF.

mod arguments;
mod subject;
mod target;

use anyhow::Result;
use heirloom_picture::{Board, Film};

pub use arguments::Arguments;
use arguments::Format;
use subject::Subject;
use target::Target;

use crate::invocation::Invocation;

/// Draws what the arguments name, one picture after another.
///
/// # Errors
/// Positions and games that cannot be read, a format that does not fit, and an output that cannot be written.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<()> {
    let target = Target::new(arguments)?;
    let mut number = 0;
    subject::each(arguments, &mut |subject| {
        number += 1;
        target.check(number)?;
        let picture = if arguments.film {
            film(arguments, &subject, target.format)?
        } else {
            board(arguments, subject, target.format)?
        };
        target.write(number, &picture)
    })
}

/// The picture of where a line ends.
fn board(arguments: &Arguments, subject: Subject, format: Format) -> Result<Vec<u8>> {
    let mut board = Board::new(subject.line.position())
        .look(arguments.look())
        .marks(subject.marks)
        .marks(arguments.marks());
    if let Some(&mv) = subject.line.moves().last() {
        board = board.last_move(mv);
    }
    Ok(match format {
        Format::Png => board.png()?,
        Format::Svg | Format::Gif => board.svg().into_bytes(),
    })
}

/// The film of a line from its beginning to its end.
fn film(arguments: &Arguments, subject: &Subject, format: Format) -> Result<Vec<u8>> {
    let mut film = Film::new(&subject.line).look(arguments.look()).repeated(!arguments.once);
    if let Some(delay) = arguments.delay {
        film = film.delay(delay);
    }
    if let Some(hold) = arguments.hold {
        film = film.hold(hold);
    }
    if let Some(title) = &subject.title {
        film = film.title(title);
    }
    Ok(match format {
        Format::Gif => film.gif()?,
        Format::Svg | Format::Png => film.animated_svg().into_bytes(),
    })
}
