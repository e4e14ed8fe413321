//! Random positions of standard and double Chess960: the same legal moves, FENs and checks as the shakmaty
//! crate.
//!
//! The environment variable `ORACLE_POSITIONS` sets roughly the number of positions; the default is small.

use std::collections::BTreeSet;

use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Position};
use heirloom_testing::cases;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

const DEFAULT_POSITIONS: u32 = 20_000;

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
    assert_eq!(ours.is_insufficient_material(), theirs.is_insufficient_material(), "{ours:?}");
    let their_fen = Fen::from_position(theirs, EnPassantMode::Legal);
    assert_eq!(ours.fen(), their_fen.to_string());
}

/// Returns the number of games for the wanted number of positions. Games end early, so there are more games
/// than the mean length of 100 positions calls for.
fn games() -> u32 {
    let wanted = std::env::var("ORACLE_POSITIONS").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or(DEFAULT_POSITIONS) / 80 + 1
}

/// The standard start position in half of the games, one of double Chess960 in the others.
fn start() -> impl Strategy<Value = String> {
    let others: Vec<String> = include_str!("../../../tests/data/dfrc-generated.epd")
        .lines()
        .filter_map(|line| line.split(" ;").next().map(String::from))
        .collect();
    prop_oneof![Just(Position::startpos().fen()), select(others)]
}

proptest! {
    #![proptest_config(cases(games()))]

    #[test]
    fn random_positions(start in start(), choices in vec(any::<Index>(), 1..200)) {
        let (ours, mut theirs) = both(&start);
        let mut line = Line::new(ours);
        for choice in choices {
            compare(line.position(), &theirs);
            let keys = (line.position().key(), line.position().pawn_key());
            prop_assert_eq!(keys, line.position().computed_keys(), "{:?}", line.position());
            let moves = line.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[choice.index(moves.len())];
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
