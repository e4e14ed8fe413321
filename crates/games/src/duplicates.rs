//! Finding duplicates: games with the same moves from the same position and, optionally, the same players.

use std::hash::{DefaultHasher, Hash, Hasher};

use heirloom_chess::game::ROSTER;

use crate::record::Record;

/// A hash of what identifies a game, in 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fingerprint([u64; 2]);

impl Fingerprint {
    /// Hashes the start position and the moves of the main line; with `players`, also their names, ignoring
    /// case.
    ///
    /// Games without moves are equal only if the whole roster is.
    pub fn of(record: &Record<'_>, players: bool) -> Fingerprint {
        let mut names = String::new();
        let tags: &[&str] = match () {
            () if record.moves().is_empty() => &ROSTER,
            () if players => &["White", "Black"],
            () => &[],
        };
        for tag in tags {
            for word in record.tag(tag).unwrap_or_default().split_whitespace() {
                names.extend(word.chars().flat_map(char::to_lowercase));
            }
            names.push('\n');
        }
        Fingerprint([0_u8, 1].map(|salt| {
            let mut hasher = DefaultHasher::new();
            hasher.write_u8(salt);
            hasher.write_u64(record.start().key());
            record.moves().iter().for_each(|mv| hasher.write_u16(mv.bits()));
            names.hash(&mut hasher);
            hasher.finish()
        }))
    }
}
