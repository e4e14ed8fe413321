//! Lines of thinking: `ply score time nodes [seldepth speed tbhits] TAB line`.

use std::time::Duration;

use heirloom_chess::notation::san;
use heirloom_chess::{Move, Position};
use heirloom_engine::{Bound, Info, Score};

use super::moves;

/// Mate scores are written beyond this number.
const MATE: i32 = 100_000;

/// A line of thinking with its moves still as text.
#[derive(Clone, PartialEq, Debug)]
pub struct Thinking {
    /// Everything except the moves.
    pub plain: Info,
    /// The moves, and anything else that a program writes among them.
    pub line: String,
}

impl Thinking {
    /// Parses a line; `None` without four numbers. In GNU Chess, a sign after the ply means time in seconds.
    pub fn parse(text: &str) -> Option<Thinking> {
        let (numbers, line) = split(text)?;
        let [ply, score, time, nodes, ..] = numbers[..] else { return None };
        let in_seconds = text.split_whitespace().next()?.ends_with(|last: char| !last.is_ascii_digit());
        let unit = if in_seconds { 1000 } else { 10 };
        let (line, bound) = match line.trim_end() {
            line if line.ends_with('?') => (line.trim_end_matches('?'), Bound::Upper),
            line if line.ends_with('!') => (line.trim_end_matches('!'), Bound::Lower),
            line => (line, Bound::Exact),
        };
        let positive = |number: i64| u64::try_from(number).ok();
        let depth = positive(ply).and_then(|ply| u32::try_from(ply).ok());
        let mut plain = Info {
            depth,
            score: Some(score_of(score)),
            bound,
            nodes: positive(nodes),
            time: positive(time).map(|time| Duration::from_millis(time.saturating_mul(unit))),
            ..Info::default()
        };
        match numbers[4..] {
            [] => {}
            [hits] => plain.tbhits = positive(hits),
            [seldepth, .., hits] => {
                plain.selective_depth =
                    positive(seldepth).and_then(|depth| u32::try_from(depth).ok()).filter(|&depth| depth > 0);
                plain.tbhits = positive(hits);
                plain.nps = numbers
                    .get(5)
                    .filter(|_| numbers.len() > 6)
                    .and_then(|&nps| positive(nps))
                    .filter(|&nps| nps > 0);
            }
        }
        Some(Thinking { plain, line: line.trim().to_owned() })
    }

    /// Returns all values; the line ends before the first word that is not a legal move from `position`.
    pub fn values(&self, position: &Position) -> Info {
        let mut after = position.clone();
        let mut pv = Vec::new();
        for word in self.line.split_whitespace() {
            // Move numbers and dots may precede moves, with or without a space.
            let word = word.trim_start_matches(|letter: char| {
                letter.is_ascii_digit() && !word.starts_with("0-0") || letter == '.'
            });
            let word = word.trim_end_matches(['!', '?']);
            if word.is_empty() {
                continue;
            }
            let Ok(mv) = moves::parse(&after, word) else { break };
            pv.push(mv);
            after.play(mv);
        }
        Info { pv, ..self.plain.clone() }
    }
}

/// Returns the leading numbers and the rest: without a tab after them only the first four count.
fn split(text: &str) -> Option<(Vec<i64>, &str)> {
    let mut numbers = Vec::new();
    let mut rest = text.trim_start();
    let mut after_four = rest;
    loop {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let word = &rest[..end];
        let digits =
            if numbers.is_empty() { word.trim_end_matches(['.', '+', '&', '-', '?', '!']) } else { word };
        let Ok(number) = digits.parse() else { break };
        numbers.push(number);
        rest = rest[end..].trim_start_matches(' ');
        if numbers.len() == 4 {
            after_four = rest;
        }
        if let Some(line) = rest.strip_prefix('\t')
            && numbers.len() >= 4
            && !next_is_number_before_tab(line)
        {
            return Some((numbers, line));
        }
        rest = rest.trim_start();
    }
    if numbers.len() < 4 {
        return None;
    }
    numbers.truncate(4);
    Some((numbers, after_four))
}

/// Returns true if more numbers follow before a tab: some programs put a tab after each number.
fn next_is_number_before_tab(text: &str) -> bool {
    text.split_once('\t').is_some_and(|(words, _)| {
        !words.trim().is_empty() && words.split_whitespace().all(|word| word.parse::<i64>().is_ok())
    })
}

fn score_of(number: i64) -> Score {
    let number = i32::try_from(number.clamp(-2 * i64::from(MATE), 2 * i64::from(MATE))).unwrap_or(0);
    match number {
        _ if number >= MATE => Score::Mate((number - MATE).max(1)),
        _ if number <= -MATE => Score::Mate(number + MATE),
        _ => Score::Cp(number),
    }
}

/// A score as XBoard's number.
fn number_of(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp.clamp(-MATE + 1, MATE - 1),
        Score::Mate(moves) if moves > 0 => MATE.saturating_add(moves),
        Score::Mate(moves) => (-MATE).saturating_add(moves),
    }
}

/// Formats a line of thinking about `position` with moves in SAN; `None` without a depth or a score. If the
/// search is in the opponent's time, `expected` is the expected move, which comes first.
pub fn write(info: &Info, position: &Position, expected: Option<(&Position, Move)>) -> Option<String> {
    let (depth, score) = (info.depth?, number_of(info.score?));
    let time = info.time.unwrap_or_default().as_millis() / 10;
    let nodes = info.nodes.unwrap_or(0);
    let (longest, speed, hits) =
        (info.selective_depth.unwrap_or(depth), info.nps.unwrap_or(0), info.tbhits.unwrap_or(0));
    let mut line = expected.map(|(before, mv)| san::format(before, mv) + " ").unwrap_or_default();
    line.push_str(&san::format_line(position, &info.pv));
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => "!",
        Bound::Upper => "?",
    };
    Some(format!("{depth} {score} {time} {nodes} {longest} {speed} {hits}\t{}{bound}", line.trim_end()))
}

/// Reduces a line of [`write()`] to four numbers and spaces, for front ends that read nothing else.
pub fn four_numbers(line: &str) -> Option<String> {
    let (numbers, moves) = line.split_once('\t')?;
    let four: Vec<&str> = numbers.split(' ').take(4).collect();
    Some(format!("{} {moves}", four.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Info {
        Thinking::parse(text).unwrap().values(&Position::startpos())
    }

    #[test]
    fn what_is_written_reads_back() {
        let written = values("9 156 1084 48000 12 44280 3\te4 e5 Nf3");
        assert_eq!(
            (written.depth, written.score, written.nodes),
            (Some(9), Some(Score::Cp(156)), Some(48_000))
        );
        assert_eq!((written.time, written.selective_depth), (Some(Duration::from_millis(10_840)), Some(12)));
        assert_eq!((written.nps, written.tbhits, written.pv.len()), (Some(44_280), Some(3), 3));
        let start = Position::startpos();
        let line = write(&written, &start, None).unwrap();
        assert_eq!(line, "9 156 1084 48000 12 44280 3\te4 e5 Nf3");
        assert_eq!(four_numbers(&line).unwrap(), "9 156 1084 48000 e4 e5 Nf3");
        for (score, number) in [(Score::Mate(3), 100_003), (Score::Mate(-2), -100_002), (Score::Cp(-7), -7)] {
            let text =
                write(&Info { score: Some(score), depth: Some(1), ..Info::default() }, &start, None).unwrap();
            assert_eq!(text, format!("1 {number} 0 0 1 0 0\t"));
            assert_eq!(values(&text).score, Some(score));
        }
        assert_eq!(write(&Info::default(), &start, None), None);
    }

    #[test]
    fn the_lines_of_old_programs() {
        let fairy = values(" 9    15     12    4711 e2e4 e7e5 g1f3");
        assert_eq!((fairy.depth, fairy.pv.len(), fairy.bound), (Some(9), 3, Bound::Exact));
        let crafty = values("  5    141      44   4539  1. Nf3 Nc6 2. e4 e5 3. O-O");
        assert_eq!((crafty.pv.len(), crafty.time), (4, Some(Duration::from_millis(440))));
        let gnu = values(" 8&     66    1    20536   d2d4  d7d5 ");
        assert_eq!((gnu.depth, gnu.time, gnu.pv.len()), (Some(8), Some(Duration::from_secs(1)), 2));
        assert_eq!(values("3 10 0 50 e4!").bound, Bound::Lower);
        assert_eq!(values("3 10 0 50 e4 e5 ?").bound, Bound::Upper);
        let tabs = values("13\t 20\t 100\t 5000\t 15\t 7\t 0\te4 e5");
        assert_eq!(
            (tabs.depth, tabs.selective_depth, tabs.tbhits, tabs.pv.len()),
            (Some(13), Some(15), Some(0), 2)
        );
        assert_eq!(values("0 0 0 0 (e4 64%, d4 24%)").pv.len(), 0);
        for wrong in ["", "move e2e4", "1 2 3", "1 2 x 4 e4", "# 1 2 3 4"] {
            assert_eq!(Thinking::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_expected_move_stands_first() {
        let start = Position::startpos();
        let mv = moves::parse(&start, "e2e4").unwrap();
        let mut after = start.clone();
        after.play(mv);
        let reply = moves::parse(&after, "e7e5").unwrap();
        let info = Info {
            depth: Some(2),
            score: Some(Score::Cp(5)),
            pv: vec![reply],
            bound: Bound::Upper,
            ..Info::default()
        };
        assert_eq!(write(&info, &after, Some((&start, mv))).unwrap(), "2 5 0 0 2 0 0\te4 e5?");
    }
}
