//! Tests of the configuration: a file, its errors, the verb that changes it, and engines started with it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "start/program.rs"]
mod start;
use start::*;

use std::path::Path;

use tempfile::TempDir;

/// A folder with a configuration.
struct Home(TempDir);

impl Home {
    fn new(text: &str) -> Home {
        let home = Home(tempfile::tempdir().unwrap());
        if !text.is_empty() {
            std::fs::write(home.file(), text).unwrap();
        }
        home
    }

    fn file(&self) -> std::path::PathBuf {
        self.0.path().join("heirloom.toml")
    }

    fn text(&self) -> String {
        std::fs::read_to_string(self.file()).unwrap()
    }

    /// Runs the program with this configuration.
    fn run(&self, arguments: &[&str], input: &str) -> Output {
        run(&self.file(), arguments, input)
    }

    /// Returns standard output of a run without complaints.
    fn say(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments, "");
        assert_eq!((output.status.code(), complained(&output).as_str()), (Some(0), ""), "{arguments:?}");
        said(&output)
    }

    /// Returns the complaints of a run that fails, with the name of the file shortened.
    fn refuse(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments, "");
        // A check that finds errors has succeeded.
        let code = if arguments.starts_with(&["config", "check"]) { 1 } else { 2 };
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", complained(&output));
        complained(&output).replace(&self.file().display().to_string(), "FILE")
    }
}

fn run(config: &Path, arguments: &[&str], input: &str) -> Output {
    fed(program(PROGRAM).args(arguments).env("HEIRLOOM_CONFIG", config), input)
}

/// Twenty errors, with valid lines between them.
const WRONG: &[u8] = b"\
Hash = 16
[engine.heirloom]
Hash = 32
Hahs = 64
Threads = \"two\"
MultiPV = 500
Move Overhead = 30
\"Move Overhead\" = 40
Evaluation = \"classic\"
NormalizeScores = yes
SyzygyPath = C:\\tables
SyzygyProbeDepth = \"4\"
Clear Hash
\"Clear Hash\" = true
Ponder = true
Hash = 48
SyzygyProbeLimit = 5 # right
EvalFile = \"missing.net\"
[engine.rocce]
Hash = 99
[engine.roce
Nullmove = false
[engine.roce]
Nullmove_Reduction = 3.5
Hash = 8
[engines.rajah]
[general]
figures = [true]
coordinates = tr\xfce
[[engine.rajah]]
[engine.heirloom]
Syzygy50MoveRule = false
";

const REPORT: &str = "\
FILE:1: found 'Hash = 16' before any section, expected it in a section such as [engine.heirloom]
FILE:4: found 'Hahs', expected an option of heirloom; did you mean Hash?
FILE:5: found Threads = \"two\", expected a whole number from 1 to 512
FILE:6: found MultiPV = 500, expected a whole number from 1 to 256
FILE:7: found 'Move Overhead = 30', expected NAME = VALUE; did you mean \"Move Overhead\"?
FILE:9: found Evaluation = \"classic\", expected one of net, classical; did you mean \"classical\"?
FILE:10: found NormalizeScores = yes, expected true or false
FILE:11: found SyzygyPath = C:\\tables, expected text between single quotes
FILE:12: found SyzygyProbeDepth = \"4\", expected a whole number from 1 to 100, without quotes
FILE:13: found 'Clear Hash', expected NAME = VALUE
FILE:14: found 'Clear Hash', expected an option that can be set in a file (this one is an action)
FILE:15: found 'Ponder', expected an option that can be set in a file (chess GUIs set this one themselves)
FILE:16: found a second 'Hash', expected only one (line 3 counts)
FILE:19: found engine 'rocce', expected one of heirloom, firstchess, rajah, roce, rdchess, rofchade (its \
entries are ignored); \
did you mean roce?
FILE:21: found '[engine.roce', expected a section such as [engine.heirloom] (its entries are ignored); did \
you mean [engine.roce]?
FILE:24: found Nullmove_Reduction = 3.5, expected a whole number from 0 to 4
FILE:26: found section 'engines', expected engine, program, general or profile (its entries are ignored); \
did you mean engine?
FILE:28: found figures = [true], expected true or false
FILE:29: found invalid UTF-8, expected text saved as UTF-8
FILE:30: found '[[engine.rajah]]', expected '[engine.rajah]' (its entries are ignored)
FILE:31: found a second '[engine.heirloom]', expected its entries in the section at line 2
FILE:18: found EvalFile = missing.net, expected a net (";

#[test]
fn twenty_mistakes_are_reported_and_the_rest_holds() {
    let home = Home::new("");
    std::fs::write(home.file(), WRONG).unwrap();
    let output = home.run(&["uci"], "uci\nisready\ngo depth 1\nquit\n");
    let errors = complained(&output)
        .replace(&home.file().display().to_string(), "FILE")
        .replace("heirloom: FILE", "FILE");
    assert!(errors.starts_with(REPORT), "{errors}");
    assert_eq!(errors.lines().count(), 22, "{errors}");
    let answers = said(&output);
    has_lines(
        &answers,
        &[
            "option name Hash type spin default 32 min 1 max 1048576",
            "option name Move Overhead type spin default 40 min 0 max 5000",
            "option name SyzygyProbeLimit type spin default 5 min 0 max 7",
            "option name Syzygy50MoveRule type check default false",
            "option name Threads type spin default 1 min 1 max 512",
            "readyok",
        ],
    );
    assert!(answers.contains("bestmove "), "{answers}");
    let roce = said(&home.run(&["--engine", "roce", "uci"], "uci\nquit\n"));
    has(&roce, &["option name Hash type spin default 8 ", "option name Nullmove type check default true"]);
    let check = home.run(&["config", "check"], "");
    assert_eq!(
        (check.status.code(), complained(&check).lines().count()),
        (Some(1), 22),
        "{}",
        complained(&check)
    );
}

#[test]
fn what_is_set_is_in_force_until_a_command_says_otherwise() {
    let text = "[engine.heirloom]\nEvaluation = \"classical\"\n[profile.net.engine.heirloom]\nEvaluation = \
        'net'\n[general]\nfigures = true\n";
    let home = Home::new(text);
    let classical = home.say(&["eval"]);
    assert!(classical.contains("term"), "{classical}");
    let net = home.say(&["eval", "--profile", "net"]);
    assert_ne!(net, classical);
    assert_eq!(home.say(&["--profile", "net", "eval", "--option", "Evaluation=classical"]), classical);
    assert_eq!(said(&home.run(&["uci"], "eval\nquit\n")), classical);
    assert_eq!(said(&home.run(&["uci"], "setoption name Evaluation value net\neval\nquit\n")), net);
    assert_eq!(said(&home.run(&[], "eval\nquit\n")), classical);
    // A console that becomes a server starts its engine the same way, and says when it is ready.
    assert_eq!(said(&home.run(&[], "isready\neval\nquit\n")).replace("readyok\n", ""), classical);
    assert!(said(&home.run(&["play", "--color", "both"], "quit\n")).contains('♖'));
    let plain = Home::new("");
    assert_eq!(plain.say(&["eval"]), net);
    let path = home.file();
    assert_eq!(plain.say(&["eval", "--config", path.to_str().unwrap()]), classical);
}

#[test]
fn the_verb_changes_the_file_and_nothing_else_in_it() {
    let home = Home::new("");
    assert_eq!(home.say(&["config", "get", "heirloom.Hash"]), "16\n");
    assert_eq!(
        home.say(&["config", "set", "heirloom.hash", "64"]),
        format!("heirloom.Hash = 64 in {}\n", home.file().display())
    );
    let begun = home.text();
    assert!(
        begun.starts_with("# The configuration of Heirloom.")
            && begun.ends_with("\n[engine.heirloom]\nHash = 64\n"),
        "{begun}"
    );
    home.say(&["config", "set", "roce.Nullmove_Reduction", "0"]);
    home.say(&["config", "set", "general.figures", "on"]);
    home.say(&["config", "set", "heirloom.MultiPV", "3", "--profile", "analysis"]);
    assert_eq!(home.say(&["config", "get", "heirloom.MultiPV"]), "1\n");
    assert_eq!(home.say(&["--profile", "analysis", "config", "get", "heirloom.MultiPV"]), "3\n");
    assert_eq!(home.say(&["config", "get", "roce.nullmove-reduction"]), "0\n");
    home.say(&["config", "check"]);
    for _ in 0..2 {
        home.say(&["config", "reset", "heirloom.MultiPV", "--profile", "analysis"]);
        home.say(&["config", "reset", "--all"]);
    }
    let empty = "\n[engine.heirloom]\n\n[engine.roce]\n\n[general]\n\n[profile.analysis.engine.heirloom]\n";
    assert_eq!(home.text(), begun.replace("\n[engine.heirloom]\nHash = 64\n", empty));
    assert_eq!(std::fs::read_dir(home.0.path()).unwrap().count(), 1);
}

#[test]
fn the_list_is_for_people_and_programs() {
    let home = Home::new("[profile.p.engine.roce]\nHash = 7\n");
    let table = home.say(&["config", "list", "--profile", "p"]);
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(rows.contains(&vec!["roce.Hash", "7", "16", "line", "2", "(profile", "p)"]), "{table}");
    assert!(rows.contains(&vec!["heirloom.Hash", "16", "16"]), "{table}");
    let json: serde_json::Value =
        serde_json::from_str(&home.say(&["config", "list", "--json", "--profile", "p"])).unwrap();
    let row = json.as_array().unwrap().iter().find(|row| row["key"] == "roce.Hash").unwrap();
    let expected = r#"{"type":"spin","min":1,"max":1024,"key":"roce.Hash","value":7,"default":16,"line":2,"profile":"p"}"#;
    assert_eq!(*row, serde_json::from_str::<serde_json::Value>(expected).unwrap());
    assert!(home.say(&["config", "path"]).trim_end().ends_with("heirloom.toml"));
}

#[test]
fn what_is_asked_wrongly_is_refused_in_one_line() {
    let home = Home::new("[engine.heirloom]\nHash = 2\n");
    let before = home.text();
    for (arguments, message) in [
        (&["get", "heirlom.Hash"][..], "did you mean heirloom?"),
        (&["get", "Hash"], "expected a key such as heirloom.Hash or general.figures"),
        (&["set", "heirloom.Hahs", "3"], "found 'Hahs', expected an option of heirloom; did you mean Hash?"),
        (&["set", "heirloom.Hash", "-3"], "expected a whole number from 1 to 1048576"),
        (&["set", "heirloom.EvalFile", "missing.net"], "expected a net"),
        (&["set", "heirloom.Clear Hash", "1"], "this one is an action"),
        (&["reset", "general.figurs"], "did you mean figures?"),
        (&["get", "general.language"], "expected a setting of the program: figures or coordinates"),
        (&["program", "add", "roce", "x"], "roce is a built-in engine"),
        (&["program", "add", "a/b", "x"], "'a/b' is not a valid program name"),
        (&["program", "add", "toy", "/no/such/engine"], "cannot use /no/such/engine"),
        (&["program", "remove", "toy"], "no program is named 'toy'; none is registered yet"),
        (&["program", "list", "--profile", "x"], "programs do not belong to profiles"),
        (
            &["get", "heirloom.Hash", "--profile", "x"],
            "found profile 'x', expected no profile, as the file has none",
        ),
        (&["get", "heirloom.Hash", "--config", "missing.toml"], "missing.toml does not exist"),
        (
            &[],
            "the editor needs a terminal; use heirloom config list, get, set, reset, program, check or path",
        ),
    ] {
        let refused = home.refuse(&[&["config"], arguments].concat());
        assert!(refused.contains(message) && refused.lines().count() == 1, "{arguments:?}: {refused}");
    }
    assert_eq!(home.text(), before);
    let output = home.run(&["bench", "--profile", "x"], "");
    assert!(
        output.status.code() == Some(2) && complained(&output).contains("do not apply here"),
        "{}",
        complained(&output)
    );
    std::fs::write(home.file(), "[engine.heirloom\nHash = 2\n").unwrap();
    assert_eq!(home.refuse(&["config", "set", "heirloom.Hash", "3"]).lines().count(), 1);
    assert_eq!(home.text(), "[engine.heirloom\nHash = 2\n");
}

#[test]
fn no_file_is_too_strange_to_start_with() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["uci"], "isready\nquit\n");
    assert_eq!(said(&output), "readyok\n");
    assert!(
        complained(&output).ends_with(": found a folder, expected a readable file\n"),
        "{}",
        complained(&output)
    );
    assert_eq!(said(&run(&folder.path().join("none"), &["uci"], "isready\nquit\n")), "readyok\n");
}

#[test]
fn tablebases_of_no_use_are_named_and_the_engine_plays_on() {
    let folder = tempfile::tempdir().unwrap();
    let (damaged, missing) = (folder.path().join("damaged"), folder.path().join("missing"));
    std::fs::create_dir(&damaged).unwrap();
    std::fs::write(damaged.join("KQvK.rtbw"), [0; 100]).unwrap();
    for (path, reason) in [
        (&missing, "does not exist"),
        (&damaged, "KQvK.rtbw is damaged: no table has 100 bytes; download it again"),
    ] {
        let home = Home::new(&format!("[engine.heirloom]\nHash = 2\nSyzygyPath = '{}'\n", path.display()));
        for (arguments, words_in, answer) in [
            (["uci"], "uci\nposition fen 7k/8/8/8/8/8/8/KQ6 w - - 0 1\ngo depth 3\nquit\n", "bestmove "),
            (["xboard"], "xboard\nprotover 2\nnew\nping 1\nquit\n", "pong 1"),
        ] {
            let output = home.run(&arguments, words_in);
            let errors = complained(&output);
            assert!(
                errors.contains("heirloom.toml:3: found SyzygyPath = ")
                    && errors.contains(reason)
                    && errors.lines().count() == 1,
                "{errors}"
            );
            assert!(said(&output).contains(answer) && output.status.success(), "{}", said(&output));
        }
        assert!(home.refuse(&["config", "check"]).contains(reason));
    }
}

#[test]
fn a_profile_that_does_not_exist_is_refused_with_those_that_do() {
    let home = Home::new("[profile.analysis.engine.heirloom]\nHash = 2\n");
    let refused = home.refuse(&["--profile", "analyse", "uci"]);
    has(&refused, &["found profile 'analyse', expected one of analysis; did you mean analysis?"]);
    std::fs::write(home.file(), b"[general]\nfigures = true # gr\xf6\xdfer\n").unwrap();
    let refused = home.refuse(&["config", "set", "heirloom.Hash", "3"]);
    assert!(refused.contains("is not UTF-8; convert it first") && refused.lines().count() == 1, "{refused}");
}

#[test]
fn tests_know_nothing_of_the_users_own_configuration() {
    let output = program(PROGRAM).args(["config", "path"]).output().unwrap();
    assert!(complained(&output).contains("HEIRLOOM_CONFIG is empty"), "{}", complained(&output));
}

#[cfg(unix)]
#[test]
fn the_editor_checks_and_writes() {
    let home = Home::new("# mine\n");
    let mut command = program(PROGRAM);
    command
        .arg("config")
        .env("HEIRLOOM_CONFIG", home.file())
        .env("TERM", "xterm-256color")
        .env("NO_COLOR", "1");
    let mut editor = rexpect::session::spawn_command(command, Some(30_000)).unwrap();
    editor.exp_string("Options of which engine?").unwrap();
    editor.send_line("").unwrap();
    editor.exp_string("Options of heirloom").unwrap();
    editor.send_line("").unwrap();
    editor.exp_string("a whole number from 1 to 1048576").unwrap();
    editor.send_line("0").unwrap();
    editor.exp_string("cannot be '0'").unwrap();
    // Esc goes back without a change; keys after it are not typed into the field.
    editor.send_control('[').unwrap();
    editor.exp_string("Options of heirloom").unwrap();
    editor.send_line("").unwrap();
    editor.exp_string("a whole number from 1 to 1048576").unwrap();
    editor.send_line("77").unwrap();
    editor.exp_string("Hash = 77 (default 16)").unwrap();
    editor.send_control('[').unwrap();
    editor.exp_string("Options of which engine?").unwrap();
    editor.send_control('[').unwrap();
    editor.exp_eof().unwrap();
    assert_eq!(home.text(), "# mine\n\n[engine.heirloom]\nHash = 77\n");
}

#[test]
fn programs_are_added_listed_and_removed() {
    let (program, home) = (PROGRAM, Home::new(""));
    let added = home.say(&["config", "program", "add", "toy", &format!("'{program}' --engine roce uci")]);
    assert!(
        added.starts_with("toy = ") && added.contains("(uci)") && added.contains("its name is Roce"),
        "{added}"
    );
    home.say(&["config", "program", "add", "old", "crafty -x", "--protocol", "xboard"]);
    assert!(
        home.say(&["config", "program", "option", "toy", "Hash", "2"])
            .starts_with("program.toy.options.Hash = 2 in ")
    );
    let list = home.say(&["config", "program", "list"]);
    let rows: Vec<Vec<&str>> = list.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(
        rows[1].starts_with(&["toy", "uci"])
            && rows[1].ends_with(&["Hash=2"])
            && rows[2] == ["old", "xboard", "crafty", "-x"],
        "{list}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&home.say(&["config", "program", "list", "--json"])).unwrap();
    assert_eq!((&json[0]["options"]["Hash"], &json[1]["protocol"]), (&"2".into(), &"xboard".into()));
    home.say(&["config", "set", "heirloom.Hash", "32"]);
    let set = home.say(&["config", "set", "roce.Hash", "32", "--profile", "p"]);
    assert!(set.trim_end().ends_with(", profile p"), "{set}");
    let reset = home.say(&["config", "reset", "--all"]);
    assert!(reset.starts_with("defaults restored; programs are kept: toy, old"), "{reset}");
    assert!(!home.text().contains("Hash = 32"), "{}", home.text());
    // The terminal game finds it by name.
    let game = said(&home.run(&["play", "--engine", "toy", "--level", "depth=2"], "e4\nelo\nquit\n"));
    has(&game, &["You play White against Roce", "1... ", "full strength"]);
    home.say(&["config", "program", "option", "toy", "Hash"]);
    assert_eq!(home.say(&["config", "program", "remove", "old"]), "old was removed\n");
    assert!(
        home.text().contains("[program.toy]")
            && !home.text().contains("crafty")
            && !home.text().contains("Hash = 2\n"),
        "{}",
        home.text()
    );
}

#[test]
fn remembered_programs_are_named_like_engines() {
    let program = PROGRAM;
    let home = Home::new(&format!(
        "[program.toy]\ncommand = \"'{program}' --engine roce uci\"\n[program.toy.options]\nHash = 2\n"
    ));
    let at = |name: &str| home.0.path().join(name).display().to_string();
    std::fs::write(at("mate.epd"), "7k/8/5K2/8/8/8/8/R7 w - - bm Kf7; id \"one\";\n").unwrap();
    assert!(home.say(&["perft", "2", "--compare", "toy"]).contains("400"));
    assert!(
        home.say(&["suite", &at("mate.epd"), "--engine", "toy", "--depth", "3"])
            .contains("Roce with depth=3")
    );
    let games = at("games.pgn");
    home.run(
        &words("match --engine 'toy nodes=200' --engine 'roce nodes=200' --games 1 --pgn {}", &[&games]),
        "",
    );
    let games = std::fs::read_to_string(&games).unwrap();
    assert!(games.contains("\"toy\"") && games.contains("\"roce\""), "{games}");
    let output = home.run(&["suite", &at("mate.epd"), "--engine", "tox", "--depth", "3"], "");
    assert!(complained(&output).contains("tox"), "{}", complained(&output));
}
