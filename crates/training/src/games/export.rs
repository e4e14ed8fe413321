//! Export of positions as text for other trainers.

use std::io::{self, Write};

use super::game::StoredGame;
use super::quiet::Quiet;

/// Writes the quiet positions of a game as `FEN | score | result`, with the score in centipawns and the
/// result (1.0, 0.5, 0.0) from White's point of view: the text format of the trainer bullet. Returns the
/// number of positions. Fails if writing fails; an illegal move is reported as invalid data.
pub fn write(game: &StoredGame, quiet: &Quiet, out: &mut impl Write) -> io::Result<u64> {
    let result = f32::from(game.points()) / 2.0;
    let (mut count, mut outcome) = (0, Ok(()));
    let replayed = quiet.of(game, |position, score| {
        if outcome.is_ok() {
            count += 1;
            outcome = writeln!(out, "{} | {score} | {result:.1}", position.fen());
        }
    });
    replayed.map_err(|illegal| io::Error::new(io::ErrorKind::InvalidData, illegal))?;
    outcome.map(|()| count)
}
