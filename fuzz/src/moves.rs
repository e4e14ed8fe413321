//! Moves: move notation, and random games in which all properties of positions are checked.

use heirloom_chess::notation::{san, typed, uci};
use heirloom_chess::{Move, Position, chess960};

use crate::positions::check_written;

/// Maximum length of a random game; longer ones only cost time.
const MAX_PLIES: usize = 200;

/// Splits the input: the first line is a FEN (else the standard start position is used), the rest a move in
/// it.
fn position_and_text(data: &[u8]) -> (Position, String) {
    let text = String::from_utf8_lossy(data).into_owned();
    match text.split_once('\n') {
        Some((fen, rest)) => {
            (Position::from_fen(fen).unwrap_or_else(|_| Position::startpos()), rest.to_owned())
        }
        None => (Position::startpos(), text),
    }
}

/// Reads moves in algebraic notation; a legal one must survive its shortest form.
pub fn san(data: &[u8]) {
    let (position, text) = position_and_text(data);
    match san::parse(&position, &text) {
        Ok(mv) => {
            assert!(position.is_legal(mv), "{text}");
            assert_eq!(san::parse(&position, &san::format(&position, mv)), Ok(mv), "{text}");
        }
        Err(san::SanError::Ambiguous { candidates, .. }) => {
            assert!(candidates.len() > 1, "{text}");
            for (mv, text) in candidates {
                assert_eq!(san::parse(&position, &text), Ok(mv));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let form = san::check_form(text.trim().as_bytes());
    assert!(form.is_ok() || san::parse(&position, &text).is_err(), "{text}");
    if let Ok(mv) = typed::parse(&position, &text) {
        assert!(position.is_legal(mv), "{text}");
    }
    let _ = typed::looks_like_move(&text);
}

/// Reads moves in UCI notation; a legal one must survive both forms of castling.
pub fn uci_move(data: &[u8]) {
    let (position, text) = position_and_text(data);
    match uci::parse(&position, &text) {
        Ok(mv) => {
            assert!(position.is_legal(mv), "{text}");
            assert_eq!(uci::parse(&position, &uci::format(&position, mv, true)), Ok(mv), "{text}");
            if !position.is_chess960() {
                assert_eq!(uci::parse(&position, &uci::format(&position, mv, false)), Ok(mv), "{text}");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Plays a game: two bytes choose each side's start position, every other byte a move.
pub fn legal_moves(data: &[u8]) {
    let [a, b, c, d, choices @ ..] = data else { return };
    let [white, black] = [[*a, *b], [*c, *d]].map(|bytes| u16::from_le_bytes(bytes) % chess960::COUNT);
    let Ok(mut position) = chess960::double_start_position(white, black) else { panic!("{white} {black}") };
    let mut noise = u64::from_le_bytes([*a, *b, *c, *d, 1, 0, 0, 0]);
    for &choice in choices.iter().take(MAX_PLIES) {
        check_position(&position, &mut noise);
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        check_move(&position, mv);
        position.play(mv);
        if choice == 255 && !position.in_check() {
            position.play_null();
        }
    }
}

/// Checks keys, notation and legality of a position.
fn check_position(position: &Position, noise: &mut u64) {
    check_written(position);
    let moves = position.legal_moves();
    assert_eq!(position.has_legal_move(), !moves.is_empty());
    assert_eq!(position.in_check(), position.checkers().any());
    for _ in 0..64 {
        // Marsaglia's xorshift: the patterns must be the same in each run.
        *noise ^= *noise << 13;
        *noise ^= *noise >> 7;
        *noise ^= *noise << 17;
        if let Some(mv) = Move::from_bits(*noise as u16) {
            assert_eq!(
                position.is_legal(mv),
                moves.contains(&mv),
                "{mv:?} {:?} in {}",
                mv.kind(),
                position.shredder_fen()
            );
        }
    }
}

/// Compares the properties of a move before it is played with the position afterwards.
fn check_move(position: &Position, mv: Move) {
    let mut after = position.clone();
    after.play(mv);
    let place = || format!("{mv:?} in {}", position.shredder_fen());
    assert!(position.is_legal(mv), "{}", place());
    assert_eq!(position.gives_check(mv), after.in_check(), "{}", place());
    let taken = position.occupied().count() - after.occupied().count();
    assert_eq!(position.captured(mv).is_some(), taken == 1, "{}", place());
    assert_eq!(position.is_capture(mv), taken == 1, "{}", place());
    assert_eq!(san::parse(position, &san::format(position, mv)), Ok(mv), "{}", place());
    assert_eq!(uci::parse(position, &uci::format(position, mv, true)), Ok(mv), "{}", place());
}
