//! The openings that people of each strength play, which levels play from memory.

use std::collections::HashMap;
use std::sync::LazyLock;

use heirloom_chess::notation::uci;
use heirloom_chess::{Move, Position};

/// A line for each rating: moves with the number of games, and in parentheses what follows each. From rated
/// games of many players on lichess, which are free to use (CC0); see the example `level_openings` of the
/// workshop.
const TEXT: &str = include_str!("openings.txt");

/// What players of a rating play.
struct Repertoire {
    rating: i32,
    /// The moves in each position, by its key, with the number of games.
    moves: HashMap<u64, Vec<(Move, u32)>>,
}

static REPERTOIRES: LazyLock<Vec<Repertoire>> = LazyLock::new(|| TEXT.lines().filter_map(read).collect());

/// Returns the move that a player of this strength chooses from memory, as often as people do; none in a
/// position that such players do not know. `chance` is from 0 to 1.
pub fn choose(position: &Position, elo: i32, chance: f64) -> Option<Move> {
    let repertoire = REPERTOIRES.iter().min_by_key(|repertoire| (repertoire.rating - elo).abs())?;
    let moves = repertoire.moves.get(&position.key())?;
    let all: u32 = moves.iter().map(|(_, games)| games).sum();
    let mut left = chance * f64::from(all);
    let (mv, _) = moves.iter().find(|(_, games)| {
        left -= f64::from(*games);
        left < 0.0
    })?;
    Some(*mv).filter(|&mv| position.is_legal(mv))
}

/// Reads a line; none if it has an illegal move.
fn read(line: &str) -> Option<Repertoire> {
    let (rating, tree) = line.split_once(':')?;
    let mut moves: HashMap<u64, Vec<(Move, u32)>> = HashMap::new();
    let (mut path, mut words) = (vec![Position::startpos()], tree.split_whitespace());
    let mut last = None;
    while let Some(word) = words.next() {
        match word {
            "(" => {
                let mut next = path.last()?.clone();
                next.play(last?);
                path.push(next);
            }
            ")" => _ = path.pop(),
            word => {
                let position = path.last()?;
                let mv = uci::parse(position, word).ok()?;
                let games: u32 = words.next()?.parse().ok()?;
                let known = moves.entry(position.key()).or_default();
                // The games of a position are those of all orders of moves that lead to it.
                match known.iter_mut().find(|(known, _)| *known == mv) {
                    Some((_, most)) => *most = games.max(*most),
                    None => known.push((mv, games)),
                }
                last = Some(mv);
            }
        }
    }
    Some(Repertoire { rating: rating.parse().ok()?, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_can_be_read() {
        let ratings: Vec<i32> = REPERTOIRES.iter().map(|repertoire| repertoire.rating).collect();
        assert_eq!(ratings, [800, 1200, 1500, 1800, 2100, 2400]);
        assert_eq!(ratings.len(), TEXT.lines().count());
        assert!(REPERTOIRES.iter().all(|repertoire| repertoire.moves.len() > 50));
    }

    #[test]
    fn common_moves_are_chosen_most_often() {
        let start = Position::startpos();
        let first = |elo| -> Vec<String> {
            let chances = (0..100).map(|part| f64::from(part) / 100.0);
            chances.map(|chance| uci::format(&start, choose(&start, elo, chance).unwrap(), false)).collect()
        };
        for elo in [600, 1400, 2850] {
            let moves = first(elo);
            let count = |mv: &str| moves.iter().filter(|known| *known == mv).count();
            assert!(
                (25..85).contains(&count("e2e4")) && (5..55).contains(&count("d2d4")),
                "{elo}: {moves:?}"
            );
        }
        let rare = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert_eq!(choose(&rare, 1200, 0.5), None);
    }
}
