//! The files of a desk's games, and the orders that write them.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::model::stored::missing_blank;

/// The file of the list of tabs.
pub const TABS: &str = "tabs.json";
/// The file of games that were replaced on the board without having been saved.
pub const UNSAVED: &str = "unsaved.pgn";
/// The states (players, clocks and place) of those of them that were being played, one a line.
pub const STATES: &str = "unsaved.jsonl";

/// An order to the thread that writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// The key and the state of a game, the number of its history, and new lines of it.
    Keep(u32, String, u64, Vec<String>),
    /// The list of tabs.
    Tabs(String),
    /// The key of a game that is no longer kept.
    Forget(u32),
    /// A game, and its state if it was being played.
    Shelve(String, Option<String>),
}

/// Leaves out what later orders replace, so that a slow disk does not fall behind: states of a game that is
/// written again, and older lists of tabs.
pub fn merged(orders: Vec<Order>) -> Vec<Order> {
    let mut merged: Vec<Order> = Vec::new();
    for mut order in orders {
        let last = merged.iter().rposition(|earlier| earlier.precedes(&order));
        if let Some(at) = last
            && earlier_is_replaced(&mut merged[at], &mut order)
        {
            merged.remove(at);
        }
        merged.push(order);
    }
    merged
}

/// Returns true if a later order makes this one needless, and then hands over the lines of the same history.
fn earlier_is_replaced(earlier: &mut Order, later: &mut Order) -> bool {
    match (earlier, later) {
        (Order::Keep(_, _, number, lines), Order::Keep(_, _, later_number, later_lines)) => {
            if number == later_number {
                later_lines.splice(0..0, std::mem::take(lines));
            }
            true
        }
        (Order::Tabs(_), Order::Tabs(_)) => true,
        _ => false,
    }
}

impl Order {
    /// Returns true if a later order must not come before this one: both write the same file, or this one
    /// removes what the later one writes or lists.
    fn precedes(&self, later: &Order) -> bool {
        match (self, later) {
            (Order::Keep(key, ..) | Order::Forget(key), Order::Keep(later, ..)) => key == later,
            (Order::Tabs(_) | Order::Forget(_), Order::Tabs(_)) => true,
            _ => false,
        }
    }
}

/// Returns the name of the file of a game.
pub fn game_file(key: u32) -> String {
    if key == 0 { "game.json".into() } else { format!("game-{key}.json") }
}

/// Returns the beginning of the names of the files of changes of a game.
pub fn changes_prefix(key: u32) -> String {
    format!("changes-{key}-")
}

/// Returns the name of the file of a history.
pub fn changes_file(key: u32, number: u64) -> String {
    format!("{}{number:016x}.jsonl", changes_prefix(key))
}

/// Carries out an order of a desk that keeps its games in a folder. `numbers` has those of the histories.
pub fn carry_out(folder: &Path, numbers: &mut HashMap<u32, u64>, order: Order) -> std::io::Result<()> {
    match order {
        Order::Keep(key, text, number, lines) => {
            if !lines.is_empty() {
                let path = folder.join(changes_file(key, number));
                let mut file = File::options().create(true).append(true).open(path)?;
                file.write_all(lines.concat().as_bytes())?;
            }
            heirloom_files::replace(&folder.join(game_file(key)), text.as_bytes())?;
            // Only now nothing needs the changes of the game before.
            if numbers.insert(key, number) != Some(number) {
                remove_changes(folder, key, Some(number));
            }
            Ok(())
        }
        Order::Tabs(text) => heirloom_files::replace(&folder.join(TABS), text.as_bytes()),
        Order::Forget(key) => {
            numbers.remove(&key);
            remove_changes(folder, key, None);
            let _ = std::fs::remove_file(folder.join(game_file(key)));
            Ok(())
        }
        Order::Shelve(text, state) => append(&folder.join(UNSAVED), &text)
            .and_then(|()| state.map_or(Ok(()), |state| append(&folder.join(STATES), &state))),
    }
}

/// Removes the files of changes of a game, except for that of one history. A file that stays does no harm.
fn remove_changes(folder: &Path, key: u32, except: Option<u64>) {
    let (prefix, except) = (changes_prefix(key), except.map(|number| changes_file(key, number)));
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(&prefix) && except.as_ref() != Some(&name) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Appends a game; one that a kill has broken off before is ended by a blank line.
fn append(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = File::options().create(true).read(true).append(true).open(path)?;
    let mut end = Vec::new();
    file.seek(SeekFrom::Start(file.metadata()?.len().saturating_sub(2)))?;
    file.read_to_end(&mut end)?;
    file.write_all(format!("{}{}\n\n", missing_blank(&end), text.trim_end()).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keep(key: u32, text: &str, number: u64, lines: &[&str]) -> Order {
        Order::Keep(key, text.into(), number, lines.iter().map(|&line| line.into()).collect())
    }

    #[test]
    fn states_that_are_written_again_are_left_out_with_no_line_lost() {
        let orders = vec![
            keep(1, "a", 5, &["1"]),
            keep(2, "b", 6, &[]),
            Order::Tabs("1 2".into()),
            keep(1, "c", 5, &["2", "3"]),
            keep(1, "d", 7, &["4"]),
            keep(2, "e", 6, &["5"]),
            Order::Tabs("1 2 3".into()),
            Order::Forget(2),
            keep(2, "f", 8, &[]),
            Order::Tabs("1 3".into()),
        ];
        let expected = vec![
            keep(1, "d", 7, &["4"]),
            keep(2, "e", 6, &["5"]),
            Order::Tabs("1 2 3".into()),
            Order::Forget(2),
            keep(2, "f", 8, &[]),
            Order::Tabs("1 3".into()),
        ];
        assert_eq!(merged(orders), expected);
        let same = vec![keep(1, "a", 5, &["1"]), keep(1, "b", 5, &["2"])];
        assert_eq!(merged(same), [keep(1, "b", 5, &["1", "2"])]);
    }
}
