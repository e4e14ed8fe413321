//! Killer moves: two per ply, with a count of their uses.

use super::moves::Move;

#[derive(Clone, Copy, Default, Debug)]
struct Killer {
    mv: Move,
    uses: u32,
}

/// The killers of all plies.
#[derive(Clone, Debug)]
pub struct Killers {
    plies: Vec<[Killer; 2]>,
}

impl Killers {
    /// Creates an empty table for this number of plies.
    pub fn new(plies: usize) -> Killers {
        Killers { plies: vec![[Killer::default(); 2]; plies] }
    }

    /// Records a best move at this ply. A new one replaces the less used one.
    pub fn enter(&mut self, ply: usize, mv: Move) {
        let Some(pair) = self.plies.get_mut(ply) else { return };
        match pair.iter_mut().find(|killer| killer.mv == mv) {
            Some(killer) => killer.uses += 1,
            None => pair[usize::from(pair[1].uses < pair[0].uses)] = Killer { mv, uses: 1 },
        }
    }

    /// Returns both, the more used one first.
    pub fn at(&self, ply: usize) -> [Move; 2] {
        let Some([first, second]) = self.plies.get(ply) else { return [Move::NONE; 2] };
        if second.uses > first.uses { [second.mv, first.mv] } else { [first.mv, second.mv] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_less_used_killer_is_replaced_and_the_more_used_one_comes_first() {
        let [a, b, c] = [(30, 31), (40, 41), (50, 51)].map(|(from, to)| Move { from, to, ..Move::NONE });
        let mut killers = Killers::new(2);
        [a, b, b].iter().for_each(|&mv| killers.enter(1, mv));
        assert_eq!(killers.at(1), [b, a]);
        killers.enter(1, c);
        assert_eq!(killers.at(1), [b, c]);
        assert_eq!(killers.at(0), [Move::NONE; 2]);
        killers.enter(9, c);
    }
}
