//! Tests of the configuration: a file, its errors, the verb that changes it, and engines started with it.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::path::Path;

/// A folder with a configuration.
struct Home(Folder);

impl Home {
    /// There is no file if the text is empty.
    fn new(text: impl AsRef<[u8]>) -> Home {
        Home(if text.as_ref().is_empty() { Folder::new() } else { Folder::with(FILE, text) })
    }

    fn text(&self) -> String {
        self.0.read(FILE)
    }

    fn run(&self, line: &str) -> Run {
        self.talk(line, "")
    }

    /// Runs the program with this configuration and something to read.
    fn talk(&self, line: &str, input: &str) -> Run {
        talk_with(&self.0.path(FILE), self.0.command(line), input)
    }

    /// Returns standard output of a run without complaints.
    #[track_caller]
    fn say(&self, line: &str) -> String {
        self.run(line).succeeds_quietly().out
    }

    /// Returns the complaints of a run that fails, with the name of the file shortened.
    #[track_caller]
    fn refuse(&self, line: &str) -> String {
        // A check that finds errors has succeeded.
        let run = self.run(line).exits(if line.starts_with("config check") { 1 } else { 2 });
        self.shortened(&run.err)
    }

    fn shortened(&self, text: &str) -> String {
        text.replace(&self.0.path(FILE).display().to_string(), "FILE")
    }
}

const FILE: &str = "heirloom.toml";

fn talk_with(config: &Path, mut command: Command, input: &str) -> Run {
    fed(command.env("HEIRLOOM_CONFIG", config), input)
}

/// Returns the words of each line.
fn rows(table: &str) -> Vec<Vec<&str>> {
    table.lines().map(|line| line.split_whitespace().collect()).collect()
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
    let home = Home::new(WRONG);
    let run = home.talk("uci", "uci\nisready\ngo depth 1\nquit\n").prints(&["bestmove "]).prints_lines(&[
        "option name Hash type spin default 32 min 1 max 1048576",
        "option name Move Overhead type spin default 40 min 0 max 5000",
        "option name SyzygyProbeLimit type spin default 5 min 0 max 7",
        "option name Syzygy50MoveRule type check default false",
        "option name Threads type spin default 1 min 1 max 512",
        "readyok",
    ]);
    let errors = home.shortened(&run.err).replace("heirloom: FILE", "FILE");
    assert!(errors.starts_with(REPORT), "{errors}");
    assert_eq!(errors.lines().count(), 22, "{errors}");
    home.talk("--engine roce uci", "uci\nquit\n")
        .prints(&["option name Hash type spin default 8 ", "option name Nullmove type check default true"]);
    assert_eq!(home.refuse("config check").lines().count(), 22);
}

#[test]
fn what_is_set_is_in_force_until_a_command_says_otherwise() {
    let text = "[engine.heirloom]\nEvaluation = \"classical\"\n[profile.net.engine.heirloom]\n\
        Evaluation = 'net'\n[general]\nfigures = true\n";
    let home = Home::new(text);
    let classical = home.say("eval");
    has(&classical, &["term"]);
    let net = home.say("eval --profile net");
    assert_ne!(net, classical);
    assert_eq!(home.say("--profile net eval --option Evaluation=classical"), classical);
    for (line, input, expected) in [
        ("uci", "eval\nquit\n", &classical),
        ("uci", "setoption name Evaluation value net\neval\nquit\n", &net),
        ("", "eval\nquit\n", &classical),
        // A console that becomes a server starts its engine the same way, and says when it is ready.
        ("", "isready\neval\nquit\n", &classical),
    ] {
        assert_eq!(home.talk(line, input).out.replace("readyok\n", ""), *expected, "{line}: {input}");
    }
    home.talk("play --color both", "quit\n").prints(&["♖"]);
    let plain = Home::new("");
    assert_eq!(plain.say("eval"), net);
    assert_eq!(plain.say(&format!("eval --config '{}'", home.0.path(FILE).display())), classical);
}

#[test]
fn the_verb_changes_the_file_and_nothing_else_in_it() {
    let home = Home::new("");
    assert_eq!(home.say("config get heirloom.Hash"), "16\n");
    let set = home.say("config set heirloom.hash 64");
    assert_eq!(home.shortened(&set), "heirloom.Hash = 64 in FILE\n");
    let begun = home.text();
    assert!(begun.starts_with("# The configuration of Heirloom."), "{begun}");
    assert!(begun.ends_with("\n[engine.heirloom]\nHash = 64\n"), "{begun}");
    home.say("config set roce.Nullmove_Reduction 0");
    home.say("config set general.figures on");
    home.say("config set heirloom.MultiPV 3 --profile analysis");
    assert_eq!(home.say("config get heirloom.MultiPV"), "1\n");
    assert_eq!(home.say("--profile analysis config get heirloom.MultiPV"), "3\n");
    assert_eq!(home.say("config get roce.nullmove-reduction"), "0\n");
    home.say("config check");
    for _ in 0..2 {
        home.say("config reset heirloom.MultiPV --profile analysis");
        home.say("config reset --all");
    }
    let empty = "\n[engine.heirloom]\n\n[engine.roce]\n\n[general]\n\n[profile.analysis.engine.heirloom]\n";
    assert_eq!(home.text(), begun.replace("\n[engine.heirloom]\nHash = 64\n", empty));
    assert_eq!(home.0.count(), 1);
}

#[test]
fn the_list_is_for_people_and_programs() {
    let home = Home::new("[profile.p.engine.roce]\nHash = 7\n");
    let table = home.say("config list --profile p");
    for row in [&["roce.Hash", "7", "16", "line", "2", "(profile", "p)"][..], &["heirloom.Hash", "16", "16"]]
    {
        assert!(rows(&table).iter().any(|known| known == row), "{table}");
    }
    let list = home.run("config list --json --profile p").succeeds_quietly().json();
    let row = list.as_array().and_then(|rows| rows.iter().find(|row| row["key"] == "roce.Hash"));
    let expected = json!({
        "type": "spin", "min": 1, "max": 1024, "key": "roce.Hash", "value": 7, "default": 16, "line": 2,
        "profile": "p"
    });
    assert_eq!(row, Some(&expected));
    assert!(home.say("config path").trim_end().ends_with("heirloom.toml"));
}

#[test]
fn what_is_asked_wrongly_is_refused_in_one_line() {
    let home = Home::new("[engine.heirloom]\nHash = 2\n");
    let before = home.text();
    for (line, message) in [
        ("get heirlom.Hash", "did you mean heirloom?"),
        ("get Hash", "expected a key such as heirloom.Hash or general.figures"),
        ("set heirloom.Hahs 3", "found 'Hahs', expected an option of heirloom; did you mean Hash?"),
        ("set heirloom.Hash -3", "expected a whole number from 1 to 1048576"),
        ("set heirloom.EvalFile missing.net", "expected a net"),
        ("set 'heirloom.Clear Hash' 1", "this one is an action"),
        ("reset general.figurs", "did you mean figures?"),
        ("get general.language", "expected a setting of the program: figures or coordinates"),
        ("program add roce x", "roce is a built-in engine"),
        ("program add a/b x", "'a/b' is not a valid program name"),
        ("program add toy /no/such/engine", "cannot use /no/such/engine"),
        ("program remove toy", "no program is named 'toy'; none is registered yet"),
        ("program list --profile x", "programs do not belong to profiles"),
        ("get heirloom.Hash --profile x", "found profile 'x', expected none, as the file has no profiles"),
        ("get heirloom.Hash --config missing.toml", "missing.toml does not exist"),
        (
            "",
            "the editor needs a terminal; use heirloom config list, get, set, reset, program, check or path",
        ),
    ] {
        let refused = home.refuse(&format!("config {line}"));
        assert!(refused.contains(message) && refused.lines().count() == 1, "{line}: {refused}");
    }
    assert_eq!(home.text(), before);
    home.run("bench --profile x").refuses("do not apply here");
    home.0.write(FILE, "[engine.heirloom\nHash = 2\n");
    assert_eq!(home.refuse("config set heirloom.Hash 3").lines().count(), 1);
    assert_eq!(home.text(), "[engine.heirloom\nHash = 2\n");
}

#[test]
fn no_file_is_too_strange_to_start_with() {
    let folder = Folder::new();
    for (config, complaint) in [("", ": found a folder, expected a readable file\n"), ("none", "")] {
        let run = talk_with(&folder.path(config), command("uci"), "isready\nquit\n");
        assert_eq!(run.out, "readyok\n");
        assert!(run.err.ends_with(complaint), "{run:?}");
    }
}

#[test]
fn tablebases_of_no_use_are_named_and_the_engine_plays_on() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("damaged")).expect("made");
    folder.write("damaged/KQvK.rtbw", [0; 100]);
    for (name, reason) in [
        ("missing", "does not exist"),
        ("damaged", "KQvK.rtbw is damaged: no table has 100 bytes; download it again"),
    ] {
        let path = folder.path(name);
        let home = Home::new(format!("[engine.heirloom]\nHash = 2\nSyzygyPath = '{}'\n", path.display()));
        for (protocol, input, answer) in [
            ("uci", "uci\nposition fen 7k/8/8/8/8/8/8/KQ6 w - - 0 1\ngo depth 3\nquit\n", "bestmove "),
            ("xboard", "xboard\nprotover 2\nnew\nping 1\nquit\n", "pong 1"),
        ] {
            let run = home.talk(protocol, input).succeeds().prints(&[answer]);
            let run = run.complains(&["heirloom.toml:3: found SyzygyPath = ", reason]);
            assert_eq!(run.err.lines().count(), 1, "{run:?}");
        }
        has(&home.refuse("config check"), &[reason]);
    }
}

#[test]
fn a_profile_that_does_not_exist_is_refused_with_those_that_do() {
    let home = Home::new("[profile.analysis.engine.heirloom]\nHash = 2\n");
    home.run("--profile analyse uci")
        .refuses("found profile 'analyse', expected one of analysis; did you mean analysis?");
    home.0.write(FILE, b"[general]\nfigures = true # gr\xf6\xdfer\n");
    let run = home.run("config set heirloom.Hash 3").refuses("is not UTF-8; convert it first");
    assert_eq!(run.err.lines().count(), 1, "{run:?}");
}

#[test]
fn tests_know_nothing_of_the_users_own_configuration() {
    run("config path").complains(&["HEIRLOOM_CONFIG is empty"]);
}

#[cfg(unix)]
#[test]
fn the_editor_checks_and_writes() {
    let home = Home::new("# mine\n");
    let mut command = home.0.command("config");
    command.env("HEIRLOOM_CONFIG", home.0.path(FILE)).env("NO_COLOR", "1");
    let mut editor = Terminal::new(command);
    editor.shows(&["Options of which engine?"]);
    editor.enter("", &["Options of heirloom"]);
    editor.enter("", &["a whole number from 1 to 1048576"]);
    editor.enter("0", &["cannot be '0'"]);
    // Esc goes back without a change; keys after it are not typed into the field.
    editor.control('[', &["Options of heirloom"]);
    editor.enter("", &["a whole number from 1 to 1048576"]);
    editor.enter("77", &["Hash = 77 (default 16)"]);
    editor.control('[', &["Options of which engine?"]);
    editor.control('[', &[]);
    editor.ends();
    assert_eq!(home.text(), "# mine\n\n[engine.heirloom]\nHash = 77\n");
}

#[test]
fn programs_are_added_listed_and_removed() {
    let home = Home::new("");
    let added = home.say(&format!("config program add toy \"'{PROGRAM}' --engine roce uci\""));
    assert!(added.starts_with("toy = "), "{added}");
    has(&added, &["(uci)", "its name is Roce"]);
    home.say("config program add old 'crafty -x' --protocol xboard");
    let set = home.say("config program option toy Hash 2");
    assert!(set.starts_with("program.toy.options.Hash = 2 in "), "{set}");
    let list = home.say("config program list");
    let rows = rows(&list);
    assert!(rows[1].starts_with(&["toy", "uci"]) && rows[1].ends_with(&["Hash=2"]), "{list}");
    assert_eq!(rows[2], ["old", "xboard", "crafty", "-x"]);
    let list = home.run("config program list --json").succeeds_quietly().json();
    holds(&list, json!([{"options": {"Hash": "2"}}, {"protocol": "xboard"}]));
    home.say("config set heirloom.Hash 32");
    let set = home.say("config set roce.Hash 32 --profile p");
    assert!(set.trim_end().ends_with(", profile p"), "{set}");
    let reset = home.say("config reset --all");
    assert!(reset.starts_with("defaults restored; programs are kept: toy, old"), "{reset}");
    assert!(!home.text().contains("Hash = 32"), "{}", home.text());
    // The terminal game finds it by name.
    home.talk("play --engine toy --level depth=2", "e4\nelo\nquit\n").prints(&[
        "You play White against Roce",
        "1... ",
        "full strength",
    ]);
    home.say("config program option toy Hash");
    assert_eq!(home.say("config program remove old"), "old was removed\n");
    let text = home.text();
    has(&text, &["[program.toy]"]);
    assert!(!text.contains("crafty") && !text.contains("Hash = 2\n"), "{text}");
}

#[test]
fn remembered_programs_are_named_like_engines() {
    let toy = format!("[program.toy]\ncommand = \"'{PROGRAM}' --engine roce uci\"\n");
    let home = Home::new(toy + "[program.toy.options]\nHash = 2\n");
    home.0.write("mate.epd", "7k/8/5K2/8/8/8/8/R7 w - - bm Kf7; id \"one\";\n");
    home.run("perft 2 --compare toy").succeeds_quietly().prints(&["400"]);
    home.run("suite mate.epd --engine toy --depth 3").succeeds_quietly().prints(&["Roce with depth=3"]);
    home.run("match --engine 'toy nodes=200' --engine 'roce nodes=200' --games 1 --pgn games.pgn");
    has(&home.0.read("games.pgn"), &["\"toy\"", "\"roce\""]);
    home.run("suite mate.epd --engine tox --depth 3").complains(&["tox"]);
}
