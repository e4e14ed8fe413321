//! Where a game of self-play begins: random moves from a start position.

use heirloom_chess::{Line, Position, chess960};

use super::settings::Settings;

/// A line of random moves that has not ended.
pub fn random(settings: &Settings, random: &mut fastrand::Rng) -> Line {
    loop {
        if let Some(line) = after(start(settings, random), settings, random) {
            return line;
        }
    }
}

/// Random moves after a position; none if they end the game.
pub fn after(start: Position, settings: &Settings, random: &mut fastrand::Rng) -> Option<Line> {
    let plies = settings.random_plies + u32::from(random.bool());
    attempt(start, plies, random)
}

/// The usual start position, or one of the other 959 as often as the settings say.
pub fn start(settings: &Settings, random: &mut fastrand::Rng) -> Position {
    if random.f64() >= settings.chess960 {
        return Position::startpos();
    }
    // There is a position for every number.
    chess960::start_position(random.u16(..chess960::COUNT)).unwrap_or_else(|_| Position::startpos())
}

/// Plays so many random moves; none if the game ends on the way.
fn attempt(start: Position, plies: u32, random: &mut fastrand::Rng) -> Option<Line> {
    let mut line = Line::new(start);
    for _ in 0..plies {
        let moves = line.position().legal_moves();
        let mv = *moves.get(random.usize(..moves.len().max(1)))?;
        line.push(mv).ok()?;
    }
    line.outcome().is_none().then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_as_long_as_asked_and_may_begin_anywhere() {
        let mut rng = fastrand::Rng::with_seed(1);
        let settings = Settings { random_plies: 6, chess960: 0.5, ..Settings::default() };
        let lines: Vec<Line> = (0..200).map(|_| random(&settings, &mut rng)).collect();
        let longer = lines.iter().filter(|line| line.moves().len() == 7).count();
        let usual = lines.iter().filter(|line| *line.start() == Position::startpos()).count();
        assert!(lines.iter().all(|line| line.moves().len() == 6 || line.moves().len() == 7));
        assert!((60..140).contains(&longer) && (60..140).contains(&usual), "{longer} {usual}");
    }
}
