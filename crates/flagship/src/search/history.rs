//! How often each quiet move was good or bad lately: what the order of quiet moves comes from.

use heirloom_chess::{Color, Move, Piece, Square};

use super::params;

/// No entry leaves this range, in either direction.
pub const LIMIT: i32 = 16_384;

/// Tables of one thread; they live from one search to the next.
pub struct History {
    /// By side, origin and target ("butterfly boards").
    butterfly: Box<[[[i16; 64]; 64]; 2]>,
    /// By the piece and target of the move before, then by piece and target ("continuation", earlier "countermove" history).
    continuation: Vec<[[i16; 64]; 12]>,
}

impl History {
    /// All zero.
    pub fn new() -> History {
        History { butterfly: Box::new([[[0; 64]; 64]; 2]), continuation: vec![[[0; 64]; 12]; 12 * 64] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = History::new();
    }

    /// How promising a quiet move is; `before` is the piece and target of the opponent's last move.
    #[inline]
    pub fn quiet(&self, turn: Color, mv: Move, moved: Piece, before: Option<(Piece, Square)>) -> i32 {
        let butterfly = i32::from(self.butterfly[turn.index()][mv.from().index()][mv.to().index()]);
        let continuation =
            before.map_or(0, |(piece, to)| i32::from(self.continuation[piece.index() * 64 + to.index()][moved.index()][mv.to().index()]));
        butterfly + continuation
    }

    /// Rewards a quiet move (`bonus` > 0) or punishes it.
    pub fn update_quiet(&mut self, turn: Color, mv: Move, moved: Piece, before: Option<(Piece, Square)>, bonus: i32) {
        adjust(&mut self.butterfly[turn.index()][mv.from().index()][mv.to().index()], bonus);
        if let Some((piece, to)) = before {
            adjust(&mut self.continuation[piece.index() * 64 + to.index()][moved.index()][mv.to().index()], bonus);
        }
    }
}

impl Default for History {
    fn default() -> History {
        History::new()
    }
}

/// The bonus for a move that cut off at this depth.
pub fn bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth).min(params::history_max_bonus())
}

/// Moves an entry towards the bonus, the less the nearer it already is to the limit ("gravity"): old news fades by itself.
#[inline]
fn adjust(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_their_limit_and_can_turn_round() {
        let mut entry = 0;
        for _ in 0..10_000 {
            adjust(&mut entry, 1600);
        }
        assert!(i32::from(entry) <= LIMIT && i32::from(entry) > LIMIT / 2);
        for _ in 0..10_000 {
            adjust(&mut entry, -1600);
        }
        assert!(i32::from(entry) >= -LIMIT && i32::from(entry) < -LIMIT / 2);
    }
}
