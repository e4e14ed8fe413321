//! `heirloom picture`: boards and games as SVG, PNG and GIF.

mod arguments;
mod subject;
mod target;

use anyhow::Result;
use heirloom_picture::{Animation, Diagram};

pub use arguments::Arguments;
use arguments::Format;
use subject::Subject;
use target::Target;

use crate::invocation::Invocation;

/// Draws one picture after another. Fails on invalid positions, games and formats, and if the output cannot
/// be written.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<()> {
    let target = Target::new(arguments)?;
    let mut number = 0;
    subject::each(arguments, &mut |subject| {
        number += 1;
        target.check(number)?;
        let picture = if arguments.film {
            animation(arguments, &subject, target.format)?
        } else {
            board(arguments, subject, target.format)?
        };
        target.write(number, picture)
    })
}

/// Draws the final position of a line.
fn board(arguments: &Arguments, subject: Subject, format: Format) -> Result<Vec<u8>> {
    let mut board = Diagram::new(subject.line.position())
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

/// Draws the animation of a line.
fn animation(arguments: &Arguments, subject: &Subject, format: Format) -> Result<Vec<u8>> {
    let mut animation = Animation::new(&subject.line).look(arguments.look()).repeated(!arguments.once);
    if let Some(delay) = arguments.delay {
        animation = animation.delay(delay);
    }
    if let Some(hold) = arguments.hold {
        animation = animation.hold(hold);
    }
    if let Some(title) = &subject.title {
        animation = animation.title(title);
    }
    Ok(match format {
        Format::Gif => animation.gif()?,
        Format::Svg | Format::Png => animation.animated_svg().into_bytes(),
    })
}
