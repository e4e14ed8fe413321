//! The tag pairs of a game: who played whom, where and when.

/// The seven tags that every game has, in the order in which they are written; `Result` comes from the game
/// itself.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Names and values, the roster first, then the rest in order of entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags {
    pairs: Vec<(String, String)>,
}

impl Default for Tags {
    fn default() -> Tags {
        Tags::new()
    }
}

impl Tags {
    /// Returns the roster with unknown values: `?`, and `????.??.??` for the date.
    pub fn new() -> Tags {
        let unknown = |name: &str| if name == "Date" { "????.??.??" } else { "?" };
        let pairs = ROSTER[..6].iter().map(|&name| (name.to_owned(), unknown(name).to_owned())).collect();
        Tags { pairs }
    }

    /// Returns the value of a tag; names are case-sensitive.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag. `Result`, `SetUp` and `FEN` are ignored: a game writes them from its result and start
    /// position.
    ///
    /// Characters that PGN does not allow in names are dropped; control characters in a value become spaces.
    pub fn set(&mut self, name: &str, value: &str) {
        let name: String = name.chars().filter(|&letter| is_name_char(letter)).collect();
        if name.is_empty() || matches!(name.as_str(), "Result" | "SetUp" | "FEN") {
            return;
        }
        let value: String =
            value.chars().map(|letter| if letter.is_ascii_control() { ' ' } else { letter }).collect();
        match self.pairs.iter_mut().find(|(own, _)| *own == name) {
            Some((_, old)) => *old = value,
            None => self.pairs.push((name, value)),
        }
    }

    /// Removes a tag; a roster tag becomes unknown instead.
    pub fn remove(&mut self, name: &str) {
        match ROSTER[..6].iter().position(|&roster| roster == name) {
            Some(index) => self.pairs[index].1 = Tags::new().pairs[index].1.clone(),
            None => self.pairs.retain(|(own, _)| own != name),
        }
    }

    /// Returns all pairs in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Returns true if a tag name may contain this character. The standard has letters, digits and `_`; files
/// use a few more.
pub(crate) fn is_name_char(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '+' | '.' | ':' | '/' | '?' | '#' | '=')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roster_stays_first() {
        let mut tags = Tags::new();
        tags.set("ECO", "B20");
        tags.set("White", "Morphy");
        tags.set("Result", "1-0");
        tags.set("bad name\"]", "a\nb");
        let names: Vec<_> = tags.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["Event", "Site", "Date", "Round", "White", "Black", "ECO", "badname"]);
        assert_eq!(tags.get("White"), Some("Morphy"));
        assert_eq!(tags.get("badname"), Some("a b"));
        tags.remove("White");
        tags.remove("ECO");
        assert_eq!(tags.get("White"), Some("?"));
        assert_eq!(tags.get("ECO"), None);
        assert_eq!(tags.get("Date"), Some("????.??.??"));
    }
}
