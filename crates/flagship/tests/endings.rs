//! Elementary endings: they are won without tablebases against the defense that resists longest by the
//! tables.
//!
//! Plays a few random positions of each ending, or a hundred of each if the environment variable
//! `HEIRLOOM_FULL` is set.

use heirloom_chess::{Color, Line, Outcome, Piece, Position, Setup, Square};
use heirloom_engine::{Engine, Limits, Signals};
use heirloom_flagship::Flagship;
use heirloom_flagship::classical;
use heirloom_tablebase::{RootOptions, TableResult, Tablebases};
use heirloom_testing::{needs_sample_data, sample_data};

/// The winner's nodes per move.
const NODES: u64 = 20_000;

fn tables() -> Tablebases {
    Tablebases::open(sample_data("syzygy").to_str().expect("text")).expect("tables")
}

/// Returns these pieces on random squares, which may coincide.
fn random_setup(pieces: &str, random: &mut fastrand::Rng) -> Setup {
    let mut setup = Setup::empty();
    for letter in pieces.chars() {
        setup.board.set(Square::from_index(random.usize(0..64)), Piece::from_letter(letter));
    }
    setup
}

/// Returns a random legal position with these pieces that White, to move, wins.
fn won_position(tables: &Tablebases, pieces: &str, random: &mut fastrand::Rng) -> Position {
    loop {
        let setup = Setup { turn: Color::White, ..random_setup(pieces, random) };
        if let Ok(position) = setup.position()
            && position.occupied().count() as usize == pieces.len()
            && tables.probe_wdl(&position) == Some(TableResult::Win)
        {
            return position;
        }
    }
}

/// Plays to the end and returns the outcome and the number of plies.
fn play(engine: &mut Flagship, tables: &Tablebases, start: Position, nodes: u64) -> (Outcome, usize) {
    let mut line = Line::new(start);
    engine.new_game();
    loop {
        if let Some(outcome) = line.outcome() {
            return (outcome, line.moves().len());
        }
        let mv = if line.position().turn() == Color::White {
            let best =
                engine.search(&line, &Limits::nodes(nodes), &Signals::new(), &mut |_| {}).expect("an answer");
            best.best.expect("a move")
        } else {
            let moves = tables.root_moves(&line, RootOptions::default()).expect("known");
            moves.iter().max_by_key(|known| (known.wdl, known.dtz.map(i32::abs))).expect("a move").mv
        };
        line.push(mv).expect("legal");
    }
}

/// Plays an ending from random positions and checks that White wins all of them.
fn check(pieces: &str) {
    let tables = tables();
    let games = if std::env::var_os("HEIRLOOM_FULL").is_some() { 100 } else { 4 };
    let nodes = std::env::var("HEIRLOOM_NODES").ok().and_then(|text| text.parse().ok()).unwrap_or(NODES);
    let (mut engine, mut random) = (Flagship::new().expect("memory"), fastrand::Rng::with_seed(1));
    let (mut failed, mut longest, mut sum) = (Vec::new(), 0, 0);
    for _ in 0..games {
        let start = won_position(&tables, pieces, &mut random);
        let fen = start.fen();
        let (outcome, plies) = play(&mut engine, &tables, start, nodes);
        if outcome != (Outcome::Checkmate { winner: Color::White }) {
            failed.push(format!("{fen}: {outcome} after {plies} plies"));
        }
        longest = longest.max(plies);
        sum += plies;
    }
    let (won, mean) = (games - failed.len(), sum / games);
    eprintln!("{pieces}: {won} of {games} won, longest {longest} plies, mean {mean}");
    assert!(failed.is_empty(), "{pieces}: {failed:#?}");
}

#[needs_sample_data("syzygy")]
#[test]
fn a_queen_wins() {
    check("KQk");
}

#[needs_sample_data("syzygy")]
#[test]
fn a_rook_wins() {
    check("KRk");
}

#[needs_sample_data("syzygy")]
#[test]
fn two_bishops_win() {
    check("KBBk");
}

#[needs_sample_data("syzygy")]
#[test]
fn bishop_and_knight_win() {
    check("KBNk");
}

/// Returns how often the evaluation without tables agrees with them: a score of at least a pawn and a half
/// stands for a win, less for none.
fn agreement(pieces: &str) -> f64 {
    let tables = tables();
    let mut random = fastrand::Rng::with_seed(3);
    let (mut tested, mut right) = (0, 0);
    while tested < 2000 {
        let mut setup = random_setup(pieces, &mut random);
        setup.turn = if random.bool() { Color::White } else { Color::Black };
        let Ok(position) = setup.position() else { continue };
        // In the middle of an exchange only a search can tell.
        let quiet = !position.in_check() && position.legal_moves().iter().all(|&mv| !position.is_capture(mv));
        if position.occupied().count() as usize != pieces.len() || !quiet {
            continue;
        }
        let values = (classical::known_ending(&position), tables.probe_wdl(&position));
        let (Some(score), Some(wdl)) = values else { continue };
        let for_white = if position.turn() == Color::White { (score, wdl) } else { (-score, wdl.flipped()) };
        tested += 1;
        right += u32::from((for_white.0 >= 150) == (for_white.1 == TableResult::Win));
    }
    let share = f64::from(right) / f64::from(tested);
    eprintln!("{pieces}: {:.1}% agree", share * 100.0);
    share
}

#[needs_sample_data("syzygy")]
#[test]
fn king_and_pawn_are_evaluated_exactly() {
    assert_eq!(agreement("KPk"), 1.0);
}

#[needs_sample_data("syzygy")]
#[test]
fn small_endings_are_mostly_evaluated_right() {
    for (pieces, least) in [
        ("KQkr", 0.95),
        ("KQkp", 0.9),
        ("KRkp", 0.85),
        ("KRkb", 0.9),
        ("KRkn", 0.8),
        ("KNNk", 1.0),
        ("KBBk", 0.95),
    ] {
        assert!(agreement(pieces) >= least, "{pieces}");
    }
}
