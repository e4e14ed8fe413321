//! The user's settings, layout and recent choices in a file, which is read tolerantly and replaced as a
//! whole.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use web_time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::dock::Dock;
use crate::model::notice::Notice;
use crate::model::recent_choices::RecentChoices;
use crate::settings::Settings;
use crate::writer::Writer;

/// The name of the file.
pub const FILE: &str = "settings.json";
/// How long after a change it is written.
const DELAY: Duration = Duration::from_millis(800);
/// A larger file cannot be one of settings.
const READ_AT_MOST: u64 = 1 << 20;

/// What the file has.
#[derive(Clone, Debug, Default)]
pub struct SavedState {
    /// The user's preferences.
    pub settings: Settings,
    /// The layout of the windows.
    pub dock: Dock,
    /// The recent choices.
    pub choices: RecentChoices,
    /// The size of the window, in points.
    pub size: Option<[f32; 2]>,
}

impl SavedState {
    /// Returns the text of the file; the same for the same content.
    pub fn text(&self) -> String {
        // All of these have keys that are strings.
        let part = |value: serde_json::Result<Value>| value.unwrap_or_default();
        let document = json!({
            "settings": part(serde_json::to_value(&self.settings)),
            "layout": part(serde_json::to_value(&self.dock)),
            "habits": part(serde_json::to_value(&self.choices)),
            "size": self.size,
        });
        format!("{document:#}\n")
    }

    /// Reads the text of a file; returns the names of what is wrong in it. The rest is taken over.
    fn read(text: &str) -> (SavedState, Vec<String>) {
        let (mut saved, mut wrong) = (SavedState::default(), Vec::new());
        let parts = match serde_json::from_str(text) {
            Ok(Value::Object(parts)) => parts,
            Ok(_) => return (saved, vec!["no settings found".into()]),
            Err(error) => return (saved, vec![error.to_string()]),
        };
        let part = |name: &str| parts.get(name).filter(|value| !value.is_null());
        if let Some(value) = part("settings") {
            saved.settings = each(value, "settings", &mut wrong);
        }
        if let Some(value) = part("habits") {
            saved.choices = each(value, "habits", &mut wrong);
        }
        match part("layout").map(|value| serde_json::from_value::<Dock>(value.clone())) {
            Some(Ok(dock)) if dock.is_sound() => saved.dock = dock,
            Some(_) => wrong.push("layout".into()),
            None => {}
        }
        let size = part("size").and_then(|value| serde_json::from_value::<[f32; 2]>(value.clone()).ok());
        saved.size = size.filter(|size| size.iter().all(|side| (200.0..=20_000.0).contains(side)));
        (saved, wrong)
    }
}

/// Reads each field by itself, so that a wrong one does not affect the others.
fn each<T: Default + Serialize + DeserializeOwned>(value: &Value, name: &str, wrong: &mut Vec<String>) -> T {
    let Value::Object(fields) = value else {
        wrong.push(name.to_owned());
        return T::default();
    };
    if let Ok(all) = serde_json::from_value(value.clone()) {
        return all;
    }
    let mut right = Map::new();
    for (field, value) in fields {
        let alone = Value::Object(Map::from_iter([(field.clone(), value.clone())]));
        if serde_json::from_value::<T>(alone).is_ok() {
            right.insert(field.clone(), value.clone());
        } else {
            wrong.push(format!("{name}.{field}"));
        }
    }
    serde_json::from_value(Value::Object(right)).unwrap_or_default()
}

/// Writes the file when something has changed, on a thread of its own.
#[derive(Debug)]
pub struct Store {
    /// The writer; none if the file must not be written.
    writer: Option<Writer<String>>,
    written: String,
    due: Option<Instant>,
}

impl Store {
    /// Reads the file, and keeps changes in it from now on. A file that cannot be understood is renamed, one
    /// that cannot be read is left alone; both are reported.
    pub fn open(path: &Path) -> (Store, SavedState, Option<Notice>) {
        let usual = SavedState::default();
        match read(path) {
            Ok(text) => match SavedState::read(&text) {
                (saved, wrong) if wrong.is_empty() => {
                    (Store { written: text, ..Store::start(path) }, saved, None)
                }
                (saved, wrong) => Store::without(path, saved, wrong.join(", ")),
            },
            Err(error) if error.kind() == ErrorKind::NotFound => (Store::start(path), usual, None),
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                Store::without(path, usual, error.to_string())
            }
            // Its content is unknown, so nothing may replace it.
            Err(error) => (Store::silent(), usual, Some(Notice::File(path.into(), error.to_string()))),
        }
    }

    /// Renames a file with errors, before it is written again.
    fn without(path: &Path, saved: SavedState, reason: String) -> (Store, SavedState, Option<Notice>) {
        match set_aside(path) {
            Ok(kept) => {
                (Store::start(path), saved, Some(Notice::SettingsBroken { reason, kept: Some(kept) }))
            }
            Err(_) => (Store::silent(), saved, Some(Notice::SettingsBroken { reason, kept: None })),
        }
    }

    /// Returns a store that writes nothing.
    fn silent() -> Store {
        Store { writer: None, written: String::new(), due: None }
    }

    fn start(path: &Path) -> Store {
        let path = path.to_owned();
        let write = move |texts: Vec<String>| {
            let Some(text) = texts.last() else { return };
            // If the folder cannot be written, settings are not remembered.
            let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
            let _ = folder.and_then(|()| heirloom_files::replace(&path, text.as_bytes()));
        };
        Store { writer: Writer::start("settings", write), ..Store::silent() }
    }

    /// Notes that something may have changed.
    pub fn touch(&mut self, now: Instant) {
        self.due.get_or_insert(now + DELAY);
    }

    /// Returns how long until the settings are to be compared.
    pub fn rest(&self, now: Instant) -> Option<Duration> {
        self.due.map(|due| due.saturating_duration_since(now))
    }

    /// Returns true if the settings are to be compared with those in the file.
    pub fn is_due(&self, now: Instant) -> bool {
        self.due.is_some_and(|due| now >= due)
    }

    /// Writes the settings if they have changed.
    pub fn keep(&mut self, saved: &SavedState) {
        self.due = None;
        let text = saved.text();
        if let Some(writer) = self.writer.as_ref().filter(|_| text != self.written) {
            writer.send(text.clone());
            self.written = text;
        }
    }
}

fn read(path: &Path) -> std::io::Result<String> {
    if std::fs::metadata(path)?.len() > READ_AT_MOST {
        return Err(std::io::Error::new(ErrorKind::InvalidData, "the file is too large"));
    }
    std::fs::read_to_string(path)
}

/// Renames the file to a name that is free.
fn set_aside(path: &Path) -> std::io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let names = (1..1000).map(|number| path.with_file_name(format!("{name}.broken{number}")));
    let free = names.into_iter().find(|place| !place.exists()).ok_or(ErrorKind::AlreadyExists)?;
    std::fs::rename(path, &free)?;
    Ok(free)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Appearance;
    use crate::texts::Language;
    use crate::window::Window;

    fn changed() -> SavedState {
        let mut saved = SavedState { size: Some([900.0, 700.0]), ..SavedState::default() };
        saved.settings = Settings {
            language: Language::German,
            appearance: Appearance::Light,
            mark_check: false,
            ..Settings::default()
        };
        saved.dock = Dock::analysing();
        saved.dock.bring(Window::Library);
        saved.choices.analysis = Some("rajah".into());
        saved
    }

    #[test]
    fn what_is_kept_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/settings.json");
        let (mut store, first, notice) = Store::open(&path);
        assert!(notice.is_none() && first.settings == Settings::default());
        store.keep(&changed());
        drop(store);
        let (_, again, notice) = Store::open(&path);
        assert_eq!((again.text(), notice), (changed().text(), None));
        assert!(again.dock.is_open(Window::Library) && again.settings.language == Language::German);
    }

    #[test]
    fn a_broken_file_is_kept_and_loses_only_what_is_broken() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        std::fs::write(&path, "{nonsense").unwrap();
        let (_, saved, notice) = Store::open(&path);
        assert_eq!(saved.settings, Settings::default());
        let Some(Notice::SettingsBroken { kept: Some(kept), .. }) = notice else { panic!("{notice:?}") };
        assert_eq!(std::fs::read_to_string(&kept).unwrap(), "{nonsense");

        let text = changed().text().replace("\"German\"", "\"Klingon\"").replace("\"Library\"", "\"Teapot\"");
        std::fs::write(&path, &text).unwrap();
        let (mut store, saved, notice) = Store::open(&path);
        assert!(
            saved.settings.appearance == Appearance::Light
                && !saved.settings.mark_check
                && saved.choices.analysis.is_some()
        );
        let Some(Notice::SettingsBroken { reason, kept: Some(second) }) = notice else {
            panic!("{notice:?}")
        };
        assert_eq!(reason, "settings.language, layout");
        assert!(second != kept && std::fs::read_to_string(&second).unwrap() == text);
        store.keep(&saved);
        drop(store);
        assert!(Store::open(&path).2.is_none());
    }

    #[test]
    fn what_cannot_be_read_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (mut store, _, notice) = Store::open(folder.path());
        assert!(matches!(notice, Some(Notice::File(..) | Notice::SettingsBroken { .. })), "{notice:?}");
        store.keep(&changed());
        drop(store);
        let path = folder.path().join("long.json");
        std::fs::write(&path, " ".repeat(READ_AT_MOST as usize + 1)).unwrap();
        assert!(matches!(Store::open(&path).2, Some(Notice::SettingsBroken { kept: Some(_), .. })));
    }

    #[test]
    fn layouts_that_cannot_be_are_refused() {
        for text in [
            "{\"layout\": {}}",
            "{\"layout\": 3}",
            "{\"settings\": []}",
            "[]",
            "{\"layout\": {\"tree\": {\"root\": null}}}",
        ] {
            assert!(!SavedState::read(text).1.is_empty(), "{text}");
        }
        assert!(SavedState::read("{}").1.is_empty());
        assert_eq!(SavedState::read("{\"size\": [1, 1e9]}").0.size, None);
    }
}
