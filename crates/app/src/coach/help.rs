//! The help that a person has had in a game: counted, and noted in a tag of the game.

use std::fmt;

/// The tag of a game with the help that was given.
pub const TAG: &str = "Help";

/// A kind of help. A game with any help is not rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Help {
    /// The coach has warned of a move.
    Warning,
    /// A move was suggested, or played by the computer.
    Hint,
    /// A threat was shown.
    Threat,
    /// Hanging pieces were marked.
    Hanging,
    /// A move was taken back.
    TakeBack,
    /// A move was made while an engine analyzed the game.
    Analysis,
    /// The game continues another one, or its players or times were changed.
    Change,
}

impl Help {
    /// All kinds.
    pub const ALL: [Help; 7] = [
        Help::Warning,
        Help::Hint,
        Help::Threat,
        Help::Hanging,
        Help::TakeBack,
        Help::Analysis,
        Help::Change,
    ];

    /// Returns its name in the tag, for one and for more.
    fn names(self) -> [&'static str; 2] {
        match self {
            Help::Warning => ["warning", "warnings"],
            Help::Hint => ["hint", "hints"],
            Help::Threat => ["threat", "threats"],
            Help::Hanging => ["look at hanging pieces", "looks at hanging pieces"],
            Help::TakeBack => ["takeback", "takebacks"],
            Help::Analysis => ["analyzed move", "analyzed moves"],
            Help::Change => ["change", "changes"],
        }
    }
}

/// How often each kind of help was given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HelpCount([u32; Help::ALL.len()]);

impl HelpCount {
    /// Reads the value of the tag. What is not understood is ignored.
    pub fn read(text: &str) -> HelpCount {
        let mut count = HelpCount::default();
        for (number, name) in text.split(',').filter_map(|part| part.trim().split_once(' ')) {
            let kind = Help::ALL.into_iter().find(|help| help.names().contains(&name.trim()));
            if let (Some(help), Ok(number)) = (kind, number.parse()) {
                count.0[help as usize] = number;
            }
        }
        count
    }

    /// Counts a help.
    pub fn note(&mut self, help: Help) {
        let count = &mut self.0[help as usize];
        *count = count.saturating_add(1);
    }

    /// Returns true if there was no help.
    pub fn is_empty(&self) -> bool {
        self.all().next().is_none()
    }

    /// Returns how often each kind was given, without those that were not.
    pub fn all(&self) -> impl Iterator<Item = (Help, u32)> {
        Help::ALL.into_iter().zip(self.0).filter(|(_, count)| *count > 0)
    }
}

impl fmt::Display for HelpCount {
    /// Writes the value of the tag, such as `2 warnings, 1 hint`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (help, count)) in self.all().enumerate() {
            let separator = if index > 0 { ", " } else { "" };
            write!(f, "{separator}{count} {}", help.names()[usize::from(count > 1)])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_is_counted_and_read_again() {
        let mut count = HelpCount::default();
        assert!(count.is_empty() && count.to_string().is_empty());
        for help in [Help::TakeBack, Help::Warning, Help::Warning] {
            count.note(help);
        }
        assert_eq!(count.to_string(), "2 warnings, 1 takeback");
        assert_eq!(HelpCount::read("2 warnings, 1 takeback"), count);
        let mut all = HelpCount::default();
        Help::ALL.into_iter().for_each(|help| all.note(help));
        assert_eq!(HelpCount::read(&all.to_string()), all);
        assert_eq!(HelpCount::read("x warnings, 3 teapots, , 99999999999 hints"), HelpCount::default());
    }
}
