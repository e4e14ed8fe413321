//! Classifies moves as inaccuracies, mistakes and blunders, by the rules of lichess and En Croissant, or by
//! custom thresholds.

use heirloom_chess::Color;
use heirloom_chess::game::Nag;
use heirloom_engine::Score;

use super::accuracy::{chances, clamped};

/// How bad a move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Judgement {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    /// All judgements, mildest first.
    pub const ALL: [Judgement; 3] = [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];

    /// Returns the judgement as a word.
    pub const fn word(self) -> &'static str {
        self.forms().0
    }

    /// Returns the usual symbol.
    pub const fn sign(self) -> &'static str {
        self.forms().1
    }

    /// Returns the NAG in PGN.
    pub const fn nag(self) -> Nag {
        self.forms().2
    }

    const fn forms(self) -> (&'static str, &'static str, Nag) {
        match self {
            Judgement::Inaccuracy => ("inaccuracy", "?!", Nag(6)),
            Judgement::Mistake => ("mistake", "?", Nag(2)),
            Judgement::Blunder => ("blunder", "??", Nag(4)),
        }
    }

    /// Returns the judgement for a NAG, if there is one.
    pub fn from_nag(nag: Nag) -> Option<Judgement> {
        Judgement::ALL.into_iter().find(|judgement| judgement.nag() == nag)
    }
}

/// How a move changes a forced mate, from its player's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateChange {
    /// The opponent can now force mate.
    Created,
    /// The player could force mate but no longer can.
    Lost,
    /// The player can still force mate, but it takes longer, even counting the move just made.
    Delayed,
}

/// Returns how a forced mate changed; `before` and `after` are from the player's point of view.
pub fn mate_change(before: Score, after: Score) -> Option<MateChange> {
    match (before, after) {
        (Score::Mate(before), Score::Mate(after)) if before > 0 && after > 0 => {
            (after >= before).then_some(MateChange::Delayed)
        }
        (Score::Mate(before), _) if before > 0 => Some(MateChange::Lost),
        (Score::Cp(_), Score::Mate(after)) if after < 0 => Some(MateChange::Created),
        _ => None,
    }
}

/// The rules for judging moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct JudgementRules {
    /// Points of win percentage lost that make an inaccuracy, a mistake and a blunder.
    pub points: [f64; 3],
    /// True if the loss must exceed the points rather than reach them.
    pub more: bool,
    /// True if mates have separate rules; otherwise they count as ten pawns.
    pub mates: bool,
}

impl JudgementRules {
    /// lichess: 5, 10 and 15 points. Allowing or missing a mate is a blunder, but less if the game was or
    /// still is nearly decided. Delaying a mate is not judged.
    pub const LICHESS: JudgementRules =
        JudgementRules { points: [5.0, 10.0, 15.0], more: false, mates: true };
    /// En Croissant: more than 5, 10 and 20 points.
    pub const EN_CROISSANT: JudgementRules =
        JudgementRules { points: [5.0, 10.0, 20.0], more: true, mates: false };

    /// Returns rules with other points, and lichess's rules for mates.
    pub const fn with_points(points: [f64; 3]) -> JudgementRules {
        JudgementRules { points, ..JudgementRules::LICHESS }
    }

    /// Judges a move by the scores before and after it, both from White's point of view.
    pub fn judge(&self, mover: Color, before: Score, after: Score) -> Option<Judgement> {
        let (before, after) =
            if mover == Color::White { (before, after) } else { (before.flipped(), after.flipped()) };
        match (before, after) {
            // lichess does not apply its ceiling here.
            (Score::Cp(before), Score::Cp(after)) if self.mates => {
                self.by_points(50.0 * (chances(before) - chances(after)))
            }
            _ if self.mates => by_mate(before, after),
            _ => self.by_points(50.0 * (chances(clamped(before)) - chances(clamped(after)))),
        }
    }

    fn by_points(&self, lost: f64) -> Option<Judgement> {
        let reached = |points: f64| if self.more { lost > points } else { lost >= points };
        Judgement::ALL.into_iter().rev().find(|&judgement| reached(self.points[judgement as usize]))
    }
}

fn by_mate(before: Score, after: Score) -> Option<Judgement> {
    let centipawns = |score| if let Score::Cp(centipawns) = score { centipawns } else { 0 };
    // How decided the game was, or still is, apart from the mate.
    let decided = match mate_change(before, after)? {
        MateChange::Created => -centipawns(before),
        MateChange::Lost => centipawns(after),
        MateChange::Delayed => return None,
    };
    Some(match decided {
        1000.. => Judgement::Inaccuracy,
        701.. => Judgement::Mistake,
        _ => Judgement::Blunder,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Judgement::{Blunder, Inaccuracy, Mistake};
    use Score::{Cp, Mate};

    #[test]
    fn lichess_counts_chances() {
        let judge = |before, after| JudgementRules::LICHESS.judge(Color::White, before, after);
        assert_eq!([53, 55].map(|drop| judge(Cp(drop), Cp(0))), [None, Some(Inaccuracy)]);
        assert_eq!([108, 112].map(|drop| judge(Cp(drop), Cp(0))), [Some(Inaccuracy), Some(Mistake)]);
        assert_eq!([166, 170].map(|drop| judge(Cp(drop), Cp(0))), [Some(Mistake), Some(Blunder)]);
        assert_eq!(judge(Cp(900), Cp(700)), None, "won is won");
        assert_eq!(JudgementRules::LICHESS.judge(Color::Black, Cp(0), Cp(170)), Some(Blunder));
        assert_eq!(JudgementRules::LICHESS.judge(Color::Black, Cp(170), Cp(0)), None);
    }

    #[test]
    fn lichess_judges_mates_separately() {
        let judge = |before, after| JudgementRules::LICHESS.judge(Color::White, before, after);
        let allowed = [-1000, -999, -701, -700, 0].map(|before| judge(Cp(before), Mate(-3)));
        assert_eq!(allowed, [Some(Inaccuracy), Some(Mistake), Some(Mistake), Some(Blunder), Some(Blunder)]);
        let missed = [1000, 999, 701, 700, -50].map(|after| judge(Mate(3), Cp(after)));
        assert_eq!(missed, [Some(Inaccuracy), Some(Mistake), Some(Mistake), Some(Blunder), Some(Blunder)]);
        assert_eq!(judge(Mate(3), Mate(-3)), Some(Blunder));
        assert_eq!(
            [(Mate(3), Mate(9)), (Mate(-9), Mate(-1)), (Mate(-9), Cp(0))]
                .map(|(before, after)| judge(before, after)),
            [None; 3]
        );
        assert_eq!(JudgementRules::LICHESS.judge(Color::Black, Mate(-3), Cp(-50)), Some(Blunder));
        assert_eq!(mate_change(Mate(3), Mate(2)), None);
        assert_eq!(mate_change(Mate(3), Mate(3)), Some(MateChange::Delayed));
    }

    #[test]
    fn other_rules_differ() {
        let judge = |before, after| JudgementRules::EN_CROISSANT.judge(Color::White, before, after);
        assert_eq!([170, 240].map(|drop| judge(Cp(drop), Cp(0))), [Some(Mistake), Some(Blunder)]);
        assert_eq!((judge(Mate(2), Cp(900)), judge(Mate(2), Cp(0))), (None, Some(Blunder)));
        let own = JudgementRules::with_points([1.0, 2.0, 3.0]);
        assert_eq!(
            [5, 12, 25, 40].map(|drop| own.judge(Color::White, Cp(drop), Cp(0))),
            [None, Some(Inaccuracy), Some(Mistake), Some(Blunder)]
        );
    }

    #[test]
    fn nags_are_read_back() {
        for judgement in Judgement::ALL {
            assert_eq!(Judgement::from_nag(judgement.nag()), Some(judgement));
            assert_eq!(judgement.nag().symbol(), Some(judgement.sign()));
        }
        assert_eq!(Judgement::from_nag(Nag(1)), None);
    }
}
