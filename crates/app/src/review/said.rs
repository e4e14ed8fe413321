//! Closer looks in English: how hard a mistake was to see, and what older engines would have played.

use heirloom_ancestors::Ancestor;
use heirloom_chess::Position;
use heirloom_chess::notation::san;

use super::Reviewed;
use super::study::{Difficulty, EraOpinion, Sight, Visibility};
use crate::words::grouped;

impl Difficulty {
    /// Returns the difficulty in words.
    pub const fn words(self) -> &'static str {
        match self {
            Difficulty::Easy => "Easy to see",
            Difficulty::Moderate => "Visible with some calculation",
            Difficulty::Hard => "Hard to see",
            Difficulty::VeryHard => "Very hard to see",
        }
    }
}

/// Says how hard a mistake was to see, the easier clause first: `Easy to see: a better move shows from depth
/// 3 on (131 nodes); the refutation needs more than depth 12 (100,000 nodes).`
pub fn visibility(seen: &Visibility) -> String {
    let clause = |what: &str, sight: Sight| match sight {
        Sight::From(depth, nodes) => {
            format!("{what} shows from depth {depth} on ({} nodes)", grouped(nodes, ','))
        }
        Sight::NotBy(depth, nodes) => {
            format!("{what} needs more than depth {depth} ({} nodes)", grouped(nodes, ','))
        }
    };
    let mut clauses = [clause("the refutation", seen.refutation), clause("a better move", seen.better)];
    if seen.is_better_easier() {
        clauses.reverse();
    }
    format!("{}: {}.", seen.easier().difficulty().words(), clauses.join("; "))
}

/// Says what an ancestor would have played, and whether it is the move of the game or the better one.
pub fn era(opinion: &EraOpinion, before: &Position, reviewed: &Reviewed) -> String {
    let choice = san::format(before, opinion.choice);
    match opinion.sees {
        Sight::From(depth, _) => format!("{choice}, the better move, from depth {depth} on"),
        Sight::NotBy(..) if opinion.choice == reviewed.mv => format!("{choice}, as in the game"),
        Sight::NotBy(..) => format!("{choice}, another move"),
    }
}

/// Returns the name and the year of an ancestor: `Rajah (1996)`.
pub fn ancestor(opinion: &EraOpinion) -> String {
    let about: Option<&Ancestor> = heirloom_ancestors::find(opinion.ancestor);
    about.map_or_else(
        || opinion.ancestor.to_owned(),
        |ancestor| format!("{} ({})", ancestor.name, ancestor.year),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difficulty_follows_from_the_easier_sight() {
        let seen = Visibility { refutation: Sight::NotBy(14, 100_000), better: Sight::From(9, 10_605) };
        assert_eq!(
            visibility(&seen),
            "Hard to see: a better move shows from depth 9 on (10,605 nodes); the refutation needs more than \
             depth 14 (100,000 nodes)."
        );
        let both = Visibility { refutation: Sight::From(3, 131), ..seen };
        assert_eq!(
            visibility(&both),
            "Easy to see: the refutation shows from depth 3 on (131 nodes); a better move shows from depth 9 \
             on (10,605 nodes)."
        );
        let unseen = Visibility { better: Sight::NotBy(13, 100_000), ..seen };
        assert_eq!(unseen.easier().difficulty(), Difficulty::VeryHard);
    }
}
