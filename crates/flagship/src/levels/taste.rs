//! How the style of an opponent changes the moves that it chooses at a level.

use super::people::{Features, index_of};
use crate::style::{MOST, Style};

/// What the full taste for trades adds to the appeal of a move, by feature.
const TRADES: &[(&str, f32)] = &[("capture", 1.2), ("recapture", 0.4)];
/// The same for attacks.
const ATTACK: &[(&str, f32)] =
    &[("toward king", 0.35), ("check", 0.8), ("attack on more", 0.3), ("sacrifice", 0.25), ("retreat", -0.5)];
/// The same for closed positions.
const CLOSED: &[(&str, f32)] = &[("pawn capture", -1.5), ("pawn", 0.4)];

impl Style {
    /// Multiplies the chance of each move by e to the power of what the style adds to its appeal.
    pub fn apply(self, chances: &mut [f32], features: &[Features]) {
        if self.is_neutral() {
            return;
        }
        let tastes = [(self.trades, TRADES), (self.attack, ATTACK), (self.closed, CLOSED)];
        let weights: Vec<(usize, f32)> = tastes
            .into_iter()
            .flat_map(|(taste, weights)| {
                let share = taste as f32 / MOST as f32;
                weights.iter().map(move |(name, weight)| (index_of(name), weight * share))
            })
            .collect();
        for (chance, features) in chances.iter_mut().zip(features) {
            let appeal: f32 = weights.iter().map(|&(index, weight)| weight * features.values[index]).sum();
            *chance *= appeal.exp();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::candidates::Looker;
    use crate::levels::people;
    use heirloom_chess::notation::uci;
    use heirloom_chess::{Line, Position};

    /// Returns the chance of a move in a position for an opponent with this style, relative to its chance
    /// without one.
    fn ratio(fen: &str, mv: &str, style: Style) -> f32 {
        let line = Line::new(Position::from_fen(fen).unwrap());
        let candidates = Looker::new(1).unwrap().look_freely(&line).unwrap();
        let features = people::features(&line, &candidates);
        let mv = uci::parse(line.position(), mv).unwrap();
        let index = candidates.iter().position(|candidate| candidate.mv == mv).unwrap();
        let chance = |style: Style| {
            let mut chances = people::WEIGHTS.chances(1500.0, &features);
            style.apply(&mut chances, &features);
            chances[index] / chances.iter().sum::<f32>()
        };
        chance(style) / chance(Style::default())
    }

    #[test]
    fn each_taste_changes_the_moves_it_is_about() {
        let trade = "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
        assert!(ratio(trade, "b5c6", Style { trades: 100, ..Style::default() }) > 1.5);
        assert!(ratio(trade, "b5c6", Style { trades: -100, ..Style::default() }) < 0.7);
        let check = "rnbqkbnr/ppp2ppp/8/3pp3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3";
        assert!(ratio(check, "f1b5", Style { attack: 100, ..Style::default() }) > 1.2);
        assert!(ratio(check, "e4d5", Style { closed: 100, ..Style::default() }) < 0.7);
    }

    #[test]
    fn every_taste_names_features() {
        for (name, _) in [TRADES, ATTACK, CLOSED].concat() {
            assert!(people::names().contains(&name), "{name}");
        }
    }
}
