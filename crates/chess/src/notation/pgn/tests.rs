//! Tests of the reader with small texts, valid and broken.

use super::*;
use crate::game::{GameResult, Nag, NodeId, Step};

/// Returns the moves and notes of a game on one line.
fn movetext(game: &Game) -> String {
    let text = to_string(game);
    text.lines().filter(|line| !line.starts_with('[') && !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns every game of a text: its moves and notes on one line, or its error; then the warnings.
fn read(text: &[u8]) -> Vec<String> {
    let mut games = Reader::new(text).strict().games();
    let mut seen = Vec::new();
    while let Some(game) = games.next() {
        seen.push(match game {
            Ok(game) => movetext(&game),
            Err(error) => error.to_string(),
        });
        seen.extend(games.warnings().iter().map(|warning| format!("odd: {warning}")));
    }
    seen
}

/// Returns every game of a text as a tolerant reader sees it, with damage and warnings.
fn read_tolerantly(text: &[u8]) -> Vec<String> {
    let mut games = Reader::new(text).games();
    let mut seen = Vec::new();
    while let Some(game) = games.next() {
        let game = game.unwrap_or_else(|error| panic!("{error}"));
        seen.push(movetext(&game));
        seen.extend(games.damage().map(|error| format!("damaged: {error}")));
        seen.extend(games.warnings().iter().map(|warning| format!("odd: {}", warning.reason)));
    }
    seen
}

/// Returns the moves and notes that a tolerant reader finds in a text with one undamaged game, ignoring
/// warnings.
fn understood(text: &str) -> String {
    let read = read_tolerantly(text.as_bytes());
    assert!(read[1..].iter().all(|line| line.starts_with("odd: ")), "{text}: {read:?}");
    read[0].clone()
}

fn check(text: &str, expected: &[&str]) {
    assert_eq!(read(text.as_bytes()), expected, "{text}");
}

#[test]
fn notes_belong_to_the_right_moves() {
    check(
        "{a} 1. e4! {b} ; c\n$14 e5?! ( {d} 1... c5 {e} 2. Nf3 ) {f} 2. Nf3 +- *",
        &["{a} 1. e4 $1 $14 {b} {c} 1... e5 $6 {f} ({d} 1... c5 {e} 2. Nf3) 2. Nf3 $18 *"],
    );
    check("1. e4 (1. d4) (1. c4 (1. b4) c5) 1... e5 *", &["1. e4 (1. d4) (1. c4 c5) (1. b4) 1... e5 *"]);
    check("1. e4 ({only a remark}) e5 *", &["1. e4 {only a remark} 1... e5 *"]);
    check("1. e4 ($1 1. d4) e5 1-0 {resigns}", &["1. e4 (1. d4 $1) 1... e5 {resigns} 1-0"]);
}

#[test]
fn numbers_and_marks_are_skipped() {
    check(
        "e4 e5 2.Nf3 2...Nc6 3. Bb5 3. ... a6 4 Bxc6 + dxc6 5. 0-0 *",
        &["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *"],
    );
    check("%escaped\n1. e4\n% 1. d4 (\ne5 *", &["1. e4 e5 *"]);
    check("1. e4 e5!!! *", &["1. e4 e5 $3 *"]);
}

#[test]
fn promotions_may_be_in_parentheses() {
    let tags = "[FEN \"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n";
    check(&format!("{tags}1. axb8(N) Ke7 *"), &["1. axb8=N Ke7 *"]);
    check(&format!("{tags}1. a8=Q (1. axb8(R)+) *"), &["1. a8=Q (1. axb8=R+) *"]);
}

#[test]
fn errors_have_a_location_and_the_next_game_is_read() {
    let next = "\n\n[Event \"next\"]\n\n1. d4 *";
    for (text, error) in [
        ("1. e4 e5\n2. Ke3", "line 2, column 4: Ke3 is not a legal move for White"),
        ("1. e4 foo", "line 1, column 7: \"foo\" is not a move; put notes into {braces}"),
        ("1. e4 --", "line 1, column 7: a null move is not a legal chess move"),
        ("1. e4 $ e5", "line 1, column 7: invalid NAG '$'; expected a number from 0 to 255 after '$'"),
        ("1. e4 $256", "line 1, column 7: invalid NAG '$256'; expected a number from 0 to 255 after '$'"),
        ("1. e4 )", "line 1, column 7: ')' closes a variation that was not opened"),
        ("(1. e4)", "line 1, column 1: '(' opens a variation, but there is no move before it to replace"),
        ("1. e4 (1. d4 (1. c4)", "line 1, column 7: unclosed variation; expected ')'"),
        ("1. e4 {never closed", "line 1, column 7: unclosed comment; expected '}'"),
        ("1. e4 <1>", "line 1, column 7: '<' and '>' are reserved by the standard; put notes into {braces}"),
        ("1. e4 \0", "line 1, column 7: unexpected byte 0x00; the file may be damaged"),
        ("1. e4 e5 ]", "line 1, column 10: unexpected ']'; put notes into {braces}"),
        ("[Event]", "line 1, column 1: tag Event has no value in double quotes"),
        (
            "[Event \"a\n[Site \"b\"]\n\n1. e4 *",
            "line 1, column 1: tag Event does not end with \"] on its line",
        ),
        ("[\"a\"]", "line 1, column 1: expected a tag name after '['"),
        ("1. f3 e5 2. g4 Qh4# 3. a3", "line 1, column 24: a3 comes after checkmate"),
        (
            "[FEN \"k7/2Q5/8/8/8/8/8/K7 b - - 0 1\"]\n\n1... Kb8",
            "line 3, column 6: Kb8 comes after stalemate",
        ),
        (
            "[Variant \"Atomic\"]\n\n1. e4 *",
            "line 1, column 1: the variant \"Atomic\" has other rules; only chess and Chess960 are supported",
        ),
    ] {
        check(&format!("{text}{next}"), &[error, "1. d4 *"]);
    }
    check(
        "1. e4 {a\n\nb} e5 foo {\n\n[Site \"x\"]\n\n1. c4 *",
        &["line 3, column 7: \"foo\" is not a move; put notes into {braces}", "1. c4 *"],
    );
}

#[test]
fn an_unclosed_comment_among_tags_affects_only_its_game() {
    let text = "[White \"x\"]\n{never closed\n\n[Event \"next\"]\n\n1. d4 *";
    check(text, &["line 2, column 1: unclosed comment; expected '}'", "1. d4 *"]);
}

#[test]
fn locations_refer_to_the_whole_input() {
    let (first, second) = ("1. e4 *\n\n", "[Event \"b\"]\n\n1. e5 *\n\n[Event \"c\"]\n\n1. d4 * {x}\n");
    let place = TextPlace { offset: first.len() as u64, line: 3, column: 1 };
    let mut reader = Reader::new(second.as_bytes()).strict().starting_at(place);
    let error = reader.read_game(&mut ()).unwrap().unwrap_err();
    assert_eq!((error.place.offset, error.place.line, error.place.column), (25, 5, 4));
    assert_eq!(reader.place().offset, 31);
    reader.read_game(&mut ()).unwrap().unwrap();
    assert_eq!((reader.place().line, reader.place().offset), (9, (first.len() + second.len() - 1) as u64));
    assert!(reader.read_game(&mut ()).is_none());
}

#[test]
fn games_end_where_the_next_begins() {
    check(
        "1. e4\n\n[Event \"b\"]\n[Result \"1-0\"]\n\n[Event \"c\"]\n\n{x}\n\n[Event \"d\"]\n *",
        &[
            "1. e4 *",
            "odd: line 3, column 1: the moves end without a result; expected 1-0, 0-1, 1/2-1/2 or *",
            "1-0",
            "odd: line 6, column 1: the moves end without a result; expected 1-0, 0-1, 1/2-1/2 or *",
            "{x} *",
            "odd: line 10, column 1: the moves end without a result; expected 1-0, 0-1, 1/2-1/2 or *",
            "*",
        ],
    );
    check("1. e4 1-0 1. d4 0-1\n1. c4 1/2", &["1. e4 1-0", "1. d4 0-1", "1. c4 1/2-1/2"]);
    check(" \n\t\r\n\x1A", &[]);
}

#[test]
fn mismatched_results_are_reported() {
    let mut games = Reader::new(&b"[Result \"1-0\"]\n\n1. e4 e5 0-1\n\n[Result \"0-1\"]\n\n*"[..]).games();
    assert_eq!(games.next().unwrap().unwrap().result(), GameResult::BlackWins);
    let expected = "line 3, column 10: the moves end with 0-1, but the Result tag says \"1-0\"";
    assert_eq!(games.warnings()[0].to_string(), expected);
    assert_eq!(games.next().unwrap().unwrap().result(), GameResult::BlackWins);
    assert_eq!(games.warnings()[0].place.line, 7);
    assert!(games.next().is_none());
}

#[test]
fn tags_are_read_with_their_escapes() {
    let text = b"[Event \"The \\\"Open\\\" \\\\ 1\"] [Site \"a \"b\" c\"][Round \"x\\\"]\r\n\
        [White \"H\xFCbner\"]\n[ Black  \"Hort\xC3\xBD\" ]\n\n*";
    let game = Reader::new(&text[..]).games().next().unwrap().unwrap();
    let values: Vec<&str> = game.tags().iter().map(|(_, value)| value).collect();
    assert_eq!(values, ["The \"Open\" \\ 1", "a \"b\" c", "????.??.??", "x\\", "Hübner", "Hortý"]);
}

#[test]
fn encodings_are_detected() {
    let expected = ["line 1, column 7: \"x\" is not a move; put notes into {braces}"];
    assert_eq!(read(b"\xEF\xBB\xBF1. e4 x"), expected);
    for text in [&b"\xFF\xFE[\0E\0"[..], b"\xFE\xFF\0[\0E", b"[\0E\0v\0", b"\0[\0E"] {
        assert_eq!(read(text), ["line 1, column 1: the file is UTF-16; save it as UTF-8"]);
    }
    assert_eq!(read(b"1. e4 {caf\xE9} *"), ["1. e4 {café} *"]);
}

#[test]
fn absurd_input_hits_limits() {
    let long = |piece: &str, count: usize| read(piece.repeat(count).as_bytes()).remove(0);
    assert_eq!(long("a", 10_000), "line 1, column 1: longer than 255 bytes");
    assert_eq!(long("1", 10_000), "line 1, column 1: longer than 255 bytes");
    let expected = format!("line {}, column 1: more than 1000 tags", MAX_TAGS + 1);
    assert_eq!(long("[A \"b\"]\n", MAX_TAGS + 1), expected);
    let text = format!("[A \"{}\"]", "x".repeat(MAX_TAG_VALUE + 1));
    assert_eq!(read(text.as_bytes())[0], format!("line 1, column 1: longer than {MAX_TAG_VALUE} bytes"));
    let text = format!("1. e4 {{{}}}", "x".repeat(MAX_COMMENT + 1));
    assert_eq!(read(text.as_bytes())[0], format!("line 1, column 7: longer than {MAX_COMMENT} bytes"));
    let text = format!("e4 {}", "(d4 ".repeat(MAX_NESTING + 1));
    let expected = format!("line 1, column {}: variations are nested deeper than 10000", 4 + 4 * MAX_NESTING);
    assert_eq!(read(text.as_bytes())[0], expected);
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    // Each variation goes one move deeper, so the tree is as deep as the text.
    const DEPTH: usize = 9000;
    let mut deep = String::new();
    for ply in 0..DEPTH {
        let pass = ["a3", "a6"][ply % 2];
        let on = ["Nf3", "Nf6", "Ng1", "Ng8"][ply % 4];
        deep.push_str(&format!("{pass} ({on} "));
    }
    deep.push_str(&")".repeat(DEPTH));
    deep.push_str(" *");
    // Each variation is an alternative to the first move, so the tree is as wide as the text is deep.
    let wide = format!("1. e4 {}{} *", "(1. d4 ".repeat(DEPTH), ")".repeat(DEPTH));
    let reader = std::thread::Builder::new().stack_size(256 * 1024).spawn(move || {
        let deep = parse(&deep).unwrap().unwrap();
        assert_eq!(deep.move_count(), 2 * DEPTH);
        assert_eq!(deep.ply(NodeId::from_index(2 * DEPTH).unwrap()), DEPTH);
        let wide = parse(&wide).unwrap().unwrap();
        assert_eq!(wide.children(NodeId::START).count(), DEPTH + 1);
        for mut game in [deep, wide] {
            assert_eq!(parse(&to_string(&game)).unwrap().unwrap(), game);
            let second = game.children(NodeId::START).nth(1).unwrap();
            game.delete(second).unwrap();
            game.strip();
            assert_eq!(game.move_count(), 1);
        }
    });
    reader.unwrap().join().unwrap();
}

#[test]
fn chess960_is_read_by_fen_or_variant() {
    let text = "[Variant \"fischerandom\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 2 9\"]\n\n9. O-O-O *";
    let game = parse(text).unwrap().unwrap();
    assert!(game.is_chess960());
    let castling = game.mv(game.last()).unwrap();
    assert_eq!(format!("{castling:?}"), "e1b1");
    assert_eq!(parse(&to_string(&game)).unwrap().unwrap(), game);
}

#[test]
fn visitors_may_skip_games() {
    #[derive(Default)]
    struct OnlyMorphy {
        wanted: bool,
        moves: Vec<usize>,
    }
    impl Visitor for OnlyMorphy {
        fn begin_game(&mut self, _place: TextPlace) {
            self.wanted = false;
            self.moves.push(0);
        }
        fn tag(&mut self, name: &str, value: Text<'_>) {
            self.wanted |= name == "White" && value.as_bytes() == b"Morphy";
        }
        fn begin_moves(&mut self, _start: Option<&crate::Position>) -> Flow {
            if self.wanted { Flow::Read } else { Flow::Skip }
        }
        fn mv(&mut self, _played: Played<'_>) {
            *self.moves.last_mut().unwrap() += 1;
        }
    }
    let text = "[White \"X\"]\n\n1. e4 e5 *\n\n[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 *\n\n1. d4 *";
    let mut visitor = OnlyMorphy::default();
    let mut reader = Reader::new(text.as_bytes());
    while let Some(game) = reader.read_game(&mut visitor) {
        game.unwrap();
    }
    assert_eq!(visitor.moves, [0, 3, 0]);
}

#[test]
fn read_errors_are_reported_once() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _buffer: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("disk on fire"))
        }
    }
    let mut games = Reader::new(std::io::Read::chain(&b"1. e4"[..], Broken)).games();
    let error = games.next().unwrap().unwrap_err().to_string();
    assert!(error.ends_with("cannot continue reading: disk on fire"), "{error}");
    assert!(games.next().is_none());
}

#[test]
fn variations_are_alternatives_to_the_last_move() {
    let game = parse("1. e4 e5 (1... c5 2. Nf3 (2. c3 $1)) 2. Nc3 *").unwrap().unwrap();
    let steps: Vec<String> = game
        .walk()
        .map(|step| match step {
            Step::Move(node) => format!("{:?}", game.mv(node).unwrap()),
            Step::Begin => "(".into(),
            Step::End => ")".into(),
        })
        .collect();
    assert_eq!(steps.join(" "), "e2e4 e7e5 ( c7c5 g1f3 ( c2c3 ) ) b1c3");
    let Some(Step::Move(c3)) = game.walk().nth(6) else { panic!("{steps:?}") };
    assert_eq!((game.nags(c3), game.ply(c3)), (&[Nag(1)][..], 3));
}

/// A variation nested in one without moves begins at the same node.
#[test]
fn a_variation_may_contain_only_a_variation() {
    let text = "1. e4 e5 (1... c5 ((1... d6 2. d4))) 2. Nf3 *";
    let game = parse(text).unwrap().unwrap();
    let written = to_string(&game);
    assert!(written.contains("1. e4 e5 (1... c5) (1... d6 2. d4) 2. Nf3 *"), "{written}");
    let text = "{of the start} ({too} 1. e4) *";
    let game = parse(text).unwrap().unwrap();
    assert_eq!(game.comments(NodeId::START), ["of the start", "too"]);
    assert_eq!(parse(&to_string(&game)).unwrap().unwrap(), game);
}

#[test]
fn damaged_games_are_kept_up_to_the_first_illegal_move() {
    let next = "\n\n[Event \"next\"]\n\n1. d4 *";
    for (text, expected, damage) in [
        (
            "1. e4 e5\n2. Ke3 d5 {x} 1-0",
            "1. e4 e5 {Ke3 d5 {x}; 1-0",
            "line 2, column 4: Ke3 is not a legal move for White",
        ),
        (
            "1. f3 e5 2. g4 Qh4# 3. a3 a6 0-1",
            "1. f3 e5 2. g4 Qh4# {a3 a6} 0-1",
            "line 1, column 24: a3 comes after checkmate",
        ),
        (
            "1. e4 (1. d4 Ke3 (1. c4) e6) e5 2. Nf3 *",
            "1. e4 (1. d4 {Ke3 (1. c4) e6}) 1... e5 2. Nf3 *",
            "line 1, column 14: Ke3 is not a legal move for Black",
        ),
        (
            "1. e4 Ke3 ; a ( remark\ne5 (1-0) 0-1",
            "1. e4 {Ke3 ; a ( remark e5 (1-0)} 0-1",
            "line 1, column 7: Ke3 is not a legal move for Black",
        ),
        ("1. e4 {never closed", "1. e4 {never closed} *", "line 1, column 7: unclosed comment; expected '}'"),
    ] {
        let read = read_tolerantly(format!("{text}{next}").as_bytes());
        let expected = expected.replace("{Ke3 d5 {x};", ";Ke3 d5 {x}");
        assert_eq!(read[0], expected, "{text}");
        assert_eq!(read[1], format!("damaged: {damage}"), "{text}");
        assert_eq!(read.last().map(String::as_str), Some("1. d4 *"), "{text}: {read:?}");
    }
}

#[test]
fn an_illegal_start_position_keeps_the_moves_as_text() {
    let read = read_tolerantly(
        b"[White \"A\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 *",
    );
    assert_eq!(read[0], "{1. e4 e5} 1-0");
    assert!(read[1].starts_with("damaged: line 2, column 1: the FEN tag is not a position"), "{read:?}");
    assert_eq!(read[2], "1. d4 *");
}

#[test]
fn irregularities_cost_no_move() {
    for (text, expected) in [
        // Null moves.
        ("1. e4 e5 (1... -- 2. d4 --) 2. Nf3 *", "1. e4 e5 (1... -- 2. d4 --) 2. Nf3 *"),
        ("1. e4 Z0 2. d4 null 3. Nf3 @@@@ *", "1. e4 -- 2. d4 -- 3. Nf3 -- *"),
        // Unicode signs.
        ("1.\u{a0}e4 e5 2.\u{2009}Nf3\u{feff} *", "1. e4 e5 2. Nf3 *"),
        ("1. e4 e5 2. Nf3 2… Nc6 3.… *", "1. e4 e5 2. Nf3 Nc6 *"),
        ("1. e4 d5 2. e×d5 Q×d5 *", "1. e4 d5 2. exd5 Qxd5 *"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O–O *", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *"),
        ("1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *"),
        // Letters of other languages, and English lookalikes among them.
        (
            "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. 0-0 Le7 6. Te1 b5 7. Lb3 d6 8. De2 *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. Qe2 *",
        ),
        (
            "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. Re2 *",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. Ke2 *",
        ),
        ("1. e4 e5 2. Кf3 Кc6 3. Сb5 Крe7 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 Ke7 *"),
        // Annotations.
        ("1. e4⩲ e5+- 2. Nf3 N Nc6 D *", "1. e4 $14 e5 $18 2. Nf3 $146 Nc6 $220 *"),
        ("1. e4 $1$14 e5$6 $ 2. Nf3 $1000 *", "1. e4 $1 $14 e5 $6 2. Nf3 {$1000} *"),
        ("1. f3 e5 2. g4 Qh4 mate *", "1. f3 e5 2. g4 Qh4# *"),
        ("1. e4 e5 2. Bc4 d6 3. Bxf7 ch Kxf7 *", "1. e4 e5 2. Bc4 d6 3. Bxf7+ Kxf7 *"),
        // Captures by files, variations before the first move, unmatched parentheses, meaningless words.
        ("1. e4 d5 2. ed *", "1. e4 d5 2. exd5 *"),
        ("(1. d4 d5) 1. e4 (1. c4) e5 *", "1. e4 (1. d4 d5) (1. c4) 1... e5 *"),
        ("1. e4 ) e5 (1... c5 *", "1. e4 e5 (1... c5) *"),
        ("1. e4 hello e5 <1> ] *", "1. e4 e5 *"),
        ("1. e4 {a {b} c} e5 *", "1. e4 ;a {b} c 1... e5 *"),
        ("1. e4 {a {b} e5 {c} 2. Nf3 *", "1. e4 ;a {b 1... e5 {c} 2. Nf3 *"),
    ] {
        assert_eq!(understood(text), expected, "{text}");
    }
}

#[test]
fn results_are_read_in_any_spelling() {
    for (written, expected) in [
        ("0.5-0.5", "1/2-1/2"),
        ("½-½", "1/2-1/2"),
        ("½–½", "1/2-1/2"),
        ("1/2:1/2", "1/2-1/2"),
        ("draw", "1/2-1/2"),
        ("=-=", "1/2-1/2"),
        ("1/2-1/2.", "1/2-1/2"),
        ("1:0", "1-0"),
        ("1–0", "1-0"),
        ("1-0F", "1-0"),
        ("+--", "1-0"),
        ("1-0 1-0", "1-0"),
    ] {
        let text = format!("1. d4 d5 {written}\n\n[Event \"next\"]\n\n1. c4 *");
        let read = read_tolerantly(text.as_bytes());
        assert_eq!(read[0], format!("1. d4 d5 {expected}"), "{written}");
        assert_eq!(read.last().map(String::as_str), Some("1. c4 *"), "{written}: {read:?}");
    }
    let text = "[White \"A\"]\n[Result \"0-0\"]\n\n0-0";
    let mut games = Reader::new(text.as_bytes()).games();
    let game = games.next().unwrap().unwrap();
    assert_eq!((game.result(), game.move_count(), games.warnings().len()), (GameResult::BothLose, 0, 0));
    let mut again = Reader::new(to_string(&game).as_bytes()).games().map(Result::unwrap).collect::<Vec<_>>();
    assert_eq!(again.pop(), Some(game));
    assert!(again.is_empty());
}

#[test]
fn tags_are_read_without_quotes() {
    let text = "{made by hand}\n[Event “Open”]\n; remark\n[White Carlsen, Magnus]\n[Black \"Nepo\n[Round]\n\
        [\"x\"]\n[Result \"1-0\"]\n\n1. e4 1-0";
    let mut games = Reader::new(text.as_bytes()).games();
    let game = games.next().unwrap().unwrap();
    let values: Vec<&str> = game.tags().iter().map(|(_, value)| value).collect();
    assert_eq!(values, ["Open", "?", "????.??.??", "", "Carlsen, Magnus", "Nepo"]);
    assert_eq!(game.result(), GameResult::WhiteWins);
    assert!(games.next().is_none());
}
