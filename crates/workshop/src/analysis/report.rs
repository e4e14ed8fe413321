//! An analysis as text: facts, and lines with scores from White's point of view.

use std::fmt::Write as _;

use heirloom_app::review::refutation::numbered;
use heirloom_book::eco;
use heirloom_chess::notation::san;
use heirloom_engine::{Info, Origin};

use super::SearchResult;
use super::subject::Subject;

/// Returns the position, the facts and the lines as text.
pub fn text(subject: &Subject, result: &SearchResult) -> String {
    let name = if subject.name.is_empty() { String::new() } else { format!("{}\n", subject.name) };
    format!(
        "{name}{}\n{}\n{}",
        subject.line.position().fen(),
        facts(subject, result).join("\n"),
        lines(subject, result)
    )
}

/// Returns the newest line.
pub fn live(subject: &Subject, result: &SearchResult) -> String {
    let Some((number, info)) = result.progress.newest_line() else { return String::new() };
    let depth = format!("{}/{}", info.depth.unwrap_or(0), info.selective_depth.unwrap_or(0));
    let time = info.time.map_or(0.0, |time| time.as_secs_f64());
    format!("{depth:>7} {time:>8.2} s {:>12} {}\n", info.nodes.unwrap_or(0), line(subject, number, info))
}

/// Returns what is known next to the lines, one fact per item.
pub fn facts(subject: &Subject, result: &SearchResult) -> Vec<String> {
    let mut facts = vec![result.engine.clone()];
    if let Some((_, name)) = eco::opening(&subject.line) {
        facts.push(name.to_string());
    }
    if let Some(outcome) = subject.line.outcome() {
        facts.push(outcome.to_string());
    }
    let totals = result.progress.totals();
    if let Some(depth) = result.progress.depth() {
        facts.push(format!("depth {depth}/{}", totals.selective_depth.unwrap_or(depth)));
    }
    if let Some(nodes) = totals.nodes {
        let speed = totals.speed().map_or_else(String::new, |speed| format!(", {} nodes/s", short(speed)));
        let time = totals.time.map_or_else(String::new, |time| format!(", {:.2} s", time.as_secs_f64()));
        facts.push(format!("{} nodes{speed}{time}", short(nodes)));
    }
    if let Some(hashfull) = totals.hashfull {
        let tablebases = totals
            .tbhits
            .filter(|&hits| hits > 0)
            .map_or_else(String::new, |hits| format!(", {hits} tablebase hits"));
        facts.push(format!("hash {:.1}% full{tablebases}", f64::from(hashfull) / 10.0));
    }
    if let Some(best) = result.progress.decision().and_then(|best| Some((best.best?, best.origin))) {
        let origin = match best.1 {
            Origin::Book => ", book move",
            Origin::OnlyMove => ", only move",
            Origin::Tablebase => ", tablebase move",
            Origin::Searched | Origin::Pondering => "",
        };
        let ended = if result.interrupted { ", interrupted" } else { "" };
        facts.push(format!("best {}{origin}{ended}", san::format(subject.line.position(), best.0)));
    }
    facts
}

/// Returns all lines, the best first.
pub fn lines(subject: &Subject, result: &SearchResult) -> String {
    result.progress.lines().map(|(number, info)| line(subject, number, info) + "\n").collect()
}

/// `1  +0.35  W 41% D 52% L 7%  1. e4 e5`.
fn line(subject: &Subject, number: usize, info: &Info) -> String {
    let turn = subject.line.position().turn();
    let score = info.score.map_or_else(
        || "-".into(),
        |score| format!("{}{}", info.bound.for_white(turn).sign(), score.for_white(turn)),
    );
    let mut text = format!("{number:>2} {score:>7}");
    if let Some(wdl) = info.wdl.map(|wdl| wdl.for_white(turn)) {
        let [win, loss] = [wdl.win, wdl.loss].map(|permille| (u32::from(permille) + 5) / 10);
        let _ = write!(text, "  W {win:>2} D {:>2} L {loss:>2}%", 100u32.saturating_sub(win + loss));
    }
    let _ = write!(text, "  {}", numbered(subject.line.position(), &info.pv));
    text
}

/// `950`, `12.3 k`, `4.5 M`.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{:.1} k", number as f64 / 1e3),
        10_000_000..10_000_000_000 => format!("{:.1} M", number as f64 / 1e6),
        _ => format!("{:.1} G", number as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::Position;
    use heirloom_chess::notation::{epd::Epd, uci};
    use heirloom_engine::{Score, Wdl};

    #[test]
    fn everything_is_from_whites_point_of_view() {
        let line = uci::parse_line(Position::startpos(), "e2e4").unwrap();
        let mv = uci::parse(line.position(), "c7c5").unwrap();
        let subject = Subject { name: "A - B".into(), epd: Epd::new(line.position().clone()), line };
        let mut result = SearchResult { engine: "Engine 1".into(), ..SearchResult::default() };
        let wdl = Some(Wdl { win: 300, draw: 500, loss: 200 });
        result.progress.note(&Info {
            depth: Some(9),
            score: Some(Score::Cp(-31)),
            wdl,
            nodes: Some(12_345),
            pv: vec![mv],
            ..Info::default()
        });
        let text = text(&subject, &result);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "A - B",
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                "Engine 1",
                "B00 King's Pawn Game",
                "depth 9/9",
                "12.3 k nodes",
                " 1   +0.31  W 20 D 50 L 30%  1... c5",
            ]
        );
        assert_eq!(
            live(&subject, &result),
            "    9/0     0.00 s        12345  1   +0.31  W 20 D 50 L 30%  1... c5\n"
        );
    }
}
