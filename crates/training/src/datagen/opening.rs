//! Openings of self-play games: random moves from a start position.

use heirloom_chess::{Line, Move, PieceType, Position, chess960};

use super::settings::Settings;

/// Returns a line of random moves after which the game is not over.
pub fn random(settings: &Settings, random: &mut fastrand::Rng) -> Line {
    loop {
        if let Some(line) = after(start(settings, random), settings, random) {
            return line;
        }
    }
}

/// Plays random moves from a position; none if they end the game.
pub fn after(start: Position, settings: &Settings, random: &mut fastrand::Rng) -> Option<Line> {
    let plies = random.u32(settings.random_plies.clone());
    let draw = if random.f64() < settings.by_piece { draw_by_piece } else { draw_evenly };
    let mut line = Line::new(start);
    for _ in 0..plies {
        let mv = draw(line.position(), random)?;
        line.push(mv).ok()?;
    }
    line.outcome().is_none().then_some(line)
}

/// Returns the standard start position, or a double Chess960 position for a share of games given by the
/// settings.
pub fn start(settings: &Settings, random: &mut fastrand::Rng) -> Position {
    if random.f64() >= settings.chess960 {
        return Position::startpos();
    }
    let [white, black] = [(); 2].map(|()| random.u16(..chess960::COUNT));
    // Every pair of numbers has a position.
    chess960::double_start_position(white, black).unwrap_or_else(|_| Position::startpos())
}

/// Returns a random legal move, all equally likely; none if there is none.
fn draw_evenly(position: &Position, random: &mut fastrand::Rng) -> Option<Move> {
    choose(&position.legal_moves(), random)
}

/// Draws one of the movable piece types, all equally likely, then one of its moves; none if there is no legal
/// move.
fn draw_by_piece(position: &Position, random: &mut fastrand::Rng) -> Option<Move> {
    let moves = position.legal_moves();
    let moved = |mv: Move| position.piece_at(mv.from()).map(|piece| piece.piece_type());
    let movable: Vec<PieceType> =
        PieceType::ALL.into_iter().filter(|&kind| moves.iter().any(|&mv| moved(mv) == Some(kind))).collect();
    let kind = choose(&movable, random)?;
    let moves: Vec<Move> = moves.iter().copied().filter(|&mv| moved(mv) == Some(kind)).collect();
    choose(&moves, random)
}

fn choose<T: Copy>(items: &[T], random: &mut fastrand::Rng) -> Option<T> {
    items.get(random.usize(..items.len().max(1))).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(settings: &Settings, count: usize) -> Vec<Line> {
        let mut rng = fastrand::Rng::with_seed(1);
        (0..count).map(|_| random(settings, &mut rng)).collect()
    }

    #[test]
    fn lengths_are_drawn_evenly() {
        let mut counts = [0; 5];
        for line in lines(&Settings { random_plies: 6..=10, ..Settings::default() }, 500) {
            counts[line.moves().len() - 6] += 1;
        }
        assert!(counts.iter().all(|count| (70..130).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_share_starts_from_double_chess960() {
        let lines = lines(&Settings { chess960: 0.15, ..Settings::default() }, 1000);
        let numbers: Vec<(u16, u16)> =
            lines.iter().map(|line| chess960::numbers(line.start()).unwrap()).collect();
        let usual = numbers
            .iter()
            .filter(|&&(white, black)| white == chess960::STANDARD && black == chess960::STANDARD)
            .count();
        let double = numbers.iter().filter(|(white, black)| white != black).count();
        assert!((110..190).contains(&double) && usual + double > 995, "{usual} {double}");
    }

    #[test]
    fn moves_drawn_by_piece_are_less_often_those_of_pawns() {
        let pawns = |by_piece: f64| {
            let settings = Settings { by_piece, chess960: 0.0, random_plies: 8..=8, ..Settings::default() };
            let lines = lines(&settings, 300);
            let is_pawn = |line: &Line| {
                let mut position = line.start().clone();
                let count = |mv: &Move| {
                    let pawn = position
                        .piece_at(mv.from())
                        .is_some_and(|piece| piece.piece_type() == PieceType::Pawn);
                    position.play(*mv);
                    usize::from(pawn)
                };
                line.moves().iter().map(count).sum::<usize>()
            };
            lines.iter().map(is_pawn).sum::<usize>() as f64 / (300.0 * 8.0)
        };
        let (evenly, quarter, all) = (pawns(0.0), pawns(0.25), pawns(1.0));
        assert!(evenly > 0.5 && all < 0.4 && (all..evenly).contains(&quarter), "{evenly} {quarter} {all}");
    }
}
