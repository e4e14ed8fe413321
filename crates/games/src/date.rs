//! Dates of games, often with only the year known.

use std::fmt;
use std::str::FromStr;

/// A date in PGN form: `1972.07.11`, `1972.??.??`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, 1 to 12, if known.
    pub month: Option<u8>,
    /// The day, 1 to 31, if known.
    pub day: Option<u8>,
}

/// The text is not a date.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not a date; expected 1972, 1972.07 or 1972.07.11")]
pub struct DateError(String);

impl Date {
    /// Parses the value of a date tag, also `1972-07-11`, `11.7.1972` and `1972`; none if the year is
    /// unknown.
    pub fn of_tag(text: &str) -> Option<Date> {
        let mut fields: Vec<&str> =
            text.trim().split(['.', '-', '/', ' ']).filter(|field| !field.is_empty()).collect();
        let is_year = |field: &&str| field.len() == 4 && field.bytes().all(|byte| byte.is_ascii_digit());
        if fields.len() == 3 && is_year(&fields[2]) && !is_year(&fields[0]) {
            fields.reverse();
        }
        let year = fields.first().filter(|field| is_year(field))?.parse().ok().filter(|&year| year > 0)?;
        let number = |index: usize, most: u8| {
            fields.get(index)?.parse().ok().filter(|number| (1..=most).contains(number))
        };
        let month = number(1, 12);
        let most = match month {
            Some(2) if is_leap(year) => 29,
            Some(2) => 28,
            Some(4 | 6 | 9 | 11) => 30,
            _ => 31,
        };
        Some(Date { year, month, day: number(2, most).filter(|_| month.is_some()) })
    }

    /// Returns the date of a game from its tags: servers and databases also use tags other than `Date`.
    pub fn of_tags<V: AsRef<str>>(tag: impl Fn(&str) -> Option<V>) -> Option<Date> {
        ["Date", "UTCDate", "EventDate"].into_iter().find_map(|name| Date::of_tag(tag(name)?.as_ref()))
    }

    /// Returns the earliest day that this can be.
    fn earliest(self) -> (u16, u8, u8) {
        (self.year, self.month.unwrap_or(1), self.day.unwrap_or(1))
    }

    /// Returns the latest day that this can be.
    fn latest(self) -> (u16, u8, u8) {
        (self.year, self.month.unwrap_or(12), self.day.unwrap_or(31))
    }

    /// Returns true if this can be on or after the first day of `since`.
    pub fn may_be_since(self, since: Date) -> bool {
        self.latest() >= since.earliest()
    }

    /// Returns true if this can be on or before the last day of `until`.
    pub fn may_be_until(self, until: Date) -> bool {
        self.earliest() <= until.latest()
    }
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Date, DateError> {
        let date = Date::of_tag(text).ok_or_else(|| DateError(text.into()))?;
        // A day that does not exist is an error, not an unknown day.
        let fields = text.split(['.', '-', '/']).count();
        let known = 1 + usize::from(date.month.is_some()) + usize::from(date.day.is_some());
        if fields == known { Ok(date) } else { Err(DateError(text.into())) }
    }
}

/// Writes the PGN form.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = |number: Option<u8>| number.map_or("??".into(), |number| format!("{number:02}"));
        write!(f, "{:04}.{}.{}", self.year, field(self.month), field(self.day))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_files_are_parsed() {
        for (text, expected) in [
            ("1972.07.11", Some("1972.07.11")),
            ("1972-7-1", Some("1972.07.01")),
            ("11.7.1972", Some("1972.07.11")),
            ("1972", Some("1972.??.??")),
            ("1972.??.11", Some("1972.??.??")),
            ("1972.13.11", Some("1972.??.??")),
            ("1900.02.29", Some("1900.02.??")),
            ("2000.02.29", Some("2000.02.29")),
            ("????.??.??", None),
            ("", None),
            ("July", None),
        ] {
            assert_eq!(Date::of_tag(text).map(|date| date.to_string()).as_deref(), expected, "{text}");
        }
        assert!("1972.07".parse::<Date>().is_ok());
        assert!("1972.02.30".parse::<Date>().is_err());
        assert!("last year".parse::<Date>().is_err());
    }

    #[test]
    fn missing_dates_come_from_other_tags() {
        let of = |tags: &[(&str, &str)]| {
            let tag = |name: &str| tags.iter().find(|(own, _)| *own == name).map(|(_, value)| *value);
            Date::of_tags(tag).map(|date| date.to_string())
        };
        assert_eq!(of(&[("UTCDate", "2017.08.31")]).as_deref(), Some("2017.08.31"));
        assert_eq!(of(&[("Date", "????.??.??"), ("EventDate", "1972.07.??")]).as_deref(), Some("1972.07.??"));
        assert_eq!(of(&[("Date", "1972"), ("UTCDate", "2017.08.31")]).as_deref(), Some("1972.??.??"));
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn unknown_dates_may_match() {
        let date = |text: &str| Date::of_tag(text).unwrap();
        assert!(date("1972.??.??").may_be_since(date("1972.12.31")));
        assert!(!date("1972.07.??").may_be_since(date("1972.08")));
        assert!(date("1972.07.31").may_be_until(date("1972.07")));
        assert!(!date("1973").may_be_until(date("1972")));
    }
}
