//! The choice among moves that seem about equally good.

use heirloom_chess::{Move, Position};
use heirloom_engine::{Bound, Info, Score};

use super::scale::Level;

/// An odd constant that spreads the bits of a key over the upper half of the product.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The lines of the last iteration, best first.
#[derive(Default)]
pub struct Choice {
    lines: Vec<Info>,
}

impl Choice {
    /// Collects the lines from the reports; returns all other reports.
    pub fn collect_line(&mut self, info: Info) -> Option<Info> {
        let Some(number) = info.multipv.filter(|_| info.score.is_some() && !info.pv.is_empty()) else {
            return Some(info);
        };
        if info.bound == Bound::Exact {
            self.lines.truncate(number as usize - 1);
            self.lines.push(info);
        }
        None
    }

    /// Moves the line to play to the front and returns all lines. Always makes the same choice in the same
    /// position of a game. A mate for either side leaves no choice.
    pub fn choose(mut self, position: &Position, level: Level, seed: u64) -> Vec<Info> {
        if let Some(Score::Cp(best)) = self.lines.first().and_then(|line| line.score) {
            let appeal = |line: &Info| match line.score {
                Some(Score::Cp(score)) if best - score < level.margin => {
                    f64::from(score)
                        + f64::from(level.margin) * fraction(seed, position.key() ^ move_bits(line.pv[0]))
                }
                _ => f64::NEG_INFINITY,
            };
            // The best of equal lines, even if the margin is zero and no line is within it.
            let chosen = (0..self.lines.len())
                .rev()
                .max_by(|&one, &other| appeal(&self.lines[one]).total_cmp(&appeal(&self.lines[other])));
            self.lines[..=chosen.unwrap_or(0)].rotate_right(1);
        }
        self.lines
    }
}

/// Returns the moves that a level sees: sometimes it overlooks a mate in one. Empty if nothing is overlooked.
pub fn seen(position: &Position, requested: &[Move], level: Level, seed: u64) -> Vec<Move> {
    if level.overlooked == 0 || fraction(seed, position.key()) * 100.0 >= f64::from(level.overlooked) {
        return Vec::new();
    }
    let mates = |mv: Move| {
        let mut child = position.clone();
        child.play(mv);
        child.in_check() && !child.has_legal_move()
    };
    let is_seen = |&mv: &Move| (requested.is_empty() || requested.contains(&mv)) && !mates(mv);
    position.legal_moves().iter().copied().filter(is_seen).collect()
}

fn move_bits(mv: Move) -> u64 {
    let promotion = mv.promotion_piece().map_or(0, |kind| kind.index() as u64 + 1);
    (mv.from().index() as u64) << 10 | (mv.to().index() as u64) << 4 | promotion
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

    fn lines(scores: &[Score]) -> (Position, Choice) {
        let position = Position::startpos();
        let mut choice = Choice::default();
        for (number, (&score, &mv)) in (1..).zip(scores.iter().zip(position.legal_moves().iter())) {
            let (multipv, score, pv) = (Some(number), Some(score), vec![mv]);
            choice.collect_line(Info { multipv, score, pv, ..Info::default() });
        }
        (position, choice)
    }

    /// Returns the scores that are played in a thousand games.
    fn played(scores: &[Score], margin: i32) -> Vec<Score> {
        let level = Level { margin, ..Level::of(600) };
        let mut played: Vec<Score> = Vec::new();
        for seed in 0..1000 {
            let (position, choice) = lines(scores);
            let score = choice.choose(&position, level, seed)[0].score.unwrap();
            if !played.contains(&score) {
                played.push(score);
            }
        }
        played.sort_by_key(|score| -score.centipawns());
        played
    }

    #[test]
    fn only_moves_within_the_margin_are_played() {
        let scores = [30, 10, -30, -75].map(Score::Cp);
        assert_eq!(played(&scores, 100), scores[..3]);
        assert_eq!(played(&scores, 15), scores[..1]);
        assert_eq!(
            played(&scores, 0),
            scores[..1],
            "as in endings that everybody is taught, with several lines asked for"
        );
        assert_eq!(played(&[Score::Mate(2), Score::Cp(900)], 1000), [Score::Mate(2)]);
        assert_eq!(played(&[Score::Cp(-900), Score::Mate(-2)], 1000), [Score::Cp(-900)]);
    }

    #[test]
    fn a_new_iteration_replaces_the_lines_and_other_reports_pass() {
        let (position, mut choice) = lines(&[Score::Cp(5), Score::Cp(4)]);
        let mv = position.legal_moves()[7];
        let again = Info { multipv: Some(1), score: Some(Score::Cp(9)), pv: vec![mv], ..Info::default() };
        assert_eq!(choice.collect_line(again.clone()), None);
        let words = Info { text: Some("words".into()), ..Info::default() };
        assert_eq!(choice.collect_line(words.clone()), Some(words));
        assert_eq!(choice.choose(&position, Level::of(600), 0), [again]);
    }

    #[test]
    fn some_mates_are_overlooked_by_beginners_only() {
        let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").unwrap();
        let overlooked =
            |elo| (0..1000).filter(|&seed| !seen(&position, &[], Level::of(elo), seed).is_empty()).count();
        assert!((400..600).contains(&overlooked(600)), "{}", overlooked(600));
        assert_eq!(overlooked(1000), 0);
        let left = (0..)
            .map(|seed| seen(&position, &[], Level::of(600), seed))
            .find(|left| !left.is_empty())
            .unwrap();
        assert_eq!(left.len(), position.legal_moves().len() - 1);
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
