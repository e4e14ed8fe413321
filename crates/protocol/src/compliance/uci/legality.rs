//! Checks of moves: legal, well-formed, and restricted to `searchmoves`.

use heirloom_chess::notation::uci;
use heirloom_chess::{Move, MoveKind};

use super::talk::{SMALL_SEARCH, Search, answer, judge, judge_best, line_of, search};
use crate::compliance::probe::{Probe, shortened};
use crate::compliance::{CheckFailure, Facts, Group, Outcome, failed, skipped, warned};

pub const GROUP: Group = Group {
    name: "legality",
    checks: &checks! {
        "best-moves-legal" => best_moves_legal,
            demands "best moves are legal in all kinds of positions",
            remedy "check the move generator with perft against known counts";
        "best-move-of-line" => best_move_of_line,
            demands "the best move is the first one of the last exact line",
            remedy "send the line again when the best move changes after the last iteration";
        "ponder-legal" => ponder_legal,
            demands "the move to ponder on is a legal reply to the best move",
            remedy "check a move from the hash table before sending it, or omit it";
        "castling-form" => castling_form,
            demands "castling is written as a king move: e1g1, e8c8",
            remedy "write king takes rook only after UCI_Chess960 was set to true";
        "promotion-form" => promotion_form,
            demands "promotions end in a lowercase letter: a7a8q",
            remedy "write q, r, b or n for both sides";
        "en-passant" => en_passant,
            demands "en passant is understood in positions and played",
            remedy "write the squares of the capturing pawn: e5d6";
        "searchmoves" => search_moves,
            demands "the best move is one of searchmoves, if given",
            remedy "restrict the root moves to them";
        "chess960-castling" => chess960,
            demands "with UCI_Chess960, castling is king takes own rook, in positions and in replies",
            remedy "store castling as king takes rook, and convert it only without the option";
        "no-legal-move" => no_legal_move,
            demands "mate and stalemate are answered with bestmove (none) or 0000",
            remedy "reply at once, and never with an empty move";
    },
};

/// Positions with castling, en passant, promotions, pins, checks, a single legal move, few pieces.
pub const POSITIONS: &[&str] = &[
    "startpos",
    "startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "fen r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "fen rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "fen rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "fen 1r5k/8/8/8/8/p7/8/K7 w - - 0 1",
    "fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1",
    "fen 7k/P7/8/8/8/8/p7/7K b - - 0 1",
    "fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "fen k7/8/8/8/8/8/8/K6R w - - 99 80",
];

/// Searches all positions briefly.
pub fn searches(probe: &mut Probe) -> Result<Vec<Search>, CheckFailure> {
    POSITIONS.iter().map(|position| search(probe, position, "go depth 4", SMALL_SEARCH)).collect()
}

fn best_moves_legal(probe: &mut Probe, _: &Facts) -> Outcome {
    let searches = searches(probe)?;
    for search in &searches {
        judge_best(search, false)?;
    }
    Ok(format!("in {} positions", searches.len()))
}

fn best_move_of_line(probe: &mut Probe, _: &Facts) -> Outcome {
    let mut compared = 0;
    for search in searches(probe)? {
        let (Some(best), Some(info_line)) = (&search.best, search.last_line()) else { continue };
        compared += 1;
        if info_line.info.pv.first() != Some(best) {
            return failed(format!("\"{}\" after \"{}\"", search.line, shortened(&info_line.text)));
        }
    }
    if compared == 0 { warned("no search sent a line") } else { Ok(format!("in {compared} searches")) }
}

fn ponder_legal(probe: &mut Probe, _: &Facts) -> Outcome {
    let mut sent = 0;
    for search in searches(probe)? {
        let Some(ponder) = &search.ponder else { continue };
        let mut after = search.at.position().clone();
        after.play(judge_best(&search, false)?);
        judge(&after, ponder, false, &search.line)?;
        sent += 1;
    }
    if sent == 0 { skipped("it sends none") } else { Ok(format!("{sent} moves")) }
}

/// Makes it play one of these moves; returns `None` if it plays another.
fn play_one_of(
    probe: &mut Probe,
    position: &str,
    moves: &str,
    chess960: bool,
) -> Result<Option<(Move, Search)>, CheckFailure> {
    let search = search(probe, position, &format!("go depth 3 searchmoves {moves}"), SMALL_SEARCH)?;
    let mv = judge_best(&search, chess960)?;
    let played = search.best.as_deref().is_some_and(|best| moves.split(' ').any(|mv| mv == best));
    Ok(played.then_some((mv, search)))
}

/// Checks moves with a special notation, each in its position.
fn check_forms(probe: &mut Probe, cases: &[(&str, &str)]) -> Outcome {
    let mut played = 0;
    for (position, moves) in cases {
        played += usize::from(play_one_of(probe, position, moves, false)?.is_some());
    }
    if played == 0 {
        skipped("it does not play such a move, not even with searchmoves")
    } else {
        Ok(format!("{played} of {} moves", cases.len()))
    }
}

const CASTLING: &str = "fen r3k2r/8/8/8/8/8/8/R3K2R";

fn castling_form(probe: &mut Probe, _: &Facts) -> Outcome {
    let (white, black) = (format!("{CASTLING} w KQkq - 0 1"), format!("{CASTLING} b KQkq - 0 1"));
    check_forms(probe, &[(&white, "e1g1"), (&white, "e1c1"), (&black, "e8g8"), (&black, "e8c8")])
}

fn promotion_form(probe: &mut Probe, _: &Facts) -> Outcome {
    let position = "fen 8/P6k/8/8/8/8/p6K/8";
    let (white, black) = (format!("{position} w - - 0 1"), format!("{position} b - - 0 1"));
    check_forms(probe, &[(&white, "a7a8q"), (&white, "a7a8n"), (&black, "a2a1q"), (&black, "a2a1r")])
}

fn en_passant(probe: &mut Probe, _: &Facts) -> Outcome {
    check_forms(
        probe,
        &[
            ("fen 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"),
            ("fen 4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1 moves e2e4", "d4e3"),
        ],
    )
}

fn search_moves(probe: &mut Probe, _: &Facts) -> Outcome {
    for moves in ["a2a3", "h2h4 a2a4", "b1a3", "g2g4"] {
        if play_one_of(probe, "startpos", moves, false)?.is_none() {
            return failed(format!("a move other than searchmoves {moves}"));
        }
    }
    Ok("obeyed".into())
}

fn chess960(probe: &mut Probe, facts: &Facts) -> Outcome {
    if facts.option("UCI_Chess960").is_none() {
        return skipped("there is no option UCI_Chess960");
    }
    probe.send("setoption name UCI_Chess960 value true");
    let cases = [
        ("fen 1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1", "e1g1"),
        ("fen 1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 b GBgb - 0 1", "e8b8"),
        ("fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1"),
        ("fen 5krr/5ppp/8/8/8/8/5PPP/5KR1 w G - 0 1", "f1g1"),
    ];
    let mut played = 0;
    for (position, moves) in cases {
        let answer = play_one_of(probe, position, moves, true)?;
        played += usize::from(answer.is_some_and(|(mv, _)| mv.kind() == MoveKind::Castling));
    }
    // A castling move in the game so far.
    let position = "fen 1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1 moves e1g1";
    judge_best(&search(probe, position, "go depth 3", SMALL_SEARCH)?, true)?;
    // An engine that merely claims Chess960 support would play any move here.
    let position = "fen 6k1/5ppp/8/8/8/8/5PPP/1R1K4 w B - 0 1";
    let mate = judge_best(&search(probe, position, "go depth 3", SMALL_SEARCH)?, true)?;
    if uci::format(line_of(position)?.position(), mate, true) != "b1b8" {
        return failed(format!("mate in one was not found in the Chess960 position {}", &position[4..]));
    }
    probe.send("setoption name UCI_Chess960 value false");
    Ok(format!("{played} of {} castling moves", cases.len()))
}

fn no_legal_move(probe: &mut Probe, _: &Facts) -> Outcome {
    let mut seen = Vec::new();
    for position in ["startpos moves f2f3 e7e5 g2g4 d8h4", "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        super::talk::begin(probe, position, "go depth 3");
        let search = answer(probe, line_of(position)?, super::talk::READY)?;
        if search.best.is_some() {
            return failed(format!("\"{}\" in {}", search.line, search.at.position().fen()));
        }
        if search.line.split_whitespace().nth(1).is_none() {
            return failed("\"bestmove\" without a move");
        }
        seen.push(format!("\"{}\"", search.line));
    }
    Ok(seen.join(", "))
}
