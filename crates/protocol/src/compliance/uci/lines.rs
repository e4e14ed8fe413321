//! Checks of PV lines: legal, not beyond the end of the game, and as long as their mate scores say.

use heirloom_chess::{Line, Outcome as GameEnd};
use heirloom_engine::{Bound, Score};

use super::legality::searches;
use super::talk::{InfoLine, SMALL_SEARCH, Search, judge, search};
use crate::compliance::probe::{Probe, shortened};
use crate::compliance::{CheckFailure, Facts, Group, Outcome, failed, skipped, warned};

pub const GROUP: Group = Group {
    name: "lines",
    checks: &checks! {
        "lines-legal" => lines_legal,
            demands "every move of every line is legal and written as best moves are",
            remedy "check moves from the hash table before adding them to a line";
        "lines-end-at-mate" => lines_end_at_mate,
            demands "no line continues after mate or stalemate",
            remedy "end the line when no legal move is left";
        "lines-end-at-draws" => lines_end_at_draws,
            demands "no line continues after a threefold repetition or the fiftieth move",
            remedy "end the line when the game is drawn, counting the moves of the game";
        "mate-scores" => mate_scores,
            demands "a line with a mate in N moves has 2N-1 plies (being mated: 2N) and ends in mate",
            remedy "write mates in moves, not plies; keep lines complete up to the mate";
    },
};

/// Mates of known length, from the side to move's point of view.
const MATES: &[(&str, i32)] = &[
    ("fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1),
    ("startpos moves f2f3 e7e5 g2g4", 1),
    ("fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1", 2),
    ("fen 7k/8/8/8/8/8/8/R1R3K1 b - - 0 1", -2),
];

fn mates(probe: &mut Probe) -> Result<Vec<Search>, CheckFailure> {
    MATES.iter().map(|(position, _)| search(probe, position, "go depth 6", SMALL_SEARCH)).collect()
}

/// All searches that the checks of this group examine.
fn all(probe: &mut Probe) -> Result<Vec<Search>, CheckFailure> {
    let mut found = searches(probe)?;
    found.extend(mates(probe)?);
    Ok(found)
}

/// Returns how the game ended if a line continues after its end.
fn overrun(at: &Line, info_line: &InfoLine) -> Option<GameEnd> {
    let mut line = at.clone();
    for (index, text) in info_line.info.pv.iter().enumerate() {
        // A game that was already over before the search is another matter.
        if index > 0
            && let Some(end) = line.outcome()
        {
            return Some(end);
        }
        let mv = heirloom_chess::notation::uci::parse(line.position(), text).ok()?;
        line.push(mv).ok()?;
    }
    None
}

fn lines_legal(probe: &mut Probe, _: &Facts) -> Outcome {
    let mut count = 0;
    for search in all(probe)? {
        for info_line in &search.infos {
            let mut position = search.at.position().clone();
            for text in &info_line.info.pv {
                // Moves after the end have their own check.
                if !position.has_legal_move() {
                    break;
                }
                position.play(judge(&position, text, false, &info_line.text)?);
                count += 1;
            }
        }
    }
    if count == 0 { warned("no lines at all") } else { Ok(format!("{count} moves")) }
}

fn lines_end_at_mate(probe: &mut Probe, _: &Facts) -> Outcome {
    for search in all(probe)? {
        for info_line in &search.infos {
            let after = overrun(&search.at, info_line);
            let over = matches!(
                after,
                Some(GameEnd::Checkmate { .. } | GameEnd::Draw(heirloom_chess::DrawReason::Stalemate))
            );
            if let Some(end) = after.filter(|_| over) {
                return failed(format!("\"{}\" continues after: {end}", shortened(&info_line.text)));
            }
        }
    }
    Ok("they end".into())
}

fn lines_end_at_draws(probe: &mut Probe, _: &Facts) -> Outcome {
    let positions = [
        "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
        "fen 8/8/8/3k4/8/3K4/8/7R w - - 97 90",
        "fen 6k1/6p1/8/8/8/8/1q4PP/7K w - - 0 1 moves h1g1 b2a1 g1f2 a1b2 f2g1 b2a1 g1f2 a1b2 f2g1",
    ];
    for position in positions {
        let search = search(probe, position, "go depth 8", SMALL_SEARCH)?;
        for info_line in &search.infos {
            use heirloom_chess::DrawReason::{FiftyMoves, ThreefoldRepetition};
            let after = overrun(&search.at, info_line);
            if let Some(end @ GameEnd::Draw(ThreefoldRepetition | FiftyMoves)) = after {
                return warned(format!("\"{}\" continues after: {end}", shortened(&info_line.text)));
            }
        }
    }
    Ok("they end".into())
}

fn mate_scores(probe: &mut Probe, _: &Facts) -> Outcome {
    let mut seen = 0;
    for (search, (position, longest)) in mates(probe)?.iter().zip(MATES) {
        for info_line in search.infos.iter().filter(|info_line| info_line.info.plain.bound == Bound::Exact) {
            let Some(Score::Mate(moves)) = info_line.info.plain.score else { continue };
            if info_line.info.plain.multipv.unwrap_or(1) != 1 || info_line.info.pv.is_empty() {
                continue;
            }
            seen += 1;
            mate(search, info_line, moves)?;
            if moves.signum() != longest.signum() {
                return failed(format!(
                    "\"{}\" for a mate in {longest}: {position}",
                    shortened(&info_line.text)
                ));
            }
        }
    }
    if seen == 0 { skipped("it reports no mates, not even in one move") } else { Ok(format!("{seen} lines")) }
}

/// Judges one line with a mate score.
fn mate(search: &Search, info_line: &InfoLine, moves: i32) -> Outcome {
    let plies =
        if moves > 0 { 2 * moves.unsigned_abs() as usize - 1 } else { 2 * moves.unsigned_abs() as usize };
    let mut line = search.at.clone();
    for text in &info_line.info.pv {
        let mv = judge(line.position(), text, false, &info_line.text)?;
        if line.push(mv).is_err() {
            return failed(format!("{text} in \"{}\" is not legal", shortened(&info_line.text)));
        }
    }
    if info_line.info.pv.len() != plies {
        return failed(format!(
            "\"{}\" has {} plies instead of {plies}",
            shortened(&info_line.text),
            info_line.info.pv.len()
        ));
    }
    if !matches!(line.outcome(), Some(GameEnd::Checkmate { .. })) {
        return failed(format!("\"{}\" does not end in mate", shortened(&info_line.text)));
    }
    Ok(String::new())
}
