//! What players receive with the program: manuals that agree with each other and with the program, games that
//! are legal.

use std::fs;

use heirloom_chess::notation::pgn::Reader;
use heirloom_tests::{read, root};

/// Returns the levels of all headings outside code, and the code blocks.
fn headings_and_blocks(text: &str) -> (Vec<usize>, Vec<&str>) {
    let parts: Vec<&str> = text.split("```").collect();
    assert!(parts.len() % 2 == 1, "a code block has no end");
    let levels =
        |line: &str| line.starts_with('#').then(|| line.chars().take_while(|&letter| letter == '#').count());
    let headings = parts.iter().step_by(2).flat_map(|prose| prose.lines()).filter_map(levels).collect();
    (headings, parts.into_iter().skip(1).step_by(2).collect())
}

/// Returns the names of all verbs, from the list used for the program's arguments.
fn verbs() -> Vec<String> {
    let source = read("crates/cli/src/verbs.rs");
    let list =
        source.split("\nverbs! {").nth(1).and_then(|rest| rest.split("\n}").next()).expect("the verbs");
    let names =
        list.lines().filter_map(|line| line.trim().split(['(', ',']).next()?.split_whitespace().next());
    names
        .filter(|name| name.starts_with(|letter: char| letter.is_ascii_uppercase()))
        .map(str::to_lowercase)
        .collect()
}

#[test]
fn both_manuals_have_the_same_headings_and_code() {
    let (english, german) = (read("docs/manual/en.md"), read("docs/manual/de.md"));
    let (english, german) = (headings_and_blocks(&english), headings_and_blocks(&german));
    assert_eq!(english.0, german.0, "levels of headings");
    assert!(english.0.len() > 20 && english.1.len() > 10, "{english:?}");
    assert_eq!(english.1, german.1, "code blocks");
}

#[test]
fn every_option_in_one_manual_is_in_the_other() {
    let rows = |name: &str| -> Vec<String> {
        let text = read(name);
        let rows = text.lines().filter(|line| line.starts_with("| `"));
        rows.map(|row| row.split('|').nth(1).unwrap_or_default().trim().to_owned()).collect()
    };
    assert_eq!(rows("docs/manual/en.md"), rows("docs/manual/de.md"));
}

#[test]
fn both_manuals_name_every_option_of_the_ancestors() {
    for manual in ["docs/manual/en.md", "docs/manual/de.md"] {
        let text = read(manual);
        for ancestor in heirloom_ancestors::ALL {
            let engine = (ancestor.create)().expect("default options");
            let name = engine.name().split(' ').next().unwrap_or_default();
            let row = text.lines().find(|line| line.starts_with(&format!("| {name} |"))).expect(name);
            for option in engine.options() {
                assert!(row.contains(&format!("`{}`", option.name)), "{manual}: {name} has {}", option.name);
            }
        }
    }
}

#[test]
fn every_verb_that_a_manual_names_exists() {
    let verbs = verbs();
    assert!(verbs.len() > 15 && verbs.contains(&"play".to_owned()), "{verbs:?}");
    for manual in ["docs/manual/en.md", "docs/manual/de.md"] {
        let text = read(manual);
        let code = headings_and_blocks(&text).1.join("\n");
        let inline = text.replace("```", "").split('`').skip(1).step_by(2).collect::<Vec<_>>().join("\n");
        let named = |text: &str| -> Vec<String> {
            let after = text.split("heirloom ").skip(1).filter_map(|rest| rest.split_whitespace().next());
            after.map(|word| word.trim_end_matches(['\'', '"']).to_owned()).collect()
        };
        let mut named = [named(&code), named(&inline)].concat();
        named.retain(|word| word.starts_with(|letter: char| letter.is_ascii_lowercase()));
        assert!(named.len() > 30, "{named:?}");
        for word in named {
            assert!(verbs.contains(&word), "{manual} names 'heirloom {word}', which does not exist");
        }
    }
}

#[test]
fn the_famous_games_are_legal_to_the_end() {
    let text = read("data/games.pgn");
    let mut games = Reader::new(text.as_bytes()).games();
    let lengths: Vec<usize> = games
        .by_ref()
        .map(|game| game.unwrap_or_else(|error| panic!("{error}")).main_line().count())
        .collect();
    assert_eq!(lengths, [13, 45, 47, 56, 33, 65, 75, 49, 50, 21, 46, 35, 71, 80]);
    assert!(games.warnings().is_empty(), "{:?}", games.warnings());
}

#[cfg(unix)]
#[test]
fn every_library_comes_with_its_licence() {
    let folder = std::env::temp_dir().join(format!("heirloom-libraries-{}", std::process::id()));
    let script = root().join(".ci/libraries");
    let collected = std::process::Command::new(script).arg(&folder).output().expect("bash");
    assert!(collected.status.success(), "{}", String::from_utf8_lossy(&collected.stderr));
    let list = fs::read_to_string(folder.join("LIBRARIES")).expect("the list");
    assert!(list.lines().count() > 80 && !list.contains("hold no text"), "{list}");
    for line in list.lines() {
        let (name, facts) = line.split_once([':', ',']).expect("a name and facts");
        assert!(facts.contains("https://"), "{line}");
        let texts = fs::read_dir(folder.join("licences").join(name))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let longest = texts.flatten().filter_map(|text| text.metadata().ok()).map(|text| text.len()).max();
        assert!(longest > Some(400), "{name} has no text");
    }
    fs::remove_dir_all(folder).expect("a folder of ours");
}
