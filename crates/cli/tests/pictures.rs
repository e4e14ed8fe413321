//! Tests of `heirloom picture`: formats, pipes, games, animations, errors.

#[path = "start/program.rs"]
mod start;
use start::*;

const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob & Co\"]\n[Date \"2020.??.??\"]\n\n1. e4 {[%cal \
    Ge2e4,Rd7d5] good} d5 {[%csl Yd5]} 2. exd5 1-0\n\n\
                     1. e4 Ke6 *\n\n[Event \"third\"]\n\n{[%csl Ba1]} 1. d4 *\n";

impl Folder {
    /// Draws to standard output, without complaints.
    #[track_caller]
    fn draw(&self, line: &str, input: &str) -> Vec<u8> {
        let mut command = self.command(&format!("picture {line}"));
        let output = output(&mut command, input);
        Run::new(&command, &output).succeeds_quietly();
        output.stdout
    }

    #[track_caller]
    fn svg(&self, line: &str, input: &str) -> String {
        String::from_utf8(self.draw(line, input)).expect("text")
    }

    /// Checks that the program fails for this reason and draws nothing.
    #[track_caller]
    fn refuse(&self, line: &str, input: &str, reason: &str) -> Run {
        let run = self.talk(&format!("picture {line}"), input).complains(&[reason]);
        assert!(run.code != Some(0) && run.out.is_empty(), "{run:?}");
        run
    }
}

/// Returns width and height of a PNG.
fn png_size(file: &[u8]) -> (u32, u32) {
    assert!(file.starts_with(b"\x89PNG\r\n\x1a\n"), "{:?}", &file[..20.min(file.len())]);
    let number = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn positions_become_files_and_lines() {
    let folder = Folder::new();
    let text = folder.svg("e4 --arrow e7e5:red --mark d5", "");
    assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n") && text.lines().count() == 1, "{text}");
    has(&text, &[AFTER_E4, "#c62828", "#1d8a3a"]);
    // Several words form one FEN.
    assert_eq!(folder.svg(AFTER_E4, ""), folder.svg(&format!("'{AFTER_E4}'"), ""));
    let lines = folder.svg("-", &format!("{AFTER_E4}\n\nstartpos moves d4 d5\n"));
    assert_eq!(lines.lines().filter(|line| line.starts_with("<svg ") && line.ends_with("</svg>")).count(), 2);
    assert_eq!(lines.lines().next(), folder.svg("", AFTER_E4).lines().next());

    folder.draw("e4 --output one.PNG --size 123 --theme Slate", "");
    assert_eq!(png_size(&folder.bytes("one.PNG")), (123, 123));
    assert_eq!(png_size(&folder.draw("e4 --format png --flip --no-coordinates", "")), (400, 400));
    folder.draw("-o board-{}.svg", &format!("{AFTER_E4}\nd4\n"));
    has(&folder.read("board-2.svg"), &["3P4"]);
}

#[test]
fn games_are_drawn_with_their_own_marks() {
    let folder = Folder::with("games.pgn", GAMES);
    let ply = |ply: u8| folder.svg(&format!("--game games.pgn --ply {ply}"), "");
    let (first, second, last) = (ply(1), ply(2), folder.svg("--game -", GAMES));
    has(&first, &[AFTER_E4, "#1d8a3a", "#c62828"]);
    assert!(second.contains("#e0a100") && !second.contains("#c62828"), "a circle");
    assert!(last.contains("3P4/8/8/PPPP1PPP") && last == ply(3), "{last:.300}");
    // A circle before the first move.
    has(&folder.svg("--game games.pgn --number 3 --ply 0", ""), &["#1f66b5"]);
    folder
        .run("picture --game games.pgn --number 2")
        .succeeds()
        .complains(&["game 2 is damaged; the moves before the damage are drawn: line 7, column 7"]);
    for (words, reason) in [
        ("games.pgn --ply 4", "games.pgn: game 1 has 3 plies; --ply 4 is past its end"),
        ("games.pgn --number 4", "games.pgn contains only 3 games; there is no game 4"),
        ("none.pgn", "cannot read none.pgn: "),
        (".", "cannot read .: "),
        ("-", "standard input contains no games"),
    ] {
        folder.refuse(&format!("--game {words}"), "", reason);
    }
}

#[test]
fn films_move() {
    let folder = Folder::with("games.pgn", GAMES);
    let film = "--game games.pgn --film --delay 500ms --hold 2s";
    let expected = ["<animateTransform", "dur=\"4s\"", ">Ann - Bob &amp; Co, 2020</title>", "indefinite"];
    has(&folder.svg(film, ""), &expected);
    folder.draw(&format!("{film} --once -o game.gif --size 160"), "");
    let file = folder.bytes("game.gif");
    assert!(file.starts_with(b"GIF89a\xa0\0\xa0\0"), "{:?}", &file[..10]);
    // Each of the four frames has a block with its delay.
    assert_eq!(file.windows(3).filter(|bytes| bytes == b"\x21\xf9\x04").count(), 4);
    assert!(folder.draw("e4 e5 --film --format gif", "").starts_with(b"GIF89a"));
}

#[test]
fn mistakes_are_told_with_place_and_remedy() {
    let folder = Folder::new();
    let illegal = "cannot use the position '8/8/8/8/8/8/8/8 w': illegal position";
    let run = folder.refuse("8/8/8/8/8/8/8/8 w", "", illegal);
    assert_eq!(run.err.lines().count(), 1, "{run:?}");
    let two = "e4\nd4\n";
    for (line, input, reason) in [
        ("e4 e4", "", "e4 is not a legal move for Black"),
        ("", "\n", "standard input contains no position"),
        ("e4 --mark e9", "", "expected a square and an optional color"),
        ("e4 -o a.jpg", "", "expected .svg, .png or .gif"),
        ("e4 -o a.gif", "", "GIF needs --film"),
        ("e4 -o no/such/a.png", "", "cannot write no/such/a.png: "),
        ("-o a.svg", two, "put {} into the name a.svg"),
    ] {
        folder.refuse(line, input, reason);
    }
    for (line, input, reason) in [
        (
            "picture",
            &format!("{AFTER_E4}\nnonsense/ w\n"),
            "standard input, line 2: cannot use the position 'nonsense/ w'",
        ),
        ("picture --format png", &two.to_owned(), "name files: --output"),
    ] {
        let run = folder.talk(line, input).complains(&[reason]);
        assert_ne!(run.code, Some(0), "{run:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_terminal_gets_no_pixels() {
    let refusal = "will not write binary data to a terminal; name a file with --output";
    Terminal::new(command("picture e4 --format png")).shows(&[refusal]);
    Terminal::new(command("picture")).shows(&["no position to draw; give a FEN"]);
}
