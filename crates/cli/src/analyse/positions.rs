//! Which positions are analysed: words, lines of EPD or FEN, and places in games.

use std::io::{BufRead, IsTerminal};
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use heirloom_chess::game::{Cursor, Game, NodeId};
use heirloom_chess::notation::epd::{Epd, Lines};
use heirloom_chess::notation::pgn;
use heirloom_chess::{Color, Line, Position};
use heirloom_workshop::plural::counted;

use crate::{streams, words};

/// Which places of games; without any the end of each game's main line.
#[derive(Args, Clone, Debug, Default)]
pub struct Choice {
    /// Analyze only game N of the PGN file, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Analyze each game's position after N plies [default: the last position]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Analyze each game's position before this move, such as 23w or 23b
    #[arg(long = "move", value_name = "MOVE", conflicts_with = "ply")]
    before: Option<Number>,
}

impl Choice {
    fn is_given(&self) -> bool {
        self.game.is_some() || self.ply.is_some() || self.before.is_some()
    }
}

/// The number of a move and who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Number(u16, Color);

impl FromStr for Number {
    type Err = String;

    fn from_str(text: &str) -> Result<Number, String> {
        let read =
            |suffix: char, color| text.strip_suffix(suffix)?.parse().ok().map(|number| Number(number, color));
        let error = || "expected a move number and a color, such as 23w or 23b".to_owned();
        read('w', Color::White).or_else(|| read('b', Color::Black)).ok_or_else(error)
    }
}

/// A position to analyse.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its name: the `id` of its line, or the players and the place in their game; empty where it has none.
    pub name: String,
    /// The moves that lead to it, as far as they are known.
    pub line: Line,
    /// Its line of EPD, with the position after any moves.
    pub epd: Epd,
}

impl Subject {
    /// The end of a line without a name.
    pub fn of_line(line: Line) -> Subject {
        Subject { name: String::new(), epd: Epd::new(line.position().clone()), line }
    }
}

/// Positions one after another, each read or refused.
pub type Subjects = Box<dyn Iterator<Item = Result<Subject>>>;

/// Reads what the words mean: one position if the first is no file, else files, or positions in quotes.
///
/// # Errors
/// A position or file that cannot be read. Within files, only what is wrong is refused.
pub fn read(words: &[String], choice: &Choice) -> Result<Subjects> {
    let [first, ..] = words else {
        return if std::io::stdin().is_terminal() {
            Ok(one(position("startpos")?, choice)?)
        } else {
            file("-", choice)
        };
    };
    if !is_file(first) && !first.contains(char::is_whitespace) {
        return one(position(&words.join(" "))?, choice);
    }
    let mut all: Vec<Subjects> = Vec::new();
    for word in words {
        all.push(if is_file(word) { file(word, choice)? } else { one(position(word)?, choice)? });
    }
    Ok(Box::new(all.into_iter().flatten()))
}

fn one(subject: Subject, choice: &Choice) -> Result<Subjects> {
    if choice.is_given() {
        bail!("--game, --ply and --move select positions of PGN games; name a PGN file");
    }
    Ok(Box::new(std::iter::once(Ok(subject))))
}

/// Is it meant as a file? Boards have slashes as well, but do not end like files.
fn is_file(word: &str) -> bool {
    let path = Path::new(word);
    let inner = heirloom_files::without_packing(path);
    let ends = ["pgn", "epd", "fen", "txt"]
        .iter()
        .any(|end| inner.extension().is_some_and(|own| own.eq_ignore_ascii_case(end)));
    // A pipe is no file, but can be read like one.
    word == "-" || ends || inner != path || path.exists() && !path.is_dir()
}

/// `startpos` or a line of EPD, perhaps with `moves` behind it.
fn position(text: &str) -> Result<Subject> {
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
    epd.remarks.iter().for_each(|remark| anstream::eprintln!("heirloom: {remark}"));
    let mut line = Line::new(epd.position.clone());
    words::play(&mut line, moves.split_whitespace())?;
    let epd = Epd { position: line.position().clone(), ..epd };
    Ok(Subject { name: epd.id().unwrap_or_default().to_owned(), line, epd })
}

/// The positions of a file; what begins with a bracket are games.
fn file(path: &str, choice: &Choice) -> Result<Subjects> {
    let (name, mut input) = (streams::name(path.as_ref()), streams::open(path.as_ref())?);
    let text = input.fill_buf().with_context(|| format!("cannot read {name}"))?;
    if text.iter().find(|byte| byte.is_ascii() && !byte.is_ascii_whitespace()) == Some(&b'[') {
        return Ok(games(name, input, choice.clone()));
    }
    if choice.is_given() {
        bail!("--game, --ply and --move select positions of PGN games; {name} contains none");
    }
    let mut lines = Lines::new(input);
    Ok(Box::new(std::iter::from_fn(move || {
        let read = lines.next()?.map_err(|error| anyhow!("{name}, {error}"));
        Some(read.map(|epd| {
            epd.remarks
                .iter()
                .for_each(|remark| anstream::eprintln!("heirloom: {name}, line {}: {remark}", lines.line()));
            let line = Line::new(epd.position.clone());
            Subject { name: epd.id().unwrap_or_default().to_owned(), line, epd }
        }))
    })))
}

fn games(name: String, input: Box<dyn BufRead>, choice: Choice) -> Subjects {
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
                anstream::eprintln!(
                    "heirloom: {}: {damage}",
                    of(" is damaged; the moves before the damage are used")
                );
            }
            place(&game, &choice, number).with_context(|| of(""))
        });
    // A game that is not there is told at the end.
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

/// The chosen position of a game.
fn place(game: &Game, choice: &Choice, number: u64) -> Result<Subject> {
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
                    .with_context(|| format!("the game ends before move {number} of {color}"))?;
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
            position(words).map(|subject| subject.line.position().fen()).map_err(|error| format!("{error:#}"))
        };
        assert_eq!(
            fen("startpos moves e4 e7e5").unwrap(),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
        );
        assert_eq!(
            fen("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"two moves on\";").unwrap(),
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
        );
        assert!(
            fen("startpos moves e4 e4")
                .unwrap_err()
                .starts_with("e4 is not a legal move for Black after 1 ply")
        );
        assert!(fen("4k3/8 w").unwrap_err().starts_with("cannot use the position '4k3/8 w', column "));
        assert!(is_file("a/b.pgn") && is_file("-") && !is_file("4k3/8/8/8/8/8/8/4K3"));
    }

    #[test]
    fn places_in_games_are_chosen() {
        let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n";
        let game = pgn::parse(text).unwrap().unwrap();
        let chosen = |ply, before: Option<&str>| {
            let choice = Choice { game: None, ply, before: before.map(|text| text.parse().unwrap()) };
            place(&game, &choice, 1).map(|subject| subject.name).map_err(|error| error.to_string())
        };
        assert_eq!(chosen(None, None).unwrap(), "A - B, game 1, after 4 plies");
        assert_eq!(chosen(Some(0), None).unwrap(), "A - B, game 1, start");
        assert_eq!(chosen(None, Some("2b")).unwrap(), "A - B, game 1, after 3 plies");
        assert_eq!(chosen(Some(9), None).unwrap_err(), "the game has only 4 plies; --ply 9 is past its end");
        assert_eq!(chosen(None, Some("7w")).unwrap_err(), "the game ends before move 7 of White");
        assert!("23".parse::<Number>().is_err() && "w".parse::<Number>().is_err());
    }
}
