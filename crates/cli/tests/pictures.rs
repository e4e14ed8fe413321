//! Tests of `heirloom picture`: formats, pipes, games, animations, errors.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::path::Path;

const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob & Co\"]\n[Date \"2020.??.??\"]\n\n1. e4 {[%cal \
    Ge2e4,Rd7d5] good} d5 {[%csl Yd5]} 2. exd5 1-0\n\n\
                     1. e4 Ke6 *\n\n[Event \"third\"]\n\n{[%csl Ba1]} 1. d4 *\n";

fn picture(folder: &Path, arguments: &[&str], input: &str) -> Output {
    fed(program(PROGRAM).arg("picture").args(arguments).current_dir(folder), input)
}

/// Returns standard output; the program must succeed.
fn drawn(folder: &Path, arguments: &[&str], input: &str) -> Vec<u8> {
    let output = picture(folder, arguments, input);
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    output.stdout
}

fn svg(folder: &Path, arguments: &[&str], input: &str) -> String {
    String::from_utf8(drawn(folder, arguments, input)).expect("text")
}

/// Returns standard error; the program must fail and draw nothing.
fn refused(folder: &Path, arguments: &[&str], input: &str) -> String {
    let output = picture(folder, arguments, input);
    assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}: {output:?}");
    complained(&output)
}

/// Returns width and height of a PNG.
fn png_size(file: &[u8]) -> (u32, u32) {
    assert!(file.starts_with(b"\x89PNG\r\n\x1a\n"), "{:?}", &file[..20.min(file.len())]);
    let number = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn positions_become_files_and_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let text = svg(at, &["e4", "--arrow", "e7e5:red", "--mark", "d5"], "");
    assert!(
        text.starts_with("<svg ") && text.ends_with("</svg>\n") && text.lines().count() == 1,
        "{text:.80}"
    );
    assert!(text.contains(AFTER_E4) && text.contains("#c62828") && text.contains("#1d8a3a"), "{text:.300}");
    // Several words form one FEN.
    let words: Vec<&str> = AFTER_E4.split(' ').collect();
    assert_eq!(svg(at, &words, ""), svg(at, &[AFTER_E4], ""));
    let lines = svg(at, &["-"], &format!("{AFTER_E4}\n\nstartpos moves d4 d5\n"));
    assert_eq!(lines.lines().filter(|line| line.starts_with("<svg ") && line.ends_with("</svg>")).count(), 2);
    assert_eq!(lines.lines().next(), svg(at, &[], AFTER_E4).lines().next());

    drawn(at, &["e4", "--output", "one.PNG", "--size", "123", "--theme", "Slate"], "");
    assert_eq!(png_size(&std::fs::read(at.join("one.PNG")).expect("a file")), (123, 123));
    assert_eq!(
        png_size(&drawn(at, &["e4", "--format", "png", "--flip", "--no-coordinates"], "")),
        (400, 400)
    );
    drawn(at, &["-o", "board-{}.svg"], &format!("{AFTER_E4}\nd4\n"));
    assert!(std::fs::read_to_string(at.join("board-2.svg")).expect("a file").contains("3P4"));
}

#[test]
fn games_are_drawn_with_their_own_marks() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    std::fs::write(at.join("games.pgn"), GAMES).expect("a file");
    let ply = |ply: &str| svg(at, &["--game", "games.pgn", "--ply", ply], "");
    let (first, second, last) = (ply("1"), ply("2"), svg(at, &["--game", "-"], GAMES));
    assert!(first.contains(AFTER_E4) && first.contains("#1d8a3a") && first.contains("#c62828"), "two arrows");
    assert!(second.contains("#e0a100") && !second.contains("#c62828"), "a circle");
    assert!(last.contains("3P4/8/8/PPPP1PPP") && last == ply("3"), "{last:.300}");
    assert!(
        svg(at, &["--game", "games.pgn", "--number", "3", "--ply", "0"], "").contains("#1f66b5"),
        "a circle before the first move"
    );
    let complaints = [
        (["--ply", "4"], "games.pgn: game 1 has 3 plies; --ply 4 is past its end"),
        (["--number", "4"], "games.pgn contains only 3 games; there is no game 4"),
    ];
    for (words, complaint) in complaints {
        let said = refused(at, &[&["--game", "games.pgn"], &words[..]].concat(), "");
        assert!(said.contains(complaint), "{said}");
    }
    let damaged = picture(at, &["--game", "games.pgn", "--number", "2"], "");
    let said = complained(&damaged);
    assert!(
        damaged.status.success()
            && said.contains("game 2 is damaged; the moves before the damage are drawn: line 7, column 7"),
        "{said}"
    );
    assert!(refused(at, &["--game", "none.pgn"], "").contains("cannot read none.pgn: "));
    assert!(refused(at, &["--game", "."], "").contains("cannot read .: "));
    assert!(refused(at, &["--game", "-"], "").contains("standard input contains no games"));
}

#[test]
fn films_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    std::fs::write(at.join("games.pgn"), GAMES).expect("a file");
    let film = ["--game", "games.pgn", "--film", "--delay", "500ms", "--hold", "2s"];
    let text = svg(at, &film, "");
    assert!(text.contains("<animateTransform") && text.contains("dur=\"4s\""), "{text:.300}");
    assert!(text.contains(">Ann - Bob &amp; Co, 2020</title>") && text.contains("indefinite"), "{text:.300}");
    drawn(at, &[&film[..], &["--once", "-o", "game.gif", "--size", "160"]].concat(), "");
    let file = std::fs::read(at.join("game.gif")).expect("a file");
    assert!(file.starts_with(b"GIF89a\xa0\0\xa0\0"), "{:?}", &file[..10]);
    // Each of the four frames has a block with its delay.
    assert_eq!(file.windows(3).filter(|bytes| bytes == b"\x21\xf9\x04").count(), 4);
    assert!(drawn(at, &["e4", "e5", "--film", "--format", "gif"], "").starts_with(b"GIF89a"));
}

#[test]
fn mistakes_are_told_with_place_and_remedy() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let said = refused(at, &["8/8/8/8/8/8/8/8", "w"], "");
    assert!(
        said.contains("cannot use the position '8/8/8/8/8/8/8/8 w': illegal position")
            && said.lines().count() == 1,
        "{said}"
    );
    assert!(refused(at, &["e4", "e4"], "").contains("e4 is not a legal move for Black"));
    assert!(refused(at, &[], "\n").contains("standard input contains no position"));
    let said = picture(at, &[], &format!("{AFTER_E4}\nnonsense/ w\n"));
    let complaint = complained(&said);
    assert!(
        !said.status.success()
            && complaint.contains("standard input, line 2: cannot use the position 'nonsense/ w'"),
        "{complaint}"
    );
    assert!(refused(at, &["e4", "--mark", "e9"], "").contains("expected a square and an optional color"));
    assert!(refused(at, &["e4", "-o", "a.jpg"], "").contains("expected .svg, .png or .gif"));
    assert!(refused(at, &["e4", "-o", "a.gif"], "").contains("GIF needs --film"));
    assert!(refused(at, &["e4", "-o", "no/such/a.png"], "").contains("cannot write no/such/a.png: "));
    let two = "e4\nd4\n";
    assert!(refused(at, &["-o", "a.svg"], two).contains("put {} into the name a.svg"));
    let said = picture(at, &["--format", "png"], two);
    assert!(
        !said.status.success() && complained(&said).contains("name files: --output"),
        "{:?}",
        said.stderr
    );
}

#[cfg(unix)]
#[test]
fn a_terminal_gets_no_pixels() {
    let terminal = |arguments: &[&str]| {
        let mut command = program(PROGRAM);
        command.arg("picture").args(arguments);
        rexpect::session::spawn_command(command, Some(30_000)).expect("a terminal")
    };
    let refusal = "will not write binary data to a terminal; name a file with --output";
    terminal(&["e4", "--format", "png"]).exp_string(refusal).expect("a refusal");
    terminal(&[]).exp_string("no position to draw; give a FEN").expect("a hint");
}
