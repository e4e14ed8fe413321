//! The rules of this repository: which crate may use which, how files open, what may print, where unsafe code
//! is, the words that users and developers read.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use heirloom_tests::{files_below, files_in, read, root};

/// Returns all Rust files in a folder of the repository, with their text.
fn sources(folder: &str) -> BTreeMap<String, String> {
    files_below(folder, "rs")
}

/// Returns the rows of ARCHITECTURE.md's layer table: each crate and the crates it may use.
fn layer_table() -> BTreeMap<String, Vec<String>> {
    let text = read("ARCHITECTURE.md");
    let rows = text.lines().filter(|line| line.starts_with("| ") && line.contains('`'));
    rows.filter_map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [_, name, _, uses] = cells[..] else { return None };
        let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(String::from).collect::<Vec<_>>();
        Some((names(name).first()?.clone(), names(uses)))
    })
    .collect()
}

#[test]
fn crates_use_only_what_the_layer_table_allows() {
    let table = layer_table();
    for entry in fs::read_dir(root().join("crates")).expect("crates").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let allowed = table
            .get(&name)
            .unwrap_or_else(|| panic!("crate {name} is missing from ARCHITECTURE.md's layer table"));
        let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).expect("manifest");
        let dependencies = manifest
            .split("[dependencies]")
            .nth(1)
            .unwrap_or_default()
            .split("\n[")
            .next()
            .unwrap_or_default();
        for used in dependencies.lines().filter_map(|line| line.strip_prefix("heirloom-")) {
            let used = used.split(['.', ' ', '=']).next().unwrap_or_default();
            assert!(
                allowed.iter().any(|name| name == used),
                "{name} uses {used}, which the layer table does not allow"
            );
        }
    }
}

#[test]
fn every_file_opens_with_a_sentence() {
    for (name, text) in sources("crates").into_iter().chain(sources("tests")) {
        let first = text.lines().next().unwrap_or_default();
        assert!(
            first.starts_with("//! ") && first.len() > 20,
            "{name} does not say in its first line what lives there"
        );
    }
}

#[test]
fn only_the_programs_print() {
    for (name, text) in sources("crates") {
        let program = name.starts_with("crates/cli/") || name.starts_with("crates/desk/");
        let source = name.contains("/src/") && !program;
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for word in ["println!(", "print!(", "eprintln!(", "eprint!(", "io::stdout()", "io::stdin()"] {
            assert!(
                !source || !code.contains(word),
                "{name} has {word}; only cli and desk touch standard input and output"
            );
        }
    }
}

/// The clocks of the standard library panic in a browser; those of `web_time` are the same everywhere else.
#[test]
fn libraries_take_their_time_from_one_place() {
    for (name, text) in sources("crates").iter().filter(|(name, _)| !name.starts_with("crates/cli/")) {
        for line in text.lines().filter(|line| line.contains("std::time")) {
            let clock = ["Instant", "SystemTime"].iter().find(|clock| line.contains(**clock));
            assert!(clock.is_none(), "{name} takes {clock:?} from std::time; use web_time");
        }
    }
}

#[test]
fn unsafe_code_is_named_here() {
    const ALLOWED: &[&str] = &[
        "crates/chess/src/attacks/sliders.rs",
        "crates/chess/src/moves.rs",
        "crates/flagship/src/eval/nnue/rays.rs",
        "crates/flagship/src/eval/nnue/simd.rs",
        "crates/flagship/src/huge.rs",
        "crates/flagship/src/prefetch.rs",
        "crates/tablebase/src/files.rs",
    ];
    for (name, text) in sources("crates") {
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let is_unsafe =
                line.contains("unsafe {") || line.contains("unsafe impl") || line.contains("unsafe fn");
            if is_unsafe && !line.trim_start().starts_with("//") {
                assert!(
                    ALLOWED.contains(&name.as_str()),
                    "{name} has unsafe code; name it in this test and say why"
                );
                let explained =
                    lines[index.saturating_sub(4)..index].iter().any(|line| line.contains("SAFETY:"));
                assert!(explained, "{name}:{} has no SAFETY comment", index + 1);
            }
        }
    }
}

#[test]
fn no_catch_all_names() {
    for (name, _) in sources("crates") {
        for word in ["util", "common", "manager", "helper", "misc", "/mod.rs"] {
            assert!(!name.contains(word), "{name}: name what lives there");
        }
    }
}

#[test]
fn tests_start_the_program_without_the_users_configuration() {
    for (name, text) in sources("crates/cli/tests") {
        // `kill` has no configuration.
        let starts = text.matches("Command::new(").count() - text.matches("Command::new(\"kill\")").count();
        assert!(
            starts == 0 || name.ends_with("/start/program.rs"),
            "{name} starts a program by itself; let start::program do it"
        );
    }
}

/// Phrases to avoid, and what to write instead.
const PHRASES: &[(&str, &str)] = &[
    ("a heirloom", "an Heirloom"),
    ("anew", "again"),
    ("anybody", "anyone"),
    ("at first", "initial, or on the first"),
    ("at last", "final"),
    ("beside", "next to"),
    ("besides", "also"),
    ("conformance", "compliance"),
    ("endspieltabelle", "Endspieldatenbank"),
    ("everybody", "everyone"),
    ("go on", "continue"),
    ("goes on", "continues"),
    ("is there already", "already exists"),
    ("keep games", "manage games"),
    ("legal move of", "legal move for"),
    ("news", "report, event"),
    ("nobody", "no one, or name the thing"),
    ("of no use", "invalid"),
    ("of ours", "built-in"),
    ("of old", "old"),
    ("on a pipe", "in a pipe"),
    ("so many", "N"),
    ("somebody", "someone, or name the thing"),
    ("tells", "reports, shows"),
    ("the like", "similar"),
    ("those of the program", "built-in, included"),
    ("told", "reported, printed"),
    ("tool bar", "toolbar"),
    ("towards", "toward"),
    ("wherewith", "with which"),
    ("whoever", "anyone who"),
    ("zurückstellen", "zurücksetzen"),
];

/// Folders whose texts are not checked.
const UNCHECKED: &[&str] = &["crates/desk-tests/"];

/// Returns all Rust files of the repository, with their text.
fn all_sources() -> impl Iterator<Item = (String, String)> {
    ["crates", "tests", "fuzz"].into_iter().flat_map(sources)
}

/// Returns a message for each phrase of [`PHRASES`] in a text at this place.
fn bad_phrases(place: &str, words: &str) -> Vec<String> {
    let found = PHRASES.iter().filter(|(phrase, _)| contains_phrase(words, phrase));
    found.map(|(phrase, better)| format!("{place}: \"{phrase}\"; better: {better}")).collect()
}

fn assert_plain_english(found: &[String]) {
    assert!(
        found.is_empty(),
        "there are phrases that the glossary in CONTRIBUTING.md replaces:\n{}",
        found.join("\n")
    );
}

#[test]
fn users_read_plain_english() {
    let mut found = Vec::new();
    for (name, text) in sources("crates") {
        let is_test = !name.contains("/src/") || name.ends_with("/tests.rs") || name.contains("/tests/");
        if is_test || UNCHECKED.iter().any(|folder| name.starts_with(folder)) {
            continue;
        }
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let help = if is_help(code) { help(code) } else { Vec::new() };
        for (line, words) in literals(code).into_iter().chain(help) {
            found.extend(bad_phrases(&format!("{name}:{line}"), &words));
        }
    }
    assert_plain_english(&found);
}

#[test]
fn developers_read_plain_english() {
    let mut found = Vec::new();
    for (name, text) in all_sources() {
        for (line, words) in comments(&text) {
            found.extend(bad_phrases(&format!("{name}:{line}"), &words));
        }
    }
    assert_plain_english(&found);
}

/// rustfmt limits lines of code, but not comments and macros. Strings and tables of numbers may be wider.
#[test]
fn lines_have_at_most_110_columns() {
    const TABLES: &[&str] = &["/numbers.rs", "/weights.rs"];
    let mut wide = Vec::new();
    for (name, text) in all_sources().filter(|(name, _)| !TABLES.iter().any(|end| name.ends_with(end))) {
        let spans =
            literals(&text).into_iter().map(|(line, words)| line..=line + words.matches('\n').count());
        let in_strings: BTreeSet<usize> = spans.flatten().collect();
        for (line, content) in (1..).zip(text.lines()) {
            let may_be_wide = in_strings.contains(&line) && !content.trim_start().starts_with("//");
            if content.chars().count() > 110 && !may_be_wide {
                wide.push(format!("{name}:{line}"));
            }
        }
    }
    assert!(wide.is_empty(), "lines with more than 110 columns:\n{}", wide.join("\n"));
}

/// Returns the pages for users, with their text. CONTRIBUTING.md is not among them: it lists what not to
/// write.
fn pages() -> BTreeMap<String, String> {
    let named = ["ARCHITECTURE.md", "CHANGELOG.md", "README.md", "RELEASING.md", "SECURITY.md"];
    let pages = ["docs", "docs/manual", "lab"].into_iter().flat_map(|folder| files_in(folder, "md"));
    pages.chain(named.map(|name| (name.to_owned(), read(name)))).collect()
}

#[test]
fn pages_are_plain_english() {
    // A phrase may be broken into two lines.
    let found = pages().into_iter().flat_map(|(name, text)| bad_phrases(&name, &text.replace('\n', " ")));
    assert_plain_english(&found.collect::<Vec<_>>());
}

/// Returns true if a text has a phrase as whole words, in any case. Placeholders of `format!` are ignored.
fn contains_phrase(text: &str, phrase: &str) -> bool {
    let words: String = text
        .split('{')
        .enumerate()
        .map(|(index, part)| if index == 0 { part } else { part.split_once('}').unwrap_or((part, part)).1 })
        .collect();
    let words = words.to_ascii_lowercase();
    let is_edge = |letter: Option<char>| {
        letter.is_none_or(|letter| !letter.is_alphanumeric() && letter != '_' && letter != '-')
    };
    words.match_indices(phrase).any(|(at, _)| {
        is_edge(words[..at].chars().next_back()) && is_edge(words[at + phrase.len()..].chars().next())
    })
}

/// Returns true if clap makes help texts from the comments of this file.
fn is_help(code: &str) -> bool {
    let derives = code.lines().filter(|line| line.trim_start().starts_with("#[derive("));
    derives
        .into_iter()
        .any(|line| ["Args", "Parser", "Subcommand", "ValueEnum"].iter().any(|name| line.contains(name)))
}

/// Returns the comments of fields and variants, with their line numbers.
fn help(code: &str) -> Vec<(usize, String)> {
    const ITEMS: &str = "const enum fn impl macro_rules! mod static struct trait type unsafe use";
    let (mut found, mut waiting, mut in_attribute) = (Vec::new(), Vec::new(), false);
    for (index, line) in code.lines().enumerate() {
        let line = line.trim();
        if let Some(words) = line.strip_prefix("///") {
            waiting.push((index + 1, words.to_owned()));
        } else if in_attribute || line.starts_with("#[") {
            in_attribute = !line.ends_with(']');
        } else {
            let item = line.split_whitespace().find(|word| !word.starts_with("pub")).unwrap_or_default();
            if !ITEMS.split(' ').any(|known| known == item) {
                found.append(&mut waiting);
            }
            waiting.clear();
        }
    }
    found
}

/// Returns the comments that take whole lines, with the numbers of their first lines and without inline code.
fn comments(code: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut continues = false;
    for (line, content) in (1..).zip(code.lines()) {
        let comment = content.trim_start().strip_prefix("//");
        if let Some(words) = comment.map(|words| words.trim_start_matches(['/', '!'])) {
            match found.last_mut().filter(|_| continues) {
                Some((_, block)) => block.push_str(words),
                None => found.push((line, words.to_owned())),
            }
        }
        continues = comment.is_some();
    }
    for (_, words) in &mut found {
        *words = words.split('`').step_by(2).collect();
    }
    found
}

/// Returns the string literals of a source file, with the numbers of their first lines.
fn literals(code: &str) -> Vec<(usize, String)> {
    let (mut found, mut rest, mut line) = (Vec::new(), code, 1);
    while let Some(first) = rest.chars().next() {
        let quoted = |open: &str, close: &str| {
            let inner = rest.strip_prefix(open)?;
            Some((open.len(), inner.find(close).unwrap_or(inner.len()), close.len()))
        };
        let raw = quoted("r#\"", "\"#").or_else(|| quoted("r\"", "\""));
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some((open, inner, close)) = raw {
            found.push((line, rest[open..open + inner].to_owned()));
            open + inner + close
        } else if first == '"' {
            let end = end_of_string(&rest[1..]);
            found.push((line, rest[1..1 + end].to_owned()));
            end + 2
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
            rest[1..].find("'").map_or(1, |end| end + 2)
        } else {
            first.len_utf8()
        };
        let length = length.min(rest.len());
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    found
}

/// Returns the end of a string whose opening quote has been read.
fn end_of_string(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().find(|(_, letter)| {
        let ends = *letter == '"' && !is_escaped;
        is_escaped = *letter == '\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at)
}

#[test]
fn texts_are_found_in_source() {
    let code =
        "let a = \"one \\\" two\"; // \"no\"\nlet b = ['\"', 'x']; let c = r#\"raw \"text\" here\"#;\n";
    assert_eq!(literals(code), [(1, "one \\\" two".into()), (2, "raw \"text\" here".into())]);
    let code = "/// A type.\npub struct A {\n    /// Shown.\n    #[arg(long)]\n    pub a: u8,\n}\n\
                /// Hidden.\npub fn f() {}\n";
    assert_eq!(help(code), [(3, " Shown.".to_owned())]);
    let code = "//! A file\n//! of `told` words.\n\nlet a = 1;\n    // One.\n";
    assert_eq!(comments(code), [(1, " A file of  words.".to_owned()), (5, " One.".to_owned())]);
    let is_told = |text| contains_phrase(text, "told");
    assert!(is_told("It was Told.") && !is_told("{told} moves") && !is_told("untold"));
}
