//! Tests of reading and editing the configuration, with two fake engines that only have options.

use std::cell::Cell;

use heirloom_engine::{EngineOption, OptionValue};
use heirloom_testing::cases;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestRunner;

use super::edit::{self, EditError, Key, PREAMBLE};
use super::file;
use super::schema::Schema;
use super::{Config, text};

fn schema() -> Schema {
    Schema::new(["heirloom", "roce"], |name| match name {
        "heirloom" => vec![
            EngineOption::spin("Hash", 16, 1, 1024),
            EngineOption::spin("Move Overhead", 10, 0, 5000),
            EngineOption::combo("Evaluation", "net", &["net", "classical"]),
            EngineOption::text("SyzygyPath", ""),
            EngineOption::button("Clear Hash"),
            EngineOption::check("Ponder", false),
        ],
        _ => vec![EngineOption::spin("Hash", 16, 1, 1024), EngineOption::check("Nullmove", true)],
    })
}

fn parse(text: &str) -> Config {
    Config::parse(text.as_bytes(), &schema())
}

/// Formats all valid entries, one per line, followed by all mistakes.
fn summary(config: &Config) -> String {
    let entries = config.entries.iter().map(|entry| {
        let profile = entry.profile.as_ref().map_or_else(String::new, |profile| format!("{profile}/"));
        format!("{profile}{}.{} = {}\n", entry.owner, entry.name, text(&entry.value))
    });
    let mistakes = config.errors.iter().map(|mistake| mistake.of_file("F") + "\n");
    entries.chain(mistakes).collect()
}

fn key<'a>(profile: Option<&'a str>, owner: &'a str, name: &'a str) -> Key<'a> {
    Key { profile, owner, name }
}

#[test]
fn all_toml_forms_are_read() {
    let right = "\u{feff}engine.roce.Hash = 0x20 # hexadecimal\r\n[general]\r\nfigures = true\r\n\
        [Engine.HEIRLOOM]\r\nmove_overhead = 30\r\n\
                 SyzygyPath = '''\nC:\\tables'''\r\n\r\n[profile.Fast.engine]\r\n\
                 heirloom = { Hash = 1, evaluation = \"CLASSICAL\" }\r\n\
                 [profile.fast.general]\nfigures=false";
    let mut config = parse(right);
    assert_eq!(
        summary(&config),
        "roce.Hash = 32\ngeneral.figures = true\nheirloom.Move Overhead = 30\n\
            heirloom.SyzygyPath = C:\\tables\nFast/heirloom.Hash = 1\n\
         Fast/heirloom.Evaluation = classical\nFast/general.figures = false\n"
    );
    assert!(config.is_on("figures") && config.entry("heirloom", "Hash").is_none());
    config.choose("FAST").unwrap();
    assert!(!config.is_on("figures"));
    assert_eq!(
        config.entry("heirloom", "Hash").map(|entry| (&entry.value, entry.line)),
        Some((&OptionValue::Spin(1), 10))
    );
    assert_eq!(config.entry("roce", "Hash").map(|entry| &entry.value), Some(&OptionValue::Spin(32)));
    let error = config.choose("fsat").unwrap_err().to_string();
    assert_eq!(error, "found profile 'fsat', expected one of Fast; did you mean Fast?");
}

#[test]
fn tabs_byte_order_marks_and_line_endings_are_accepted() {
    let text = "\u{feff}\t[ engine . roce ]\t# mine\r\n\tHash\t=\t3\t# tabs\r\n[engine.roce]\r\n\
        Nullmove = false\r\nHash = 4";
    assert_eq!(
        summary(&parse(text)),
        "roce.Hash = 3\nroce.Nullmove = false\nF:3: found a second '[engine.roce]', \
            expected its entries in the section at line 1\n\
         F:5: found a second 'Hash', expected only one (line 2 counts)\n"
    );
}

#[test]
fn entries_below_a_broken_section_are_ignored() {
    let text = "[engine.heirloom]\nHash = 2\n[engine.roce\nHash = 3\n[engine.roce]\nNullmove = false\n\
        engine.heirloom]\nHash = 4\n";
    assert_eq!(
        summary(&parse(text)),
        "heirloom.Hash = 2\nroce.Nullmove = false\n\
         F:3: found '[engine.roce', expected a section such as [engine.heirloom] (its entries are ignored); \
         did you mean \
         [engine.roce]?\n\
         F:7: found 'engine.heirloom]', expected a section such as [engine.heirloom] (its entries are \
         ignored); did you mean \
         [engine.heirloom]?\n"
    );
}

#[test]
fn errors_of_the_whole_file_are_reported() {
    let text = "engine = { heirloom = { Hash = 2 } }\n[engine.roce]\nHash = 3\n";
    let config = parse(text);
    assert_eq!((config.entries.len(), config.errors.len()), (2, 1), "{}", summary(&config));
    assert_eq!(config.errors[0].line, Some(2));
}

#[test]
fn other_files_are_a_single_mistake() {
    for (bytes, message) in [
        (&b"\xff\xfe[\0"[..], "F: found UTF-16, expected text saved as UTF-8\n"),
        (&vec![b'x'; 100 << 10][..], "F: found 100 KiB, expected at most 64 KiB of settings\n"),
        (
            b"[engine.roce]\nHash = 4 # gr\xf6\xdfer\nNullmove = false\n",
            "roce.Nullmove = false\nF:2: found invalid UTF-8, expected text saved as UTF-8\n",
        ),
        (b"", ""),
    ] {
        assert_eq!(summary(&Config::parse(bytes, &schema())), message);
    }
}

#[test]
fn hostile_files_are_harmless() {
    let deep = format!("a = {}", "[".repeat(50_000));
    let many = "a=[]]\n".repeat(500);
    for text in [
        deep.as_str(),
        &many,
        "[]",
        "[[]]",
        "[.]",
        "=",
        "\"",
        "'''",
        "\0",
        "[engine]\n[engine.\n\r\r\n",
        "profile = 3\nengine = 4\ngeneral = 5",
    ] {
        assert!(!parse(text).errors.is_empty(), "{text:.20}");
    }
}

const COMMENTED: &str = "# first\n\n[engine.roce] # mine\n# about the table\nHash = 32 # MiB\n\
    Nullmove = false\n\n# unknown\n[window]\nx = 3\n# end\n";

#[test]
fn a_value_is_set_in_place() {
    let hash = key(None, "roce", "Hash");
    assert_eq!(edit::set(COMMENTED, hash, &OptionValue::Spin(64)).unwrap(), COMMENTED.replace("32", "64"));
    let windows = COMMENTED.replace('\n', "\r\n");
    assert_eq!(edit::set(&windows, hash, &OptionValue::Spin(64)).unwrap(), windows.replace("32", "64"));
    let marked = format!("\u{feff}{COMMENTED}");
    assert_eq!(
        parse(&edit::set(&marked, hash, &OptionValue::Spin(64)).unwrap()).entries[0].value,
        OptionValue::Spin(64)
    );
    let added =
        edit::set(COMMENTED, key(Some("x y"), "heirloom", "Move Overhead"), &OptionValue::Spin(0)).unwrap();
    assert_eq!(added, format!("{COMMENTED}\n[profile.\"x y\".engine.heirloom]\n\"Move Overhead\" = 0\n"));
    let began = edit::set(PREAMBLE, key(None, "general", "figures"), &OptionValue::Check(true)).unwrap();
    assert_eq!(began, format!("{PREAMBLE}\n[general]\nfigures = true\n"));
}

#[test]
fn a_reset_keeps_comments() {
    let without = COMMENTED.replace("Hash = 32 # MiB\n", "# MiB\n").replace("Nullmove = false\n", "");
    for text in [COMMENTED.to_owned(), COMMENTED.replace('\n', "\r\n")] {
        let text = edit::reset(&text, key(None, "roce", "hash")).unwrap();
        let text = edit::reset(&text, key(None, "roce", "Nullmove")).unwrap();
        assert_eq!(text.replace("\r\n", "\n"), without);
        assert_eq!(edit::reset(&text, key(Some("none"), "roce", "Hash")), Ok(text));
    }
}

#[test]
fn set_and_reset_undo_each_other() {
    for text in [
        "engine.heirloom.Hash = 2\n",
        "[engine]\nheirloom.Hash = 2\n",
        "engine = { heirloom = { Hash = 2 }, roce = {} }\n",
        "[engine]\nheirloom = {Hash = 2}\n[general]\n",
        "[engine.heirloom]\nHash = 2",
        "[profile.a]\n[engine.heirloom]\nHash = 2\n\n",
    ] {
        for (owner, name, value) in [
            ("roce", "Nullmove", OptionValue::Check(false)),
            ("heirloom", "Move Overhead", OptionValue::Spin(7)),
        ] {
            let longer = edit::set(text, key(None, owner, name), &value).unwrap();
            let config = parse(&longer);
            assert_eq!(config.errors, [], "{longer}");
            assert_eq!(config.entry(owner, name).map(|entry| &entry.value), Some(&value), "{longer}");
            assert_eq!(
                config.entry("heirloom", "Hash").map(|entry| &entry.value),
                Some(&OptionValue::Spin(2)),
                "{longer}"
            );
            let shorter = parse(&edit::reset(&longer, key(None, owner, name)).unwrap());
            assert_eq!(summary(&shorter), "heirloom.Hash = 2\n", "{longer}");
        }
    }
}

#[test]
fn the_effective_spelling_is_changed() {
    let text = "[profile.b.general]\nfigures = true\n[Profile.A.Engine.Roce]\nhash = 5\n\
        [profile.a.engine.roce]\nHash = 6\n";
    let hash = key(Some("a"), "roce", "Hash");
    assert_eq!(edit::set(text, hash, &OptionValue::Spin(7)).unwrap(), text.replace('5', "7"));
    assert_eq!(edit::reset(text, hash).unwrap(), text.replace("hash = 5\n", "").replace("Hash = 6\n", ""));
}

#[test]
fn a_broken_file_is_unchanged() {
    let broken = edit::set("[general]\nfigures = yes\n", key(None, "roce", "Hash"), &OptionValue::Spin(3))
        .unwrap_err();
    assert!(matches!(broken, EditError::Broken { line: 2, .. }), "{broken}");
    assert_eq!(
        edit::set("engine = 3\n", key(None, "roce", "Hash"), &OptionValue::Spin(3)),
        Err(EditError::NoSection("engine".into()))
    );
}

#[test]
fn a_file_is_replaced_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/heirloom.toml");
    file::save(&path, "a").unwrap();
    file::save(&path, "b").unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "b");
    assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    assert!(file::save(folder.path(), "c").is_err());
}

/// Reads and edits thousands of damaged files without panics. In files without mistakes, setting an entry
/// changes only that entry.
#[test]
fn damaged_files_are_read_and_changed_safely() {
    const WHOLE: &str = "# one\n[engine.heirloom]\nHash = 2 # two\n\"Move Overhead\" = 7\n\
        Evaluation = 'net'\n[profile.a.engine.roce]\nHash = 3\n\
                         # four\n[engine]\nroce = { Nullmove = false }\n[general]\nfigures = true\n";
    const MARKS: &[&str] =
        &["[", "]", "\"", "'", "=", "\n", "#", ".", " ", "{", "}", "engine.", "\\", "é", "1"];
    const LINES: &[&str] = &["[general]\n", "Hash = 9\n"];
    let damage = vec((any::<Index>(), 0_usize..4, select([MARKS, LINES].concat())), 1..=3);
    let changed = Cell::new(0);
    let tested = TestRunner::new(cases(2000)).run(&damage, |damage| {
        let mut text: Vec<char> = WHOLE.chars().collect();
        for (place, length, piece) in damage {
            let place = place.index(text.len());
            let end = text.len().min(place + length);
            text.splice(place..end, piece.chars());
        }
        let text: String = text.into_iter().collect();
        let before = parse(&text);
        for key in [key(None, "roce", "Hash"), key(Some("a"), "roce", "Hash"), key(None, "heirloom", "Hash")]
        {
            let Ok(longer) = edit::set(&text, key, &OptionValue::Spin(5)) else { continue };
            let after = parse(&longer);
            let is_meant = |entry: &&super::Entry| {
                (entry.profile.as_deref(), &*entry.owner, &*entry.name) == (key.profile, key.owner, key.name)
            };
            let others = |config: &Config| -> Vec<(String, OptionValue)> {
                let others = config.entries.iter().filter(|entry| !is_meant(entry));
                let mut others: Vec<_> = others
                    .map(|entry| {
                        (format!("{:?} {}.{}", entry.profile, entry.owner, entry.name), entry.value.clone())
                    })
                    .collect();
                others.sort_by(|one, other| one.0.cmp(&other.0));
                others
            };
            prop_assert_eq!(
                after.entries.iter().find(is_meant).map(|entry| &entry.value),
                Some(&OptionValue::Spin(5)),
                "{}\n---\n{}",
                text,
                longer
            );
            prop_assert_eq!(others(&after), others(&before), "{}\n---\n{}", text, longer);
            let shorter = parse(&edit::reset(&longer, key).unwrap());
            prop_assert_eq!(shorter.entries.iter().find(is_meant), None, "{}", longer);
            prop_assert_eq!(others(&shorter), others(&before), "{}", longer);
            changed.set(changed.get() + 1);
        }
        Ok(())
    });
    tested.unwrap_or_else(|error| panic!("{error}"));
    assert!(changed.get() > 500, "{changed:?}");
}
