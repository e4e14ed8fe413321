//! The choice of a move by chance, always the same in the same position of a game.

use heirloom_chess::{Move, PieceType, Position};

use super::candidates::{Candidate, LOOKS};

/// An odd constant that spreads the bits of a key over the upper half of the product.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// About a pawn, in units of the evaluation.
const PAWN: f32 = 100.0;

/// The additional loss of a move that a deeper search did not compare, in units of the evaluation.
const NOT_COMPARED: i32 = 10;

/// Multiplies the chance of each candidate by what a deeper search makes of it: for each pawn that it loses
/// there, by e to the power of minus `pull`. `scores` has the best moves of that search, with their scores.
pub fn consider(chances: &mut [f32], candidates: &[Candidate], scores: &[(Move, i32)], pull: f32) {
    let (Some(best), Some(worst)) =
        (scores.iter().map(|(_, score)| score).max(), scores.iter().map(|(_, score)| score).min())
    else {
        return;
    };
    for (chance, candidate) in chances.iter_mut().zip(candidates) {
        let known = scores.iter().find(|(mv, _)| *mv == candidate.mv).map(|(_, score)| *score);
        let loss = best - known.unwrap_or(worst - NOT_COMPARED);
        *chance *= (-pull * loss as f32 / PAWN).exp();
    }
}

/// Takes away the chance of promotions to lesser pieces that look no better than the one to a queen. The
/// games of people have too few of them for a weight.
pub fn promote_to_queens(chances: &mut [f32], candidates: &[Candidate]) {
    let score = |candidate: &Candidate| candidate.scores[LOOKS - 1];
    for (chance, candidate) in chances.iter_mut().zip(candidates) {
        let mv = candidate.mv;
        let queen = candidates.iter().find(|other| {
            (other.mv.from(), other.mv.to()) == (mv.from(), mv.to())
                && other.mv.promotion_piece() == Some(PieceType::Queen)
        });
        if queen.is_some_and(|queen| queen.mv != mv && score(queen) >= score(candidate)) {
            *chance = 0.0;
        }
    }
}

/// Returns the moves with the chosen one first, then the others by their chances. `number` is from 0 to 1.
pub fn order(candidates: &[Candidate], chances: &[f32], number: f64) -> Vec<Move> {
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by(|&one, &other| chances[other].total_cmp(&chances[one]));
    let mut left = number * chances.iter().map(|chance| f64::from(*chance)).sum::<f64>();
    let chosen = order.iter().position(|&index| {
        left -= f64::from(chances[index]);
        left < 0.0
    });
    order[..=chosen.unwrap_or(0)].rotate_right(1);
    order.into_iter().map(|index| candidates[index].mv).collect()
}

/// Returns a number from 0 to 1 for a choice in a position, always the same in the same game.
pub fn chance(position: &Position, seed: u64) -> f64 {
    fraction(seed, position.key())
}

/// Returns a number from 0 to 1, always the same for the same game and value.
fn fraction(seed: u64, value: u64) -> f64 {
    let mut mixed = (seed ^ value.wrapping_mul(SPREAD)).wrapping_add(SPREAD);
    mixed = (mixed ^ (mixed >> 32)).wrapping_mul(SPREAD);
    mixed ^= mixed >> 29;
    (mixed.wrapping_mul(SPREAD) >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates() -> Vec<Candidate> {
        let moves = Position::startpos().legal_moves();
        moves[..3].iter().map(|&mv| Candidate { mv, scores: [0; LOOKS] }).collect()
    }

    #[test]
    fn moves_are_chosen_as_often_as_their_chances_say() {
        let candidates = candidates();
        let chosen = |number: f64| order(&candidates, &[0.2, 0.5, 0.3], number).into_iter().next().unwrap();
        let counts = candidates.iter().map(|candidate| {
            (0..1000).filter(|number| chosen(f64::from(*number) / 1000.0) == candidate.mv).count()
        });
        let counts: Vec<usize> = counts.collect();
        assert!(
            counts.iter().zip([200, 500, 300]).all(|(count, due)| count.abs_diff(due) <= 1),
            "{counts:?}"
        );
        let rest = order(&candidates, &[0.2, 0.5, 0.3], 0.9);
        assert_eq!(rest, [0, 1, 2].map(|index| candidates[index].mv));
    }

    #[test]
    fn a_deeper_search_counts_more_with_a_strong_pull() {
        let candidates = candidates();
        let scores = [(candidates[2].mv, 50), (candidates[0].mv, 40)];
        let considered = |pull: f32| {
            let mut chances = [0.6, 0.3, 0.1];
            consider(&mut chances, &candidates, &scores, pull);
            chances
        };
        let [first, second, third] = considered(100.0);
        assert!(third > first && first > second, "{first} {second} {third}");
        let [first, second, third] = considered(0.1);
        assert!(first > second && second > third, "{first} {second} {third}");
        let mut unknown = [0.5, 0.5];
        consider(&mut unknown, &candidates, &[], 1.0);
        assert_eq!(unknown, [0.5, 0.5]);
    }

    #[test]
    fn pawns_become_queens_unless_another_piece_is_better() {
        let position = Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let lesser = |mv: Move| mv.promotion_piece().is_some_and(|kind| kind != PieceType::Queen);
        let candidates = |score: i32| -> Vec<Candidate> {
            let knight = |mv: Move| mv.promotion_piece() == Some(PieceType::Knight);
            let scores = |mv: Move| [if knight(mv) { score } else { 0 }; LOOKS];
            position.legal_moves().iter().map(|&mv| Candidate { mv, scores: scores(mv) }).collect()
        };
        let left = |candidates: &[Candidate]| {
            let mut chances = vec![0.1; candidates.len()];
            promote_to_queens(&mut chances, candidates);
            let left = candidates.iter().zip(chances).filter(|(_, chance)| *chance > 0.0);
            left.filter(|(candidate, _)| lesser(candidate.mv)).count()
        };
        assert_eq!(candidates(0).iter().filter(|candidate| lesser(candidate.mv)).count(), 3);
        assert_eq!((left(&candidates(0)), left(&candidates(50))), (0, 1));
        // With only such moves to choose from, they keep their chances.
        let few: Vec<Candidate> = candidates(0).into_iter().filter(|known| lesser(known.mv)).collect();
        assert_eq!(left(&few), 3);
    }

    #[test]
    fn fractions_fill_their_range() {
        let mean = (0..10_000)
            .map(|value| fraction(5, value))
            .inspect(|part| assert!((0.0..1.0).contains(part)))
            .sum::<f64>()
            / 10_000.0;
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
    }
}
