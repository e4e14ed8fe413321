//! Games that are there twice: the same moves from the same position, and the same players where that is asked for.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use heirloom_chess::game::ROSTER;

use crate::record::Record;

/// What is the same of games that are the same, in 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fingerprint([u64; 2]);

impl Fingerprint {
    /// Of the start position and the moves of the main line; with `players` of their names as well, in any case of letters.
    ///
    /// Games without moves are the same only if the whole roster is.
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

/// The fingerprints of the games so far.
#[derive(Debug, Default)]
pub struct Seen {
    fingerprints: HashSet<Fingerprint>,
}

impl Seen {
    /// None yet.
    pub fn new() -> Seen {
        Seen::default()
    }

    /// Takes one in; was it not there before?
    pub fn insert(&mut self, fingerprint: Fingerprint) -> bool {
        self.fingerprints.insert(fingerprint)
    }

    /// Takes many in.
    pub fn extend(&mut self, fingerprints: Vec<Fingerprint>) {
        self.fingerprints.extend(fingerprints);
    }
}
