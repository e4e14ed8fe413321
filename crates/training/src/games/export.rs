//! Positions as lines of text that other trainers read.

use std::io::{self, Write};

use heirloom_chess::game::GameResult;

use super::game::Game;
use super::quiet::Quiet;

/// Writes the quiet positions of a game as `FEN | score | result`, score in centipawns and result (1.0, 0.5, 0.0) from White's view: the text
/// form of the trainer bullet. Returns how many there were.
///
/// # Errors
/// What the system says; an illegal move as invalid data.
pub fn write(game: &Game, quiet: &Quiet, out: &mut impl Write) -> io::Result<u64> {
    let result = match game.result {
        GameResult::WhiteWins => "1.0",
        GameResult::BlackWins => "0.0",
        GameResult::Draw | GameResult::Unknown => "0.5",
    };
    let (mut ply, mut count, mut outcome) = (0, 0, Ok(()));
    let line = game.replay(|position, played| {
        if let Some(score) = quiet.score(ply, position, played)
            && outcome.is_ok()
        {
            count += 1;
            outcome = writeln!(out, "{} | {score} | {result}", position.fen());
        }
        ply += 1;
    });
    line.map_err(|illegal| io::Error::new(io::ErrorKind::InvalidData, illegal))?;
    outcome.map(|()| count)
}
