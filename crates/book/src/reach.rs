//! Enumeration of all positions that the moves of a book lead to.

use std::collections::HashSet;

use heirloom_chess::{Move, Position};

/// A position and one of the shortest paths to it.
#[derive(Clone, Debug)]
pub struct ReachedPosition {
    /// The position.
    pub position: Position,
    /// Number of plies that lead to it.
    pub ply: usize,
    /// The index of the preceding place and the move that leads here; `None` for the start.
    pub from: Option<(usize, Move)>,
}

/// A function that returns the moves to follow in a position.
pub type Moves<'a> = dyn Fn(&Position) -> Vec<Move> + 'a;

/// Returns all positions that `moves` leads to from `start` within `plies` plies, breadth first and each
/// once. The start comes first; every other place comes after the one from which it is reached.
pub fn reach(start: &Position, plies: usize, moves: &Moves<'_>) -> Vec<ReachedPosition> {
    let mut seen = HashSet::from([start.key()]);
    let mut places = vec![ReachedPosition { position: start.clone(), ply: 0, from: None }];
    let mut next = 0;
    while next < places.len() {
        let ReachedPosition { position, ply, .. } = places[next].clone();
        if ply < plies {
            for mv in moves(&position) {
                let mut after = position.clone();
                if after.try_play(mv).is_ok() && seen.insert(after.key()) {
                    places.push(ReachedPosition { position: after, ply: ply + 1, from: Some((next, mv)) });
                }
            }
        }
        next += 1;
    }
    places
}

/// Returns the moves that lead to a place, first move first.
pub fn path_to(places: &[ReachedPosition], mut index: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some((before, mv)) = places.get(index).and_then(|place| place.from) {
        moves.push(mv);
        index = before;
    }
    moves.reverse();
    moves
}
