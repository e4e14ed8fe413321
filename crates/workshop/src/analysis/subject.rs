//! Positions to analyze: typed, from lines of EPD or FEN, and from places in games.

use std::io::BufRead;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow, bail};
use heirloom_chess::game::{Cursor, Game, NodeId};
use heirloom_chess::notation::epd::{Epd, Lines};
use heirloom_chess::notation::pgn;
use heirloom_chess::{Color, Line, Position};

use crate::plural::counted;
use crate::typed_line;

/// A place in games; by default the end of the main line of every game.
#[derive(Clone, Debug, Default)]
pub struct PlaceInGame {
    /// Only the game with this number, counted from 1.
    pub game: Option<u64>,
    /// The position after this many plies.
    pub ply: Option<usize>,
    /// The position before this move.
    pub before: Option<Number>,
}

impl PlaceInGame {
    /// Returns true if anything is chosen.
    pub fn is_given(&self) -> bool {
        self.game.is_some() || self.ply.is_some() || self.before.is_some()
    }
}

/// The number of a move and the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number(u16, Color);

impl FromStr for Number {
    type Err = String;

    fn from_str(text: &str) -> Result<Number, String> {
        let read =
            |suffix: char, color| text.strip_suffix(suffix)?.parse().ok().map(|number| Number(number, color));
        let error = || "expected a move number and a color, such as 23w or 23b".to_owned();
        read('w', Color::White).or_else(|| read('b', Color::Black)).ok_or_else(error)
    }
}

/// A position to analyze.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its name: the `id` of its EPD line, or the players and the place in their game; may be empty.
    pub name: String,
    /// The known moves that lead to it.
    pub line: Line,
    /// Its EPD, with the position after any moves.
    pub epd: Epd,
}

impl Subject {
    /// The end of a line, without a name.
    pub fn of_line(line: Line) -> Subject {
        Subject { name: String::new(), epd: Epd::new(line.position().clone()), line }
    }
}

/// A sequence of positions, each read or refused.
pub type Subjects = Box<dyn Iterator<Item = Result<Subject>>>;

/// Reads `startpos` or a line of EPD, optionally followed by `moves`. Fails on an invalid position or move.
pub fn position(text: &str, warn: fn(&str)) -> Result<Subject> {
    let (place, moves) =
        match text.find(" moves ").filter(|&at| text[..at].matches('"').count().is_multiple_of(2)) {
            Some(at) => (&text[..at], &text[at + 7..]),
            None => (text, ""),
        };
    let epd = match place.trim() {
        "startpos" => Epd::new(Position::startpos()),
        line => Epd::parse(line).map_err(|error| {
            anyhow!("cannot use the position '{line}', column {}: {}", error.column, error.reason)
        })?,
    };
    epd.remarks.iter().for_each(|remark| warn(&remark.to_string()));
    let mut line = Line::new(epd.position.clone());
    typed_line::play(&mut line, moves.split_whitespace())?;
    let epd = Epd { position: line.position().clone(), ..epd };
    Ok(Subject { name: epd.id().unwrap_or_default().to_owned(), line, epd })
}

/// Reads the positions of a file with this name; a file that begins with a bracket contains games. Fails if
/// it cannot be read.
pub fn file(
    name: String,
    mut input: Box<dyn BufRead + Send>,
    place: PlaceInGame,
    warn: fn(&str),
) -> Result<Subjects> {
    let text = input.fill_buf().with_context(|| format!("cannot read {name}"))?;
    if text.iter().find(|byte| byte.is_ascii() && !byte.is_ascii_whitespace()) == Some(&b'[') {
        return Ok(games(name, input, place, warn));
    }
    if place.is_given() {
        bail!("--game, --ply and --move select positions of PGN games; {name} contains none");
    }
    let mut lines = Lines::new(input);
    Ok(Box::new(std::iter::from_fn(move || {
        let read = lines.next()?.map_err(|error| anyhow!("{name}, {error}"));
        Some(read.map(|epd| {
            let place = format!("{name}, line {}", lines.line());
            epd.remarks.iter().for_each(|remark| warn(&format!("{place}: {remark}")));
            let line = Line::new(epd.position.clone());
            Subject { name: epd.id().unwrap_or_default().to_owned(), line, epd }
        }))
    })))
}

fn games(name: String, input: Box<dyn BufRead>, choice: PlaceInGame, warn: fn(&str)) -> Subjects {
    let wanted = choice.game;
    let mut reader = pgn::Reader::new(input).games();
    let mut number = 0;
    let numbered = std::iter::from_fn(move || {
        let read = reader.next()?;
        number += 1;
        Some((number, read, reader.take_damage()))
    });
    let mut found = false;
    let missing = wanted.map(|wanted| (wanted, name.clone()));
    let chosen = numbered
        .take_while(move |(number, ..)| wanted.is_none_or(|wanted| *number <= wanted))
        .filter(move |(number, ..)| wanted.is_none_or(|wanted| *number == wanted))
        .map(move |(number, read, damage): (u64, _, _)| {
            let of = |what: &str| format!("{name}, game {number}{what}");
            let game = read.with_context(|| of(""))?;
            if let Some(damage) = damage {
                warn(&format!("{}: {damage}", of(" is damaged; the moves before the damage are used")));
            }
            place(&game, &choice, number).with_context(|| of(""))
        });
    // A missing game is reported at the end.
    let mut chosen = chosen.fuse();
    Box::new(std::iter::from_fn(move || match (chosen.next(), &missing) {
        (Some(subject), _) => {
            found = true;
            Some(subject)
        }
        (None, Some((wanted, name))) if !found => {
            found = true;
            Some(Err(anyhow!("{name} has no game {wanted}")))
        }
        _ => None,
    }))
}

/// Returns the chosen position of a game.
fn place(game: &Game, choice: &PlaceInGame, number: u64) -> Result<Subject> {
    let mut cursor = Cursor::new(game);
    match (choice.ply, choice.before) {
        (Some(ply), _) => {
            for played in 0..ply {
                cursor.forward(game).with_context(|| {
                    format!(
                        "the game has only {}; --ply {ply} is past its end",
                        counted(played, "ply", "plies")
                    )
                })?;
            }
        }
        (None, Some(Number(number, color))) => {
            let there = |cursor: &Cursor| {
                (cursor.position().fullmove_number(), cursor.position().turn()) == (number, color)
            };
            while !there(&cursor) {
                cursor
                    .forward(game)
                    .with_context(|| format!("the game ends before {color}'s move {number}"))?;
            }
        }
        (None, None) => cursor.to_end(game),
    }
    let tag = |name: &str| game.tags().get(name).unwrap_or("?").to_owned();
    let plies = cursor.line().moves().len();
    let place = if cursor.node() == NodeId::START {
        "start".to_owned()
    } else {
        format!("after {}", counted(plies, "ply", "plies"))
    };
    let name = format!("{} - {}, game {number}, {place}", tag("White"), tag("Black"));
    Ok(Subject { name, line: cursor.line().clone(), epd: Epd::new(cursor.position().clone()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_positions_with_moves() {
        let fen = |words: &str| {
            position(words, |_| {})
                .map(|subject| subject.line.position().fen())
                .map_err(|error| format!("{error:#}"))
        };
        assert_eq!(
            fen("startpos moves e4 e7e5").unwrap(),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
        );
        assert_eq!(
            fen("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"two moves on\";").unwrap(),
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
        );
        let error = fen("startpos moves e4 e4").unwrap_err();
        assert!(error.starts_with("e4 is not a legal move for Black (after 1 ply"), "{error}");
        assert!(fen("4k3/8 w").unwrap_err().starts_with("cannot use the position '4k3/8 w', column "));
    }

    #[test]
    fn places_in_games_are_chosen() {
        let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n";
        let game = pgn::parse(text).unwrap().unwrap();
        let chosen = |ply, before: Option<&str>| {
            let choice = PlaceInGame { game: None, ply, before: before.map(|text| text.parse().unwrap()) };
            place(&game, &choice, 1).map(|subject| subject.name).map_err(|error| error.to_string())
        };
        assert_eq!(chosen(None, None).unwrap(), "A - B, game 1, after 4 plies");
        assert_eq!(chosen(Some(0), None).unwrap(), "A - B, game 1, start");
        assert_eq!(chosen(None, Some("2b")).unwrap(), "A - B, game 1, after 3 plies");
        assert_eq!(chosen(Some(9), None).unwrap_err(), "the game has only 4 plies; --ply 9 is past its end");
        assert_eq!(chosen(None, Some("7w")).unwrap_err(), "the game ends before White's move 7");
        assert!("23".parse::<Number>().is_err() && "w".parse::<Number>().is_err());
    }
}
