//! Conversion of games: moves in other notations, positions line by line, JSON.

use heirloom_chess::game::ROSTER;
use heirloom_chess::notation::{lan, pgn, san, uci};
use heirloom_chess::{Color, Move, Position};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::date::Date;
use crate::record::{RawTags, Record};

/// The exclusive maximum length of lines of moves, in bytes.
const WIDTH: usize = 80;

/// The notation of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// `Nf3`, with numbers.
    San,
    /// `g1f3`.
    Uci,
    /// `Ng1-f3`, with numbers.
    Lan,
}

/// The output format of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputFormat {
    /// Tags, a blank line, moves and the result; the main line only.
    Pgn(Notation),
    /// The moves on one line, without numbers.
    Line(Notation),
    /// A FEN for each position.
    Fen,
    /// One EPD line per position, with the result of the game (`c9`) and the move played (`sm`).
    Epd,
    /// One line of JSON.
    Json,
}

/// Appends a game in this format.
pub fn write(record: &Record<'_>, form: OutputFormat, text: &mut String) {
    match form {
        OutputFormat::Pgn(notation) => {
            write_tags(record, text);
            write_moves(record, notation, text);
        }
        OutputFormat::Line(notation) => {
            let begin = text.len();
            each_move(record, |position, mv| {
                if text.len() > begin {
                    text.push(' ');
                }
                write_move(record, position, mv, notation, text);
            });
            text.push('\n');
        }
        OutputFormat::Fen => record.walk(|_, position| {
            text.push_str(&position.fen());
            text.push('\n');
            true
        }),
        OutputFormat::Epd => write_epd(record, text),
        OutputFormat::Json => {
            // Strings and numbers always serialize.
            text.push_str(&serde_json::to_string(&Json::of(record)).unwrap_or_default());
            text.push('\n');
        }
    }
}

fn each_move(record: &Record<'_>, mut visit: impl FnMut(&Position, Move)) {
    let mut position = record.start().clone();
    for &mv in record.moves() {
        visit(&position, mv);
        position.play(mv);
    }
}

fn write_move(record: &Record<'_>, position: &Position, mv: Move, notation: Notation, text: &mut String) {
    match notation {
        Notation::San => san::write(position, mv, text),
        Notation::Uci => uci::write(position, mv, record.start().is_chess960(), text),
        Notation::Lan => lan::write(position, mv, text),
    }
}

fn write_tags(record: &Record<'_>, text: &mut String) {
    // Writing to a string cannot fail.
    let mut tag = |name: &str, value: &str| _ = pgn::write_tag(text, name, value);
    for name in ROSTER {
        match (name, record.tag(name)) {
            ("Result", _) => tag(name, record.result().as_str()),
            ("Date", _) => {
                let date = record.listed(name).filter(|date| Date::of_tag(date).is_some());
                tag(name, date.as_deref().unwrap_or("????.??.??"));
            }
            (_, Some(value)) => tag(name, &value),
            (_, None) => tag(name, "?"),
        }
    }
    for (name, value) in record.tags().iter() {
        if !ROSTER.contains(&&*name) && !matches!(&*name, "SetUp" | "FEN") {
            tag(&name, &value);
        }
    }
    if record.tag("FEN").is_some() {
        tag("SetUp", "1");
        tag("FEN", &record.start().fen());
    }
    text.push('\n');
}

fn write_moves(record: &Record<'_>, notation: Notation, text: &mut String) {
    let (mut line, mut word) = (text.len(), String::new());
    let mut push = |word: &str, text: &mut String| {
        if text.len() > line && text.len() - line + 1 + word.len() >= WIDTH {
            text.push('\n');
            line = text.len();
        } else if text.len() > line {
            text.push(' ');
        }
        text.push_str(word);
    };
    each_move(record, |position, mv| {
        let first = position.fullmove_number() == record.start().fullmove_number()
            && position.turn() == record.start().turn();
        if notation != Notation::Uci {
            match position.turn() {
                Color::White => push(&format!("{}.", position.fullmove_number()), text),
                Color::Black if first => push(&format!("{}...", position.fullmove_number()), text),
                Color::Black => {}
            }
        }
        word.clear();
        write_move(record, position, mv, notation, &mut word);
        push(&word, text);
    });
    push(record.result().termination_marker(), text);
    text.push_str("\n\n");
}

fn write_epd(record: &Record<'_>, text: &mut String) {
    record.walk(|ply, position| {
        // Operations are in alphabetical order, and readers of labeled positions expect the result first.
        text.push_str(&format!("{} c9 \"{}\";", position.fen_without_clocks(), record.result()));
        if let Some(&mv) = record.moves().get(ply) {
            text.push_str(" sm ");
            san::write(position, mv, text);
            text.push(';');
        }
        text.push('\n');
        true
    });
}

/// A game in JSON.
#[derive(Serialize)]
struct Json<'a> {
    line: u64,
    tags: Pairs<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    result: &'static str,
    plies: usize,
    san: Vec<String>,
    uci: Vec<String>,
    /// Where and why the game is damaged; the moves end there.
    #[serde(skip_serializing_if = "Option::is_none")]
    damage: Option<String>,
}

impl<'a> Json<'a> {
    fn of(record: &Record<'a>) -> Json<'a> {
        let (mut sans, mut ucis) = (Vec::new(), Vec::new());
        each_move(record, |position, mv| {
            sans.push(san::format(position, mv));
            ucis.push(uci::format(position, mv, record.start().is_chess960()));
        });
        Json {
            line: record.place().line,
            tags: Pairs(record.tags()),
            fen: record.tag("FEN").map(|_| record.start().fen()),
            result: record.result().as_str(),
            plies: record.plies(),
            san: sans,
            uci: ucis,
            damage: record.damage().map(ToString::to_string),
        }
    }
}

/// Tags in order, each once.
struct Pairs<'a>(&'a RawTags);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let mut written: Vec<String> = Vec::new();
        for (name, _) in self.0.iter() {
            if !written.iter().any(|own| *own == name) {
                map.serialize_entry(&name, &self.0.get(&name))?;
                written.push(name.into_owned());
            }
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{ReadOptions, made_of};

    fn converted(text: &'static str, form: OutputFormat) -> String {
        let visit = move |record: &Record<'_>, text: &mut String| write(record, form, text);
        made_of(text, &ReadOptions::new(), visit).concat()
    }

    const GAME: &str = "[White \"A \\\"B\\\"\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K2R b K - 3 9\"]\n\n\
        9... Kd7 {x} (9... Kf7) 10. O-O! Kc7 11. a8=Q 1-0";

    #[test]
    fn all_formats() {
        assert_eq!(converted(GAME, OutputFormat::Line(Notation::San)), "Kd7 O-O Kc7 a8=Q\n");
        assert_eq!(converted(GAME, OutputFormat::Line(Notation::Uci)), "e8d7 e1g1 d7c7 a7a8q\n");
        assert_eq!(converted(GAME, OutputFormat::Line(Notation::Lan)), "Ke8-d7 O-O Kd7-c7 a7-a8=Q\n");
        let expected = Some("4k3/P7/8/8/8/8/8/4K2R b K - 3 9");
        assert_eq!(converted(GAME, OutputFormat::Fen).lines().next(), expected);
        let epd = converted(GAME, OutputFormat::Epd);
        assert_eq!(epd.lines().count(), 5);
        assert_eq!(epd.lines().next(), Some("4k3/P7/8/8/8/8/8/4K2R b K - c9 \"1-0\"; sm Kd7;"));
        let json: serde_json::Value = serde_json::from_str(&converted(GAME, OutputFormat::Json)).unwrap();
        let expected = (&"A \"B\"".into(), &"O-O".into(), &"e1g1".into());
        assert_eq!((&json["tags"]["White"], &json["san"][1], &json["uci"][1]), expected);
    }

    #[test]
    fn notations_round_trip() {
        let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
            [White \"A \\\"B\\\"\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\
            [SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K2R b K - 3 9\"]\n\n9... Ke8-d7 10. O-O Kd7-c7 11. \
            a7-a8=Q 1-0\n\n";
        assert_eq!(converted(GAME, OutputFormat::Pgn(Notation::Lan)), expected);
        let mut game = pgn::parse(GAME).unwrap().unwrap();
        game.strip();
        for notation in [Notation::San, Notation::Uci, Notation::Lan] {
            assert_eq!(pgn::parse(&converted(GAME, OutputFormat::Pgn(notation))).unwrap().unwrap(), game);
        }
    }
}
