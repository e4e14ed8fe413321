//! Reasons for bad moves that lose no material: how the terms of the classical evaluation differ between the
//! quiet ends of the line played and of the better line.

use heirloom_chess::{Color, Move, Position, see};
use heirloom_engine::Score;
use heirloom_flagship::classical;

use super::balance::{count, is_noisy};
use super::facts::{self, Fact, Theme};
use super::{JudgedMove, Reason};
use crate::review::accuracy::clamped;

/// What a bad move makes worse for its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// What it is about.
    pub theme: Theme,
    /// True if the player's own side became worse, false if the opponent's became better.
    pub own: bool,
    /// The difference in centipawns.
    pub loss: i32,
    /// What the board shows of it.
    pub fact: Option<Fact>,
}

impl Change {
    /// Returns true if the board shows the fact after the move played, false if after the better move.
    pub fn has_fact(&self) -> bool {
        match self.theme {
            Theme::PassedPawns => !self.own,
            Theme::PawnStructure => self.own,
            Theme::Activity => !self.own || matches!(self.fact, Some(Fact::Shut(..))),
            _ => true,
        }
    }
}

/// The longest part of a line that is compared, in plies; later moves are the least certain.
const HORIZON: usize = 16;
/// Lines that end earlier are not compared: not much has happened there.
const SHORTEST: usize = 4;
/// Differences of material smaller than this are none.
const EVEN: i32 = 50;
/// The move may win this much for what becomes worse: a pawn.
const PAWN: i32 = 150;
/// The least difference that is mentioned, in centipawns.
const LEAST: i32 = 12;
/// The least share of the loss that the evaluation as a whole must show, in percent.
const SHARE_OF_LOSS: i32 = 20;
/// The least share of the loss that each change must have, in percent.
const SHARE_OF_CHANGE: i32 = 10;
/// The largest number of changes mentioned.
const MOST: usize = 2;

/// The values of each theme for White and for Black.
type Values = [(Theme, [i32; 2]); 7];

/// Returns what has become worse, if both lines become quiet and the move costs no material, and the terms
/// agree with the search: they explain a fair share of its loss, and do so at half of the quiet places on the
/// way.
pub fn reason(case: &JudgedMove<'_>) -> Option<Reason> {
    let before = case.line.position();
    let mover = before.turn();
    let played: Vec<Move> = std::iter::once(case.mv).chain(case.after.line.iter().copied()).collect();
    let better = &case.before.line;
    let own = |score: Score| clamped(if mover == Color::White { score } else { score.flipped() });
    let lost = own(case.before.score) - own(case.after.score);
    if better.first().is_none_or(|&first| first == case.mv) || lost <= 0 {
        return None;
    }
    let (ours, theirs) = (quiet(before, &played), quiet(before, better));
    let pairs = ours.iter().filter_map(|(plies, one)| {
        // The same side is to move in both.
        let matching = theirs.iter().filter(|(others, _)| others.abs_diff(*plies).is_multiple_of(2));
        let (others, other) = matching.min_by_key(|(others, _)| others.abs_diff(*plies))?;
        Some((*plies, *others, changes(one, other, mover)?))
    });
    let pairs: Vec<(usize, usize, Vec<Change>)> = pairs.collect();
    let (plies, others, last) = pairs.last()?;
    let end =
        |line: &[(usize, Position)], at: usize| line.iter().find(|one| one.0 == at).map(|one| one.1.clone());
    let ends = (end(&ours, *plies)?, end(&theirs, *others)?);
    if (*plies).min(*others) < SHORTEST {
        return None;
    }
    // A pawn that the move wins must be outweighed.
    let total =
        last.iter().map(|change| change.loss).sum::<i32>() - advantage(&ends.0, &ends.1, mover).max(0);
    if total * 100 < lost * SHARE_OF_LOSS {
        return None;
    }
    let holds = |change: &Change| {
        let same = |other: &&Change| (other.theme, other.own) == (change.theme, change.own);
        let agreeing = pairs.iter().filter(|(_, _, changes)| {
            changes.iter().find(same).is_some_and(|other| other.loss * 2 >= change.loss)
        });
        2 * agreeing.count() >= pairs.len()
    };
    let mut found: Vec<Change> = last
        .iter()
        .filter(|change| change.loss >= LEAST && change.loss * 100 >= lost * SHARE_OF_CHANGE)
        .filter(|change| holds(change))
        .copied()
        .collect();
    found.sort_by_key(|change| -change.loss);
    found.truncate(MOST);
    for change in &mut found {
        change.fact = facts::fact(change.theme, change.own, mover, &ends.0, &ends.1);
    }
    // What is said must be worth a fair share by itself.
    let said: i32 = found.iter().map(|change| change.loss).sum();
    (said * 100 >= lost * SHARE_OF_LOSS).then(|| Reason::Worsens {
        changes: found,
        line: played[1..*plies].to_vec(),
        better: better[..*others].to_vec(),
    })
}

/// Returns the quiet positions of a line within the horizon, with the number of plies to each.
fn quiet(start: &Position, line: &[Move]) -> Vec<(usize, Position)> {
    let mut position = start.clone();
    let mut found = Vec::new();
    for (index, &mv) in line.iter().take(HORIZON).enumerate() {
        if position.try_play(mv).is_err() {
            break;
        }
        if index > 0 && !position.in_check() && !is_noisy(&position) {
            found.push((index + 1, position.clone()));
        }
    }
    found
}

/// Returns what is worse for a player in one position than in another; `None` if one of them is not evaluated
/// by terms, or if the material differs by more than a pawn won.
fn changes(played: &Position, better: &Position, mover: Color) -> Option<Vec<Change>> {
    if !(1 - EVEN..PAWN).contains(&advantage(played, better, mover)) {
        return None;
    }
    let (played, better) = (values(played)?, values(better)?);
    let (own, other) = (mover.index(), (!mover).index());
    let pairs = played.iter().zip(&better);
    let both = pairs.flat_map(|((theme, played), (_, better))| {
        [
            Change { theme: *theme, own: true, loss: better[own] - played[own], fact: None },
            Change { theme: *theme, own: false, loss: played[other] - better[other], fact: None },
        ]
    });
    Some(both.collect())
}

/// Returns how much more material a player has in one position than in another, in centipawns.
fn advantage(one: &Position, other: &Position, player: Color) -> i32 {
    let material = |position: &Position| -> i32 {
        count(position, player).iter().zip(see::VALUES).map(|(count, value)| count * value).sum()
    };
    material(one) - material(other)
}

/// Returns the values of all themes; terms of material and the move count for none.
fn values(position: &Position) -> Option<Values> {
    use Theme::{Activity, BishopPair, KingPlace, KingSafety, PassedPawns, PawnStructure, Threats};
    let mut values = [KingSafety, KingPlace, PassedPawns, PawnStructure, Activity, Threats, BishopPair]
        .map(|theme| (theme, [0; 2]));
    for (name, value) in classical::terms(position)? {
        let Some(theme) = theme(name) else { continue };
        for (known, sums) in &mut values {
            if *known == theme {
                sums.iter_mut().zip(value).for_each(|(sum, value)| *sum += value);
            }
        }
    }
    Some(values)
}

/// Returns what a term is about.
fn theme(term: &str) -> Option<Theme> {
    Some(match term {
        "MATERIAL" | "TEMPO" => return None,
        "BISHOP_PAIR" => Theme::BishopPair,
        classical::KING_DANGER | "KING_SHELTER" | "KING_STORM" | "KING_LINE" | "KING_DEFENDERS" => {
            Theme::KingSafety
        }
        "KING_SQUARE" | "KING_PAWN_DISTANCE" => Theme::KingPlace,
        _ if term.starts_with("PASSED") => Theme::PassedPawns,
        _ if term.starts_with("PAWN_") => Theme::PawnStructure,
        _ if term.starts_with("THREAT") => Theme::Threats,
        _ => Theme::Activity,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::Evaluation;
    use heirloom_chess::Line;
    use heirloom_chess::notation::uci;

    #[test]
    fn every_term_is_known() {
        for term in classical::weights::TERMS {
            let known = theme(term.name);
            let of_material = matches!(term.name, "MATERIAL" | "TEMPO");
            assert_eq!(known.is_none(), of_material, "{}", term.name);
        }
    }

    #[test]
    fn the_terms_must_agree_with_the_search() {
        // Black lets a passed pawn advance, or stops it with the king.
        let start = "5k2/p7/8/3P3n/8/2N1K3/P7/8 b - - 0 1";
        let line = Line::new(Position::from_fen(start).unwrap());
        let moves = |text: &str| uci::parse_line(line.position().clone(), text).unwrap().moves().to_vec();
        let (played, best) = (moves("a7a6 d5d6 a6a5 e3e4"), moves("f8e7 e3e4 e7d6 e4d4"));
        let of = |cp: i32, line: &[Move]| Evaluation {
            line: line.to_vec(),
            ..Evaluation::of_score(Score::Cp(cp))
        };
        let explain = |after: i32| {
            let (before, after) = (of(0, &best), of(after, &played[1..]));
            reason(&JudgedMove {
                line: &line,
                mv: played[0],
                before: &before,
                after: &after,
                is_checked: false,
            })
        };
        let Some(Reason::Worsens { changes, line: reply, better }) = explain(150) else {
            panic!("no reason")
        };
        let passed = changes[0];
        assert_eq!(
            (passed.theme, passed.own, passed.loss > 50),
            (Theme::PassedPawns, false, true),
            "{changes:?}"
        );
        assert_eq!((&reply[..], &better[..]), (&played[1..], &best[..]));
        assert_eq!(explain(-120), None, "the search does not agree");
        assert_eq!(explain(2000), None, "the loss is much larger");
    }

    #[test]
    fn a_pawn_may_be_outweighed_but_not_lost() {
        let position = |fen: &str| Position::from_fen(fen).unwrap();
        let (more, fewer) = ("4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1");
        let compared = |played, better| changes(&position(played), &position(better), Color::White);
        assert_eq!(advantage(&position(more), &position(fewer), Color::White), 100);
        assert!(compared(more, fewer).is_some());
        assert!(compared(fewer, more).is_none());
        let most = "4k3/p7/8/8/8/8/PPPP4/4K3 w - - 0 1";
        assert!(compared(most, fewer).is_none(), "two pawns are too much");
    }
}
