//! The ten move ordering classes.
//!
//! Within a class, moves keep their generation order; captures are sorted by expected gain.

use super::attacks::{KING, cheapest, count, unit};
use super::board::{Kind, Square};
use super::exchange;
use super::moves::{Move, MoveLists};
use super::named;
use super::pins::Threats;
use super::position::Position;

named! {
    /// The classes in the order in which they are tried; their numbers in the description count from 1.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum Class;

    /// 1: the hash move. Tried before moves are generated.
    HashMove = "hash move";
    /// 2: the null move. Tried before moves are generated.
    NullMove = "null move";
    /// 3: captures of the piece that has just captured.
    Recapture = "recapture";
    /// 4: killer moves.
    Killer = "killer";
    /// 5: captures with no expected loss, the greatest gain first.
    GoodCapture = "good capture";
    /// 6: normal moves of strongly attacked pieces to safe squares.
    Rescue = "rescue";
    /// 7: other normal moves to safe squares.
    Safe = "safe move";
    /// 8: other pawn moves.
    PawnMove = "pawn move";
    /// 9: captures with an expected loss.
    BadCapture = "bad capture";
    /// 10: all other moves.
    Rest = "rest";
}

/// A move with its class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Its class.
    pub class: Class,
    /// The expected gain of a capture or promotion in centipawns; 0 for normal moves.
    pub expected: i32,
}

/// Sorts all moves of the lists in search order, without `tried`.
pub fn sort(
    position: &Position,
    threats: &Threats,
    killers: [Move; 2],
    tried: Move,
    lists: &MoveLists,
    sorted: &mut Vec<Candidate>,
) {
    sorted.clear();
    sorted.extend(lists.all().filter(|&mv| mv != tried).map(|mv| classify(position, threats, killers, mv)));
    sorted.sort_by_key(|candidate| {
        let within = match candidate.class {
            Class::Killer => i32::from(candidate.mv == killers[1]),
            _ => -candidate.expected,
        };
        (candidate.class, within)
    });
}

/// Classifies a generated move.
pub fn classify(position: &Position, threats: &Threats, killers: [Move; 2], mv: Move) -> Candidate {
    let (context, side) = (&position.context, position.context.side);
    if mv.is_capture() {
        let expected = exchange::expected(&position.board, &threats.tables, side, mv);
        let class = match mv {
            _ if context.captured && mv.to == context.previous.to => Class::Recapture,
            _ if killers.contains(&mv) => Class::Killer,
            _ if expected >= 0 => Class::GoodCapture,
            _ => Class::BadCapture,
        };
        return Candidate { mv, class, expected };
    }
    let class = match mv {
        _ if killers.contains(&mv) => Class::Killer,
        _ if is_safe(position, threats, mv) => {
            if is_strongly_attacked(position, threats, mv.from) {
                Class::Rescue
            } else {
                Class::Safe
            }
        }
        _ if mv.is_pawn_move() => Class::PawnMove,
        _ => Class::Rest,
    };
    Candidate { mv, class, expected: 0 }
}

/// Returns true if a piece is attacked by a cheaper one, or attacked and undefended.
fn is_strongly_attacked(position: &Position, threats: &Threats, square: Square) -> bool {
    let side = position.context.side;
    let attack = cheapest(threats.tables.by(side.other(), square));
    attack.is_some_and(|attacker| {
        threats.tables.by(side, square) == 0 || attacker < position.board.at(square).value()
    })
}

/// Returns true if the target is not attacked, or defended and not attacked by a cheaper piece.
fn is_safe(position: &Position, threats: &Threats, mv: Move) -> bool {
    let side = position.context.side;
    let Some(attacker) = cheapest(threats.tables.by(side.other(), mv.to)) else { return true };
    let kind = mv.piece.kind().unwrap_or(Kind::King);
    let own = threats.tables.by(side, mv.to);
    // An officer attacks its target, which is no defense; a pawn does not attack straight ahead.
    let defence = match kind {
        Kind::Pawn => own,
        Kind::King => own & !KING,
        _ if count(own, kind) > 0 => own - unit(kind),
        _ => own,
    };
    defence != 0 && attacker >= mv.piece.value()
}

#[cfg(test)]
mod tests {
    use super::super::board::parse_square;
    use super::super::generate::legal_moves;
    use super::*;

    /// Returns the moves after `moves` from `fen` in search order, with class numbers; `killers` as text.
    fn sorted(fen: &str, moves: &[&str], killers: [&str; 2]) -> Vec<(String, u8)> {
        let mut position = Position::from_fen(fen).unwrap();
        for text in moves {
            let mv = legal_moves(&position).all().find(|mv| mv.text() == *text).unwrap();
            position.make(mv);
        }
        let lists = legal_moves(&position);
        let killers = killers.map(|text| lists.all().find(|mv| mv.text() == text).unwrap_or(Move::NONE));
        let mut found = Vec::new();
        sort(&position, &Threats::of(&position), killers, Move::NONE, &lists, &mut found);
        found.iter().map(|candidate| (candidate.mv.text(), candidate.class as u8 + 1)).collect()
    }

    fn class_of(list: &[(String, u8)], mv: &str) -> u8 {
        list.iter().find(|(text, _)| text == mv).unwrap_or_else(|| panic!("no {mv} in {list:?}")).1
    }

    #[test]
    fn recaptures_come_first() {
        // After exd5 the pawn on d5 can be recaptured; the queen on h4 hangs too, but is in class 5.
        let list = sorted("4k3/8/4p1n1/3p4/4P2Q/8/8/4K3 w - - 0 1", &["e4d5"], [""; 2]);
        assert_eq!(list[0], ("e6d5".into(), 3));
        assert_eq!((list[1].0.as_str(), list[1].1), ("g6h4", 5));
    }

    #[test]
    fn killers_come_before_good_captures_the_more_used_first() {
        let list = sorted("4k3/8/4p1n1/3p4/4P2Q/8/8/4K3 b - - 0 1", &[], ["e8d7", "e8f7"]);
        assert_eq!(list[..3], [("e8d7".into(), 4), ("e8f7".into(), 4), ("g6h4".into(), 5)]);
    }

    #[test]
    fn good_captures_are_sorted_by_gain() {
        let list = sorted("4k3/8/8/1q1r4/2P1N3/8/8/4K3 w - - 0 1", &[], [""; 2]);
        assert_eq!(list[..2], [("c4b5".into(), 5), ("c4d5".into(), 5)]);
    }

    #[test]
    fn attacked_pieces_move_to_safe_squares_first() {
        // The pawn on d5 attacks c4 and e4; the knight moves to a square that no pawn attacks.
        let list = sorted("4k3/8/8/3p4/2N5/8/7R/4K3 w - - 0 1", &[], [""; 2]);
        assert_eq!(class_of(&list, "c4a5"), 6);
        assert_eq!(class_of(&list, "h2h7"), 7);
        let last_rescue = list.iter().rposition(|(_, class)| *class == 6).unwrap();
        assert!(list[..=last_rescue].iter().all(|(_, class)| *class <= 6));
    }

    #[test]
    fn unsafe_pawn_moves_bad_captures_and_the_rest_come_last() {
        // a3-a4 is attacked by b5; the queen may take the defended pawn on b5 or move to a square it attacks.
        let list = sorted("4k3/2p5/p7/1p6/8/P7/4Q3/4K3 w - - 0 1", &[], [""; 2]);
        assert_eq!((class_of(&list, "a3a4"), class_of(&list, "e2b5"), class_of(&list, "e2c4")), (8, 9, 10));
        assert!(list.is_sorted_by_key(|(_, class)| *class));
        let defended = sorted("4k3/8/8/8/1n6/8/1R6/1R2K3 w - - 0 1", &[], [""; 2]);
        assert_eq!(class_of(&defended, "b2c2"), 10, "{:?}", parse_square("c2"));
    }

    #[test]
    fn a_defended_square_is_unsafe_against_cheaper_attackers() {
        // The queen attacks d4, which a pawn defends; a pawn attacks b3, which is unsafe for the knight.
        let list = sorted("3qk3/8/8/8/p7/2P2N2/P7/2N1K3 w - - 0 1", &[], [""; 2]);
        assert_eq!((class_of(&list, "f3d4"), class_of(&list, "c1b3")), (7, 10));
    }
}
