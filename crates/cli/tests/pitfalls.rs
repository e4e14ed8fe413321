//! Tests of what has broken engines in GUIs; the protocol's transcripts cover the rest of the list.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::fs;

#[test]
fn a_session_leaves_no_files_and_no_words_on_the_error_output() {
    let folder = Folder::new();
    let input = "uci\nsetoption name OwnBook value true\nsetoption name Threads value 2\nucinewgame\n\
        isready\ngo depth 6\nposition startpos moves e2e4\nsetoption name OwnBook value false\n\
        go nodes 5000\n";
    assert_eq!(folder.talk("uci", input).succeeds_quietly().out.matches("bestmove ").count(), 2);
    let input = "xboard\nprotover 2\nnew\nsd 4\nusermove e2e4\nping 1\nquit\n";
    folder.talk("xboard", input).succeeds_quietly();
    assert_eq!(folder.count(), 0);
}

#[test]
fn a_table_beyond_all_memory_is_refused_and_the_game_goes_on() {
    // A system that promises a terabyte may allocate it.
    talk("uci", "setoption name Hash value 1048576\nisready\ngo depth 4\n")
        .succeeds_quietly()
        .prints(&["bestmove ", "readyok"]);
}

#[test]
fn nets_are_found_in_folders_with_blanks_and_letters_of_any_kind() {
    let folder = Folder::new();
    let nets = folder.path("meine Netze für später");
    fs::create_dir(&nets).expect("a folder");
    let net = nets.join("größtes Netz.net");
    let input = format!("export_net {0}\nsetoption name EvalFile value {0}\ngo depth 4\n", net.display());
    folder
        .talk("uci", input)
        .succeeds_quietly()
        .prints(&["the net was written to", "bestmove "])
        .omits(&["stays"]);
    // The same file from its own folder, and a file that does not exist.
    let from = |name: &str| {
        let input = format!("setoption name EvalFile value {name}\ngo depth 4\n");
        fed(&mut in_folder(&nets, "uci"), input).succeeds_quietly()
    };
    from("größtes Netz.net").omits(&["keeping the current one"]);
    from("kleinstes Netz.net").prints(&["keeping the current one"]);
}

#[cfg(unix)]
#[test]
fn what_is_not_in_the_current_folder_is_sought_next_to_the_program() {
    let folder = Folder::new();
    let [home, other] = ["engines", "somewhere else"].map(|name| folder.path(name));
    fs::create_dir(&home).expect("a folder");
    fs::create_dir(&other).expect("a folder");
    let copy = home.join("heirloom");
    fs::copy(PROGRAM, &copy).expect("a copy");
    folder.write("engines/mine.txt", "a3 a6\n");
    fed(program(&copy).current_dir(&home).arg("uci"), "export_net mine.net\n");
    let input = "setoption name EvalFile value mine.net\nsetoption name OwnBook value true\nsetoption name \
        Book File value mine.txt\ngo depth 3\n";
    fed(program(&copy).current_dir(&other).arg("uci"), input)
        .prints(&["bestmove a2a3"])
        .omits(&["stays", "without a book"]);
}

#[test]
fn names_of_options_contain_none_of_the_words_that_describe_options() {
    let said = talk("uci", "uci\n").succeeds_quietly().out;
    let names: Vec<&str> = said
        .lines()
        .filter_map(|line| Some(line.strip_prefix("option name ")?.split_once(" type ")?.0))
        .collect();
    assert!(names.len() > 20, "{said}");
    for name in names {
        let words = ["name", "type", "default", "min", "max", "var", "value"];
        assert!(name.split(' ').all(|word| !words.contains(&word)), "{name}");
    }
}
