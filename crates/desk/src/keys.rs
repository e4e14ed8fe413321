//! The keys that the user has changed, by the names of actions.

use std::collections::BTreeMap;

use eframe::egui::{Key, KeyboardShortcut, Modifiers};
use serde::{Deserialize, Serialize};

/// For each action that was changed, its key as text; empty for no key.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeyMap(BTreeMap<String, String>);

impl KeyMap {
    /// Returns the key of an action: as it was changed, or the usual one.
    pub fn key(&self, action: &str, usual: Option<KeyboardShortcut>) -> Option<KeyboardShortcut> {
        self.0.get(action).map_or(usual, |text| read(text))
    }

    /// Returns true if the key of an action was changed.
    pub fn is_changed(&self, action: &str) -> bool {
        self.0.contains_key(action)
    }

    /// Changes the key of an action; none for no key.
    pub fn set(&mut self, action: &str, key: Option<KeyboardShortcut>) {
        self.0.insert(action.to_owned(), key.map_or_else(String::new, write));
    }

    /// Gives an action its usual key again.
    pub fn reset(&mut self, action: &str) {
        self.0.remove(action);
    }

    /// Returns true if no key was changed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Writes a key as text, the same on every system.
fn write(key: KeyboardShortcut) -> String {
    let KeyboardShortcut { modifiers, logical_key } = key;
    let mut text = String::new();
    for (on, name) in
        [(modifiers.command || modifiers.ctrl, "Ctrl+"), (modifiers.alt, "Alt+"), (modifiers.shift, "Shift+")]
    {
        text.push_str(if on { name } else { "" });
    }
    text + logical_key.name()
}

/// Reads a key; none for no key or one that is not known.
fn read(text: &str) -> Option<KeyboardShortcut> {
    let mut modifiers = Modifiers::NONE;
    let mut rest = text;
    for (name, with) in
        [("Ctrl+", Modifiers::COMMAND), ("Alt+", Modifiers::ALT), ("Shift+", Modifiers::SHIFT)]
    {
        if let Some(after) = rest.strip_prefix(name) {
            (modifiers, rest) = (modifiers | with, after);
        }
    }
    Some(KeyboardShortcut::new(modifiers, Key::from_name(rest)?))
}

/// Returns what was pressed as a key for an action, without what depends on the system.
pub fn pressed(modifiers: Modifiers, key: Key) -> KeyboardShortcut {
    let command = if modifiers.command || modifiers.ctrl { Modifiers::COMMAND } else { Modifiers::NONE };
    let (alt, shift) = (modifiers.alt, modifiers.shift);
    KeyboardShortcut::new(Modifiers { alt, shift, ..command }, key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_read_as_it_was_written() {
        for &key in Key::ALL {
            for modifiers in [Modifiers::NONE, Modifiers::COMMAND, Modifiers::ALT | Modifiers::SHIFT] {
                let shortcut = KeyboardShortcut::new(modifiers, key);
                assert_eq!(read(&write(shortcut)), Some(shortcut), "{}", write(shortcut));
            }
        }
        assert_eq!(read("Ctrl+Shift+Nothing"), None);
    }

    #[test]
    fn changes_are_kept_and_undone() {
        let usual = Some(KeyboardShortcut::new(Modifiers::COMMAND, Key::N));
        let other = KeyboardShortcut::new(Modifiers::COMMAND | Modifiers::SHIFT, Key::Plus);
        let mut keys = KeyMap::default();
        assert_eq!(keys.key("NewGame", usual), usual);
        keys.set("NewGame", Some(other));
        keys.set("Open", None);
        let text = serde_json::to_string(&keys).unwrap();
        let mut keys: KeyMap = serde_json::from_str(&text).unwrap();
        assert_eq!((keys.key("NewGame", usual), keys.key("Open", usual)), (Some(other), None));
        keys.reset("NewGame");
        assert_eq!((keys.key("NewGame", usual), keys.is_changed("Open")), (usual, true));
    }

    #[test]
    fn control_is_the_command_key() {
        let shortcut = pressed(Modifiers { ctrl: true, shift: true, ..Modifiers::NONE }, Key::S);
        assert_eq!(write(shortcut), "Ctrl+Shift+S");
    }
}
