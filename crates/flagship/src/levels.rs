//! Levels of play: the engine plays weaker in a way that looks human, from a beginner to full strength.
//!
//! A level begins with the openings of people of its strength (`openings`), or with those of its own
//! (`repertoire`). Then it looks at every legal move a few plies deep (`candidates`) and chooses one as
//! people of a rating do (`people`), changed by its tastes (`taste`); strong levels also search
//! (`scale`). The choice is made by chance, but always the same in the same position of a game (`choice`).
//! If asked to, it takes the time of a person (`pace`). Each level has its own memory (`state`), which does
//! not affect full strength. After a game, `belief` says what a level saw in its moves. docs/levels.md has
//! more, with measurements.

pub mod belief;
pub mod candidates;
pub mod choice;
pub mod openings;
pub mod pace;
pub mod people;
pub mod persona;
pub mod repertoire;
pub mod scale;
pub mod state;
mod taste;

use heirloom_engine::{EngineOption, OptionValue};

use scale::Level;

/// The weakest level, in Elo.
pub const WEAKEST: i64 = 600;

/// The strongest level below full strength, in Elo.
pub const STRONGEST: i64 = 2850;

/// The skill level that means full strength.
const FULL_SKILL: i64 = 20;

/// The strength to play at, from the options of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// Whether `elo` counts rather than `skill`.
    limited: bool,
    elo: i64,
    skill: i64,
    /// Whether the engine is analyzing, which always uses full strength.
    analyzing: bool,
}

impl Default for Strength {
    fn default() -> Strength {
        Strength { limited: false, elo: STRONGEST, skill: FULL_SKILL, analyzing: false }
    }
}

impl Strength {
    /// Returns the options, which default to full strength.
    pub fn options() -> [EngineOption; 4] {
        [
            EngineOption::check("UCI_LimitStrength", false),
            EngineOption::spin("UCI_Elo", STRONGEST, WEAKEST, STRONGEST),
            EngineOption::spin("Skill Level", FULL_SKILL, 0, FULL_SKILL),
            EngineOption::check("UCI_AnalyseMode", false),
        ]
    }

    /// Sets an option. Returns false if the name is not one of these.
    pub fn set(&mut self, name: &str, value: &OptionValue) -> bool {
        match (name, value) {
            ("UCI_LimitStrength", OptionValue::Check(limited)) => self.limited = *limited,
            ("UCI_Elo", OptionValue::Spin(elo)) => self.elo = *elo,
            ("Skill Level", OptionValue::Spin(skill)) => self.skill = *skill,
            ("UCI_AnalyseMode", OptionValue::Check(analyzing)) => self.analyzing = *analyzing,
            _ => return false,
        }
        true
    }

    /// Returns the Elo to play at, or `None` for full strength.
    pub fn elo(&self) -> Option<i64> {
        match () {
            () if self.analyzing => None,
            () if self.limited => Some(self.elo),
            () if self.skill < FULL_SKILL => {
                Some(WEAKEST + (STRONGEST - WEAKEST) * self.skill / (FULL_SKILL - 1))
            }
            () => None,
        }
    }

    /// Returns true if the engine is analyzing, not playing.
    pub fn is_analyzing(&self) -> bool {
        self.analyzing
    }

    /// Returns the level to play at, or `None` for full strength.
    pub fn level(&self) -> Option<Level> {
        self.elo().map(|elo| Level::of(elo as i32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_limiting_use_one_scale() {
        let mut strength = Strength::default();
        let mut set = |name, value| {
            assert!(strength.set(name, &value));
            strength.elo()
        };
        assert_eq!(set("UCI_Elo", OptionValue::Spin(1200)), None);
        assert_eq!(set("Skill Level", OptionValue::Spin(0)), Some(WEAKEST));
        assert_eq!(set("Skill Level", OptionValue::Spin(19)), Some(STRONGEST));
        assert_eq!(set("UCI_LimitStrength", OptionValue::Check(true)), Some(1200));
        assert_eq!(set("UCI_AnalyseMode", OptionValue::Check(true)), None);
        assert_eq!(set("UCI_AnalyseMode", OptionValue::Check(false)), Some(1200));
        assert_eq!(set("UCI_LimitStrength", OptionValue::Check(false)), Some(STRONGEST));
        assert_eq!(set("Skill Level", OptionValue::Spin(20)), None);
        assert!(!strength.set("Hash", &OptionValue::Spin(1)));
    }
}
