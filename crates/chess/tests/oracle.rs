//! Random positions of standard and double Chess960: the same legal moves, FENs and checks as the shakmaty
//! crate.
//!
//! The environment variable `ORACLE_POSITIONS` sets the number of positions; the default is small.

use std::collections::BTreeSet;

use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Position};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

const DEFAULT_POSITIONS: u64 = 20_000;

/// Returns our position and shakmaty's for the same FEN.
fn both(fen: &str) -> (Position, Chess) {
    let ours = Position::from_fen(fen).expect("legal");
    let theirs: Fen = fen.parse().expect("a FEN");
    (ours, theirs.into_position(CastlingMode::Chess960).expect("legal"))
}

fn compare(ours: &Position, theirs: &Chess) {
    let our_moves: BTreeSet<String> =
        ours.legal_moves().iter().map(|&mv| uci::format(ours, mv, true)).collect();
    let their_moves: BTreeSet<String> =
        theirs.legal_moves().iter().map(|mv| mv.to_uci(CastlingMode::Chess960).to_string()).collect();
    assert_eq!(our_moves, their_moves, "{ours:?}");
    assert_eq!(our_moves.len() as u64, ours.count_legal_moves(), "{ours:?}");
    assert_eq!(ours.in_check(), theirs.is_check(), "{ours:?}");
    assert_eq!(ours.is_insufficient_material(), is_dead(theirs), "{ours:?}");
    let their_fen = Fen::from_position(theirs, EnPassantMode::Legal);
    assert_eq!(ours.fen(), their_fen.to_string());
}

fn is_dead(theirs: &Chess) -> bool {
    theirs.is_insufficient_material()
}

#[test]
fn random_positions() {
    let wanted: u64 = std::env::var("ORACLE_POSITIONS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(DEFAULT_POSITIONS);
    let starts: Vec<&str> = include_str!("../../../tests/data/dfrc-generated.epd")
        .lines()
        .filter_map(|line| line.split(" ;").next())
        .collect();
    let mut random = fastrand::Rng::with_seed(2003);
    let mut seen = 0;
    while seen < wanted {
        let start = if random.bool() {
            Position::startpos().fen()
        } else {
            starts[random.usize(..starts.len())].to_string()
        };
        let (ours, mut theirs) = both(&start);
        let mut line = Line::new(ours);
        for _ in 0..random.usize(1..200) {
            compare(line.position(), &theirs);
            seen += 1;
            let (key, pawn_key) = line.position().computed_keys();
            assert_eq!(
                (line.position().key(), line.position().pawn_key()),
                (key, pawn_key),
                "{:?}",
                line.position()
            );
            let moves = line.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.usize(..moves.len())];
            let text = uci::format(line.position(), mv, true);
            let their_move = theirs
                .legal_moves()
                .into_iter()
                .find(|other| other.to_uci(CastlingMode::Chess960).to_string() == text);
            theirs = theirs.play(their_move.expect("compared before")).expect("legal");
            line.push(mv).expect("legal");
        }
    }
}
