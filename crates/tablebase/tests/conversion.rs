//! Conversion of won endings: any choice among the moves of the highest rank wins within the fifty-move rule.

use heirloom_chess::notation::uci;
use heirloom_chess::{Color, Line, Move, Outcome, Piece, Position, Setup, Square};
use heirloom_tablebase::{RankedMove, RootOptions, TableResult, Tablebases};
use heirloom_testing::{needs_sample_data, sample_data};

fn tables() -> Tablebases {
    Tablebases::open(sample_data("syzygy").to_str().expect("text")).expect("tables")
}

fn line(fen: &str, moves: &str) -> Line {
    uci::parse_line(Position::from_fen(fen).expect("legal"), moves).expect("legal")
}

/// Returns a random legal position with these pieces.
fn random_position(pieces: &[Piece], clock: u16, random: &mut fastrand::Rng) -> Position {
    loop {
        let mut setup = Setup::empty();
        for &piece in pieces {
            setup.board.set(Square::from_index(random.usize(0..64)), Some(piece));
        }
        setup.turn = if random.bool() { Color::White } else { Color::Black };
        setup.halfmove_clock = clock;
        if let Ok(position) = setup.position()
            && position.occupied().count() as usize == pieces.len()
        {
            return position;
        }
    }
}

fn pieces(ending: &str) -> Vec<Piece> {
    let (white, black) = ending.split_once('v').expect("two sides");
    let black = black.to_ascii_lowercase();
    white.chars().chain(black.chars()).map(|letter| Piece::from_letter(letter).expect("a piece")).collect()
}

/// Returns the move with the longest resistance, or sometimes a random one.
fn defense(tables: &Tablebases, line: &Line, random: &mut fastrand::Rng) -> Move {
    let moves = tables.root_moves(line, RootOptions::default()).expect("known");
    if random.u32(0..4) == 0 {
        return moves[random.usize(..moves.len())].mv;
    }
    moves.iter().max_by_key(|known| (known.wdl, known.dtz.map(i32::abs))).expect("a move").mv
}

/// Plays on from a won position; the winner plays a random move of the highest rank.
fn convert(tables: &Tablebases, start: &Position, random: &mut fastrand::Rng) -> (Outcome, usize) {
    let mut line = Line::new(start.clone());
    let winner = start.turn();
    loop {
        if let Some(outcome) = line.outcome() {
            return (outcome, line.moves().len());
        }
        let mv = if line.position().turn() == winner {
            let moves = tables.root_moves(&line, RootOptions::default()).expect("known");
            let best: Vec<&RankedMove> = moves.iter().filter(|known| known.rank == moves[0].rank).collect();
            best[random.usize(..best.len())].mv
        } else {
            defense(tables, &line, random)
        };
        line.push(mv).expect("legal");
    }
}

#[needs_sample_data("syzygy")]
#[test]
fn won_endings_are_won() {
    let tables = tables();
    let mut random = fastrand::Rng::with_seed(2);
    for ending in [
        "KQvK", "KRvK", "KBBvK", "KBNvK", "KPvK", "KQvKR", "KRvKB", "KRvKP", "KQvKP", "KRPvK", "KBPvK",
        "KNNvKB", "KQvKN", "KPvKP",
    ] {
        let (mut won, mut edge) = (0, 0);
        for _ in 0..4000 {
            let clock = random.u16(0..100);
            let position = random_position(&pieces(ending), clock, &mut random);
            let Some(moves) = tables.root_moves(&Line::new(position.clone()), RootOptions::default()) else {
                continue;
            };
            let Some(dtz) = tables.probe_dtz(&position) else { continue };
            // Tables that count moves cannot tell if the last ply is still in time, unless the clock has just
            // been reset.
            let in_doubt = dtz.rounded && clock > 0 && dtz.plies + i32::from(clock) >= 99;
            if moves[0].wdl != TableResult::Win || in_doubt || Line::new(position.clone()).outcome().is_some()
            {
                continue;
            }
            won += 1;
            edge += u32::from(dtz.plies + i32::from(clock) >= 95);
            let (outcome, plies) = convert(&tables, &position, &mut random);
            let mate = Outcome::Checkmate { winner: position.turn() };
            assert_eq!(outcome, mate, "{position:?} dtz {dtz:?} after {plies} plies");
            if won == 25 {
                break;
            }
        }
        assert!(won > 0 || ending == "KNNvKB", "{ending}: {won} won, {edge} at the edge");
    }
}

#[needs_sample_data("syzygy")]
#[test]
fn lost_and_drawn_positions_are_held_as_long_as_the_rules_allow() {
    let tables = tables();
    // Rook against knight: drawn; Black must not step into the corner.
    let drawn = line("8/8/8/8/3n4/2k5/8/K6R b - - 0 1", "");
    let moves = tables.root_moves(&drawn, RootOptions::default()).expect("known");
    assert!(
        moves[0].rank >= 0 && moves.iter().all(|known| (known.wdl >= TableResult::Draw) == (known.rank >= 0))
    );
    // With the clock far advanced, a lost ending is a draw if Black finds the longest resistance.
    let late = line("8/8/8/3k4/8/8/1R6/K7 b - - 80 100", "");
    let moves = tables.root_moves(&late, RootOptions::default()).expect("known");
    assert_eq!(moves[0].wdl, TableResult::BlessedLoss);
    let options = RootOptions { fifty_moves: false, ..RootOptions::default() };
    assert_eq!(tables.root_moves(&late, options).expect("known")[0].wdl, TableResult::Loss);
}

#[needs_sample_data("syzygy")]
#[test]
fn mates_captures_and_repetitions_are_found() {
    let tables = tables();
    let best = |line: &Line| tables.root_moves(line, RootOptions::default()).expect("known")[0];
    // Mate in one comes first, even on the last ply before the fifty-move rule.
    for clock in [0, 50, 99] {
        let mate = line(&format!("7k/8/6K1/8/8/8/8/R7 w - - {clock} 90"), "");
        assert_eq!((format!("{:?}", best(&mate).mv), best(&mate).dtz), ("a1a8".into(), Some(1)));
    }
    // One ply too late for anything but a draw.
    let late = line("8/8/8/4k3/8/8/8/KR6 w - - 99 90", "");
    assert!(best(&late).wdl < TableResult::Win);
    // Once a position has repeated, the winner takes the shortest path and never repeats again.
    let moved = "b1b2 e5e4 b2b1 e4e5 b1b2 e5e4 b2b1 e4e5";
    let repeated = line("8/8/8/4k3/8/8/8/KR6 w - - 0 1", moved);
    let moves = tables.root_moves(&repeated, RootOptions::default()).expect("known");
    let back = moves.iter().find(|known| format!("{:?}", known.mv) == "b1b2").expect("legal");
    assert_eq!((back.wdl, back.dtz), (TableResult::Draw, Some(0)));
    let shortest = moves.iter().filter_map(|known| known.dtz).filter(|&plies| plies > 0).min();
    assert_eq!((moves[0].wdl, moves[0].dtz), (TableResult::Win, shortest));
    // Results alone still distinguish wins from draws.
    let options = RootOptions { distances: false, ..RootOptions::default() };
    let by_result = tables.root_moves(&line("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ""), options).expect("known");
    assert!(by_result.iter().all(|known| known.dtz.is_none()));
    assert_eq!(by_result[0].wdl, TableResult::Win);
}
