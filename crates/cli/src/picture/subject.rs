//! The subjects of pictures: lines from the command line, from standard input, or from a game.

use std::io::{BufRead, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use heirloom_chess::Line;
use heirloom_chess::game::{Game, NodeId};
use heirloom_chess::notation::pgn::Reader;
use heirloom_picture::Marks;
use heirloom_workshop::plural::counted;

use super::Arguments;
use crate::streams;
use crate::words;

/// A subject of a picture.
pub struct Subject {
    /// The line whose final position is drawn.
    pub line: Line,
    /// The arrows and circles in the game's comments.
    pub marks: Marks,
    /// Players, event and date, if known.
    pub title: Option<String>,
}

impl From<Line> for Subject {
    fn from(line: Line) -> Subject {
        Subject { line, marks: Marks::default(), title: None }
    }
}

/// Passes on one subject after another. Fails with the place of the first that cannot be read, and if `draw`
/// does.
pub fn each(arguments: &Arguments, draw: &mut dyn FnMut(Subject) -> Result<()>) -> Result<()> {
    match (&arguments.game, arguments.position.as_slice()) {
        (Some(path), _) => draw(of_game(path, arguments)?),
        (None, []) if std::io::stdin().is_terminal() => {
            bail!(
                "no position to draw; give a FEN, moves such as e4 e5, or --game FILE (- reads positions \
                    from standard input)"
            )
        }
        (None, []) => each_line(draw),
        (None, [dash]) if dash == "-" => each_line(draw),
        (None, position) => draw(words::line(position)?.into()),
    }
}

/// Draws a position per line; empty lines are skipped.
fn each_line(draw: &mut dyn FnMut(Subject) -> Result<()>) -> Result<()> {
    let (mut input, mut bytes, mut found) = (std::io::stdin().lock(), Vec::new(), false);
    for number in 1.. {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes).context("cannot read standard input")? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        if text.is_empty() {
            continue;
        }
        found = true;
        draw(words::line(&[text]).with_context(|| format!("standard input, line {number}"))?.into())?;
    }
    if !found {
        bail!("standard input contains no position; expected one FEN per line");
    }
    Ok(())
}

fn of_game(path: &Path, arguments: &Arguments) -> Result<Subject> {
    let name = streams::name(path);
    let game = read_game(streams::open(path)?, &name, arguments.number)?;
    let plies = game.main_line().count();
    let node = match arguments.ply {
        None => game.last(),
        Some(0) => NodeId::START,
        Some(ply) => match game.main_line().nth(ply - 1) {
            Some(node) => node,
            None => {
                let plies = counted(plies, "ply", "plies");
                bail!("{name}: game {} has {plies}; --ply {ply} is past its end", arguments.number)
            }
        },
    };
    let mut marks = Marks::default();
    game.comments(node).iter().for_each(|comment| marks.extend(Marks::of_comment(comment)));
    Ok(Subject { line: game.line(node)?, marks, title: title(&game) })
}

/// Returns the game with this number, counted from 1.
fn read_game(input: impl Read, name: &str, number: u64) -> Result<Game> {
    let mut count = 0;
    let mut games = Reader::new(input).games();
    while let Some(read) = games.next() {
        let game = read.with_context(|| format!("cannot continue reading {name}"))?;
        count += 1;
        if count == number {
            if let Some(damage) = games.damage() {
                anstream::eprintln!(
                    "heirloom: {name}: game {number} is damaged; the moves before the damage are drawn: \
                        {damage}"
                );
            }
            return Ok(game);
        }
    }
    match count {
        0 => bail!("{name} contains no games; expected a PGN file"),
        1 => bail!("{name} contains only one game; there is no game {number}"),
        _ => bail!("{name} contains only {count} games; there is no game {number}"),
    }
}

/// Returns players, event and date, as far as they are known.
fn title(game: &Game) -> Option<String> {
    let tag = |name: &str| game.tags().get(name).filter(|value| !value.is_empty() && !value.starts_with('?'));
    let players = format!("{} - {}", tag("White")?, tag("Black")?);
    let rest =
        ["Event", "Date"].into_iter().filter_map(tag).map(|value| value.trim_end_matches(".??").to_owned());
    Some(std::iter::once(players).chain(rest).collect::<Vec<_>>().join(", "))
}
