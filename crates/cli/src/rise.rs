//! A move that had just proved better when its search was stopped: all that is known of it is how much it is worth at least.

use heirloom_engine::{BestMove, Bound, Info};

/// The last news of the first line that were a lower bound.
#[derive(Clone, Debug, Default)]
pub struct Rise(Option<Info>);

impl Rise {
    /// Takes news in.
    pub fn note(&mut self, info: &Info) {
        if info.bound == Bound::Lower && info.score.is_some() && info.multipv.is_none_or(|number| number == 1) {
            self.0 = Some(info.clone());
        }
    }

    /// What is known of the move that is played, where the last `exact` news are of another.
    pub fn of_played(self, best: &BestMove, exact: Option<&Info>) -> Option<Info> {
        let begins = |info: &Info| info.pv.first() == best.best.as_ref();
        self.0.filter(|rise| begins(rise) && !exact.is_some_and(begins))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::Position;
    use heirloom_engine::Score;

    #[test]
    fn only_the_move_that_is_played_and_only_where_nothing_better_is_known() {
        let moves = Position::startpos().legal_moves();
        let info = |mv, bound| Info { score: Some(Score::Cp(45)), pv: vec![mv], bound, ..Info::default() };
        let (first, second) = (info(moves[0], Bound::Exact), info(moves[1], Bound::Lower));
        let of_played = |mv, told: &[&Info]| {
            let mut rise = Rise::default();
            told.iter().for_each(|info| rise.note(info));
            rise.of_played(&BestMove { best: Some(mv), ..BestMove::default() }, Some(&first))
        };
        assert_eq!(of_played(moves[1], &[&first, &second]), Some(second.clone()));
        assert_eq!(of_played(moves[0], &[&first, &second]), None);
        assert_eq!(of_played(moves[0], &[&info(moves[0], Bound::Lower), &first]), None);
        assert_eq!(of_played(moves[1], &[&first, &info(moves[1], Bound::Upper)]), None);
        assert_eq!(of_played(moves[1], &[&Info { multipv: Some(2), ..second }]), None);
    }
}
