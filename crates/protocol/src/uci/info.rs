//! The `info` lines of a UCI search, as text and as values.

use std::fmt::Write;
use std::time::Duration;

use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Move, Position};
use heirloom_engine::{Bound, Info, Score, Wdl};

use super::integer;
use crate::text;

/// An `info` line with its moves still as text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct InfoText {
    /// Everything that needs no position; its moves are empty.
    pub plain: Info,
    /// The principal variation.
    pub pv: Vec<String>,
    /// The root move being searched.
    pub currmove: Option<String>,
    /// The number of that move.
    pub currmovenumber: Option<u32>,
}

/// The keywords of `info`. Extensions (`movesleft`, `cpuload`) are listed because they end a list of moves.
const KEYWORDS: &[&str] = &[
    "depth",
    "seldepth",
    "multipv",
    "score",
    "wdl",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "currmove",
    "currmovenumber",
    "pv",
    "string",
    "cpuload",
    "sbhits",
    "refutation",
    "currline",
    "movesleft",
    "upperbound",
    "lowerbound",
    "ebf",
];

impl InfoText {
    /// Parses what follows `info`; malformed fields are left out.
    pub(super) fn parse(rest: &str) -> InfoText {
        let mut text = InfoText::default();
        let (fields, remark) = split_remark(rest);
        text.plain.text = remark.map(|remark| remark.trim().to_owned());
        let mut tokens = fields.split_whitespace().peekable();
        while let Some(keyword) = tokens.next() {
            let mut values = Vec::new();
            while let Some(value) = tokens.next_if(|token| !KEYWORDS.contains(token)) {
                values.push(value);
            }
            text.set(keyword, &values);
        }
        text
    }

    fn set(&mut self, keyword: &str, values: &[&str]) {
        let number = values.first().and_then(|value| integer(value)).filter(|&number| number >= 0);
        let large = number.map(i64::unsigned_abs);
        let small = large.and_then(|number| u32::try_from(number).ok());
        let info = &mut self.plain;
        match keyword {
            "depth" => info.depth = small,
            "seldepth" => info.selective_depth = small,
            "multipv" => info.multipv = small,
            "score" => info.score = parse_score(values).or(info.score),
            "lowerbound" => info.bound = Bound::Lower,
            "upperbound" => info.bound = Bound::Upper,
            "wdl" => info.wdl = parse_wdl(values),
            "nodes" => info.nodes = large,
            "nps" => info.nps = large,
            "hashfull" => info.hashfull = small,
            "tbhits" => info.tbhits = large,
            "time" => info.time = large.map(Duration::from_millis),
            "pv" => self.pv = values.iter().map(ToString::to_string).collect(),
            "currmove" => self.currmove = values.first().map(ToString::to_string),
            "currmovenumber" => self.currmovenumber = small,
            _ => {}
        }
        // In `score lowerbound cp 12` the value follows the bound.
        if matches!(keyword, "lowerbound" | "upperbound") {
            info.score = parse_score(values).or(info.score);
        }
    }

    /// Returns the values for the position searched, and the first illegal move of the PV, which ends it.
    pub fn values(&self, position: &Position) -> (Info, Option<String>) {
        let mut info = self.plain.clone();
        let current = self.currmove.as_deref().and_then(|text| uci::parse(position, text).ok());
        info.current_move = current.zip(self.currmovenumber);
        let mut after = position.clone();
        for text in &self.pv {
            let Ok(mv) = uci::parse(&after, text) else { return (info, Some(text.clone())) };
            info.pv.push(mv);
            after.play(mv);
        }
        (info, None)
    }
}

/// Splits off the remark: everything after the keyword `string`.
fn split_remark(rest: &str) -> (&str, Option<&str>) {
    let padded = rest.trim_start();
    if let Some(remark) = padded
        .strip_prefix("string")
        .filter(|remark| remark.is_empty() || remark.starts_with(char::is_whitespace))
    {
        return ("", Some(remark));
    }
    match rest.find(" string ") {
        Some(at) => (&rest[..at], Some(&rest[at + " string ".len()..])),
        None => (rest, None),
    }
}

fn parse_score(values: &[&str]) -> Option<Score> {
    let number = |text: &&str| integer(text).and_then(|number| i32::try_from(number).ok());
    match values {
        ["cp", cp, ..] => number(cp).map(Score::Cp),
        ["mate", moves, ..] => number(moves).map(Score::Mate),
        _ => None,
    }
}

fn parse_wdl(values: &[&str]) -> Option<Wdl> {
    let number = |text: &&str| text.parse().ok().filter(|&permille: &u16| permille <= 1000);
    let [win, draw, loss] = values else { return None };
    Some(Wdl { win: number(win)?, draw: number(draw)?, loss: number(loss)? })
}

/// Formats an `info` line for a search of `position`, or `None` if nothing can be expressed in UCI. Castling
/// is king takes rook if `chess960`; expected outcomes appear only if `wdl`. The PV ends before an illegal
/// move.
pub fn write(info: &Info, position: &Position, chess960: bool, wdl: bool) -> Option<String> {
    let mut line = String::from("info");
    let mut field = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            // Writing to a string cannot fail.
            let _ = write!(line, " {name} {value}");
        }
    };
    field("depth", info.depth.map(|depth| depth.to_string()));
    field("seldepth", info.selective_depth.map(|depth| depth.to_string()));
    field("multipv", info.multipv.map(|rank| rank.to_string()));
    field("score", info.score.map(|score| write_score(score, info.bound)));
    field("wdl", info.wdl.filter(|_| wdl).map(|wdl| format!("{} {} {}", wdl.win, wdl.draw, wdl.loss)));
    field("nodes", info.nodes.map(|nodes| nodes.to_string()));
    field("nps", info.nps.map(|nps| nps.to_string()));
    field("hashfull", info.hashfull.map(|permille| permille.to_string()));
    field("tbhits", info.tbhits.map(|hits| hits.to_string()));
    field("time", info.time.map(|time| time.as_millis().to_string()));
    if let Some((mv, number)) = info.current_move.filter(|(mv, _)| position.is_legal(*mv)) {
        field("currmove", Some(uci::format(position, mv, chess960)));
        field("currmovenumber", Some(number.to_string()));
    }
    field("pv", Some(write_line(&info.pv, position, chess960)).filter(|pv| !pv.is_empty()));
    field("string", info.text.as_deref().map(one_line));
    (line.len() > "info".len()).then_some(line)
}

/// Makes a remark fit for one line. Some programs take ` score ` in it for a report.
pub fn one_line(text: &str) -> String {
    text::one_line(text).replace(" score ", " value ")
}

fn write_score(score: Score, bound: Bound) -> String {
    let value = match score {
        Score::Cp(cp) => format!("cp {cp}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    match bound {
        Bound::Exact => value,
        Bound::Lower => format!("{value} lowerbound"),
        Bound::Upper => format!("{value} upperbound"),
    }
}

fn write_line(moves: &[Move], position: &Position, chess960: bool) -> String {
    let mut after = position.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        if !after.is_legal(mv) {
            break;
        }
        texts.push(uci::format(&after, mv, chess960));
        after.play(mv);
    }
    texts.join(" ")
}

/// Cuts off moves after the end of the game by mate, stalemate, repetition, fifty moves or insufficient
/// material, which referees count as errors. If the game was already over, the first move stays.
pub fn until_the_end(moves: &[Move], line: &Line) -> Vec<Move> {
    let mut line = line.clone();
    let mut played = Vec::with_capacity(moves.len());
    for &mv in moves {
        if line.push(mv).is_err() {
            break;
        }
        played.push(mv);
        if line.outcome().is_some() {
            break;
        }
    }
    played
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(rest: &str) -> (Info, Option<String>) {
        InfoText::parse(rest).values(&Position::startpos())
    }

    #[test]
    fn stockfish_lines_go_through() {
        let rest = " depth 24 seldepth 30 multipv 2 score cp -13 upperbound wdl 90 800 110 nodes 9 nps 5 \
                    hashfull 3 tbhits 0 time 2000 pv e2e4 e7e5";
        let (info, illegal) = values(rest);
        assert_eq!(illegal, None);
        assert_eq!((info.score, info.bound), (Some(Score::Cp(-13)), Bound::Upper));
        assert_eq!(info.wdl, Some(Wdl { win: 90, draw: 800, loss: 110 }));
        assert_eq!(info.pv.len(), 2);
        assert_eq!(write(&info, &Position::startpos(), false, true), Some(format!("info{rest}")));
        let without = write(&info, &Position::startpos(), false, false).unwrap();
        assert!(!without.contains("wdl"));
    }

    #[test]
    fn malformed_lines_keep_their_valid_fields() {
        let (info, _) = values(
            "nodes 12 pv e2e4 e7e5 score mate -3 time -5 nps nan joho depth x currmove d2d4 currmovenumber 2",
        );
        assert_eq!(
            (info.score, info.nodes, info.time, info.nps, info.depth),
            (Some(Score::Mate(-3)), Some(12), None, None, None)
        );
        assert_eq!(info.pv.len(), 2);
        assert!(info.current_move.is_some_and(|(_, number)| number == 2));
        assert_eq!(values("score lowerbound cp 12").0.score, Some(Score::Cp(12)));
        assert_eq!(values("score -368").0.score, None);
        assert_eq!(values("pv e2e4 e2e5 e7e6").1.as_deref(), Some("e2e5"));
        assert_eq!(values("pv e2e4 e2e5 e7e6").0.pv.len(), 1);
        assert_eq!(values("depth 3 string depth 4 score cp 1").0.text.as_deref(), Some("depth 4 score cp 1"));
        assert_eq!(values("string").0.text.as_deref(), Some(""));
    }

    #[test]
    fn remarks_stay_on_one_line() {
        let line = write(
            &Info { text: Some("bad\nscore is \r score 3".into()), ..Info::default() },
            &Position::startpos(),
            false,
            false,
        );
        assert_eq!(line.as_deref(), Some("info string bad value is   value 3"));
        assert_eq!(write(&Info::default(), &Position::startpos(), false, false), None);
    }

    #[test]
    fn lines_stop_where_the_game_does() {
        let line = uci::parse_line(Position::startpos(), "f2f3 e7e5 g2g4").unwrap();
        let mate = uci::parse(line.position(), "d8h4").unwrap();
        assert_eq!(until_the_end(&[mate, mate], &line), [mate]);
    }
}
