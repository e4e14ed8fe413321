//! Checks of the fields of `info`: integers, scores, line numbers, and values that must not fall.

use super::legality::searches;
use super::talk::{SMALL_SEARCH, Search, line_of, search};
use crate::compliance::probe::{Probe, shortened};
use crate::compliance::{Facts, Group, Outcome, failed, skipped, warned};

pub const GROUP: Group = Group {
    name: "fields",
    checks: &checks! {
        "whole-numbers" => whole_numbers,
            demands "depth, seldepth, time, nodes, nps, hashfull, tbhits, multipv and currmovenumber are \
                     non-negative whole numbers",
            remedy "write integers: no decimals, no nan or inf where the time is 0";
        "score-form" => score_form,
            demands "score is followed by cp or mate and a whole number",
            remedy "write score cp N, or score mate N in moves";
        "score-reported" => score_sent,
            demands "a score is sent before every best move",
            remedy "repeat the last line before bestmove, however short the search";
        "hashfull-permille" => hashfull,
            demands "hashfull is at most 1000",
            remedy "write permille";
        "depth-and-nodes-rise" => rising,
            demands "depth and nodes of the best line never fall during a search",
            remedy "send lines in order, with the nodes of all threads";
        "multipv-numbers" => multipv_numbers,
            demands "with MultiPV 3, lines are numbered 1, 2, 3 and begin with different moves",
            remedy "send all lines of an iteration with their numbers";
        "multipv-few-moves" => multipv_few,
            demands "with MultiPV above the number of legal moves there is one line for each move",
            remedy "clamp MultiPV to the number of root moves";
    },
};

/// Returns the value after a keyword of a line, ignoring remarks and moves.
fn value<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let mut tokens = line.split_whitespace().take_while(|&token| token != "string" && token != "pv");
    tokens.find(|&token| token == word)?;
    Some(tokens.next().unwrap_or_default())
}

fn whole_numbers(probe: &mut Probe, _: &Facts) -> Outcome {
    let words = "depth seldepth time nodes nps hashfull tbhits multipv currmovenumber cpuload".split(' ');
    let mut count = 0;
    for line in searches(probe)?.iter().flat_map(|search| &search.infos) {
        for word in words.clone() {
            let Some(value) = value(&line.text, word) else { continue };
            count += 1;
            if value.parse::<u64>().is_err() {
                return failed(format!("{word} {value} in \"{}\"", shortened(&line.text)));
            }
        }
    }
    if count == 0 { warned("no numbers at all") } else { Ok(format!("{count} numbers")) }
}

fn score_form(probe: &mut Probe, _: &Facts) -> Outcome {
    let mut count = 0;
    for line in searches(probe)?.iter().flat_map(|search| &search.infos) {
        let Some(mut first) = value(&line.text, "score") else { continue };
        count += 1;
        if matches!(first, "lowerbound" | "upperbound") {
            first = value(&line.text, first).unwrap_or_default();
        }
        let number = value(&line.text, first).unwrap_or_default();
        if !matches!(first, "cp" | "mate") || number.parse::<i64>().is_err() {
            return failed(format!("score {first} {number} in \"{}\"", shortened(&line.text)));
        }
    }
    if count == 0 { warned("no scores at all") } else { Ok(format!("{count} scores")) }
}

fn score_sent(probe: &mut Probe, _: &Facts) -> Outcome {
    for go in ["go depth 1", "go movetime 20", "go wtime 100 btime 100", "go nodes 1"] {
        let search = search(probe, "startpos moves d2d4", go, SMALL_SEARCH)?;
        if !search.infos.iter().any(|line| line.info.plain.score.is_some()) {
            return failed(format!("no score before \"{}\" after \"{go}\"", search.line));
        }
    }
    Ok("each time".into())
}

fn hashfull(probe: &mut Probe, _: &Facts) -> Outcome {
    let found = search(probe, "startpos", "go movetime 300", SMALL_SEARCH)?;
    match found.infos.iter().find(|line| line.info.plain.hashfull.is_some_and(|full| full > 1000)) {
        Some(line) => failed(format!("\"{}\"", shortened(&line.text))),
        None => Ok("it is".into()),
    }
}

fn rising(probe: &mut Probe, _: &Facts) -> Outcome {
    let mut searches = searches(probe)?;
    searches.push(search(probe, "startpos moves c2c4", "go movetime 500", SMALL_SEARCH)?);
    for search in &searches {
        falls(search)?;
    }
    Ok(format!("in {} searches", searches.len()))
}

fn falls(search: &Search) -> Outcome {
    let (mut depth, mut nodes) = (0, 0);
    for line in search
        .infos
        .iter()
        .filter(|line| line.info.plain.score.is_some() && line.info.plain.multipv.unwrap_or(1) == 1)
    {
        let (now_depth, now_nodes) =
            (line.info.plain.depth.unwrap_or(depth), line.info.plain.nodes.unwrap_or(nodes));
        if now_nodes < nodes {
            return failed(format!("nodes fell from {nodes} in \"{}\"", shortened(&line.text)));
        }
        if now_depth < depth {
            return failed(format!("depth fell from {depth} in \"{}\"", shortened(&line.text)));
        }
        (depth, nodes) = (now_depth, now_nodes);
    }
    Ok(String::new())
}

fn multipv_numbers(probe: &mut Probe, facts: &Facts) -> Outcome {
    if !facts.has_spin("MultiPV") {
        return skipped("there is no option MultiPV");
    }
    let search = with_multipv(probe, 3, "startpos")?;
    let mut last: [Option<String>; 3] = [None, None, None];
    for line in search.infos.iter().filter(|line| !line.info.pv.is_empty()) {
        match line.info.plain.multipv {
            Some(number @ 1..=3) => last[number as usize - 1] = line.info.pv.first().cloned(),
            _ => return failed(format!("\"{}\" has no number from 1 to 3", shortened(&line.text))),
        }
    }
    match last {
        [Some(first), Some(second), Some(third)] if first != second && second != third && first != third => {
            Ok(format!("{first}, {second}, {third}"))
        }
        [first, second, third] => {
            failed(format!("the last lines begin with {first:?}, {second:?}, {third:?}"))
        }
    }
}

fn multipv_few(probe: &mut Probe, facts: &Facts) -> Outcome {
    if !facts.has_spin("MultiPV") {
        return skipped("there is no option MultiPV");
    }
    const POSITION: &str = "fen 7k/8/8/8/8/5q2/8/7K w - - 0 1";
    let moves = line_of(POSITION)?.position().count_legal_moves();
    let search = with_multipv(probe, 8, POSITION)?;
    match search
        .infos
        .iter()
        .find(|line| line.info.plain.multipv.is_some_and(|number| u64::from(number) > moves))
    {
        Some(line) => failed(format!("\"{}\", but there are {moves} moves", shortened(&line.text))),
        None => Ok(format!("at most {moves}")),
    }
}

fn with_multipv(
    probe: &mut Probe,
    number: u32,
    position: &str,
) -> Result<Search, crate::compliance::CheckFailure> {
    probe.send(&format!("setoption name MultiPV value {number}"));
    let found = search(probe, position, "go depth 4", SMALL_SEARCH);
    probe.send("setoption name MultiPV value 1");
    found
}
