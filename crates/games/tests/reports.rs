//! Irregularities of real files, as reported to the trackers of other programs: none may cost a game or a
//! move.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Cursor;

use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn::{self, TextPlace};
use heirloom_games::clean::Cleaning;
use heirloom_games::{Batch, Date, Input, ReadError, ReadOptions, games};

/// All games of a file, the number of damaged ones, and the errors and warnings.
struct Read {
    games: Vec<Game>,
    damaged: usize,
    remarks: Vec<String>,
}

impl Read {
    fn plies(&self) -> Vec<usize> {
        self.games.iter().map(|game| game.main_line().count()).collect()
    }
}

fn read(bytes: impl AsRef<[u8]>) -> Read {
    let mut read = Read { games: Vec::new(), damaged: 0, remarks: Vec::new() };
    let see = |game: Game, _: TextPlace, made: &mut Vec<Game>| made.push(game);
    let take = |batch: Batch<Vec<Game>>| {
        assert!(batch.refused.is_empty(), "{:?}", batch.refused);
        read.games.extend(batch.made);
        read.damaged += batch.damaged.len();
        read.remarks.extend(batch.damaged.iter().chain(&batch.warnings).map(ToString::to_string));
        Ok::<(), ReadError>(())
    };
    let input = Input::stream("x", Cursor::new(bytes.as_ref().to_vec()));
    games(vec![input], &ReadOptions::new().threads(1), see, take).unwrap();
    read.games.iter().for_each(cleaned_twice);
    read
}

/// Checks that a cleaned game is read strictly without warnings, and that cleaning it again changes nothing.
fn cleaned_twice(game: &Game) {
    let mut once = game.clone();
    Cleaning::default().clean(&mut once);
    let text = pgn::to_string(&once);
    let mut again = pgn::Reader::new(text.as_bytes()).games();
    let mut twice = again.next().unwrap().unwrap();
    assert!(again.damage().is_none() && again.warnings().is_empty(), "{:?}\n{text}", again.warnings());
    Cleaning::default().clean(&mut twice);
    assert_eq!(pgn::to_string(&twice), text);
}

/// Returns the plies of the main line of each game; none may be damaged.
fn plies(text: &str) -> Vec<usize> {
    let read = read(text);
    assert_eq!(read.damaged, 0, "{text} {:?}", read.remarks);
    read.plies()
}

#[test]
fn null_moves_are_read_in_variations() {
    let text = "[Event \"a\"]\n\n\
        1. d4 d5 2. c4 e6 (2... -- 3. cxd5 {the threat} --) (2... Z0 3. cxd5) 3. Nc3 *\n\n\
        [Event \"b\"]\n\n1. c4 e5 (1... null 2. g3) (1... @@@@ 2. d4) 2. Nc3 0-1\n";
    assert_eq!(plies(text), [5, 3]);
    let text = pgn::to_string(&read(text).games[0]);
    assert!(text.contains("(2... -- 3. cxd5 {the threat} 3... --) (2... -- 3. cxd5)"), "{text}");
}

#[test]
fn dots_and_ellipses_are_not_moves() {
    let text = "1.d4 d5 2.c4 2....e6 3. .. *\n\n\
        [Event \"apart\"]\n[FEN \"3r2k1/5pp1/7p/8/8/4P2P/6P1/3R2K1 b - - 5 38\"]\n\n\
        38. .. Rxd1+ 39. Kf2 39 ... Rd2+ 40 . Kf3 0-1\n\n[Event \"sign\"]\n\n1. d4 d5 2. c4 2… e6 3.… *\n";
    assert_eq!(plies(text), [4, 4, 4]);
}

#[test]
fn results_have_many_spellings() {
    for (written, result) in [
        ("0.5-0.5", "1/2-1/2"),
        ("½-½", "1/2-1/2"),
        ("½–½", "1/2-1/2"),
        ("1/2", "1/2-1/2"),
        ("1/2 - 1/2", "1/2-1/2"),
        ("draw", "1/2-1/2"),
        ("1:0", "1-0"),
        ("1–0", "1-0"),
        ("1 - 0", "1-0"),
        ("0 - 1", "0-1"),
        ("1-0F", "1-0"),
        ("+--", "1-0"),
        ("+/-", "1-0"),
        ("-/+", "0-1"),
    ] {
        // A forfeit has no moves.
        let is_forfeit = written.contains('+');
        let moves = if is_forfeit { "" } else { "1. c4 c5 " };
        let read = read(format!(
            "[Event \"a\"]\n[Result \"{written}\"]\n\n{moves}{written}\n\n[Event \"next\"]\n\n1. d4 1-0\n"
        ));
        assert_eq!((read.plies(), read.damaged), (vec![if is_forfeit { 0 } else { 2 }, 1], 0), "{written}");
        assert_eq!(read.games[0].result().to_string(), result, "{written}");
    }
    let forfeit = read("[White \"A\"]\n[Black \"B\"]\n[Result \"0-0\"]\n\n0-0\n");
    assert_eq!(
        (forfeit.plies(), forfeit.games[0].result().to_string().as_str()),
        (vec![0], "0-0"),
        "nobody wins, and the tag says so"
    );
    let read = read("[Event \"none\"]\n\n1. e4 e5\n\n[Event \"two\"]\n\n1. e4 e5 1-0 1-0\n");
    assert_eq!(read.games.iter().map(|game| game.result().to_string()).collect::<Vec<_>>(), ["*", "1-0"]);
}

#[test]
fn unicode_signs_are_read() {
    let text = "[Event \"dashes\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O–O Nf6 5. d3 0—0 1–0\n\n\
        [Event \"long\"]\n\n1. d2–d4 d7−d5 2. Ng1–f3 Nb8−c6 3. Nf3×e5 *\n\n[Event \"times\"]\n\n\
        1. e4 d5 2. e×d5 Q×d5 *\n\n\
        [Event \"spaces\"]\n\n1.\u{a0}e4\u{2009}e5 2.\u{202f}Nf3 *\n\n\u{feff}[Event \"mark\"]\n\n\
        \u{feff}1. e4 *\n";
    let read = read(text);
    assert_eq!((read.plies(), read.damaged), (vec![10, 5, 4, 3, 1], 0), "{:?}", read.remarks);
}

#[test]
fn piece_letters_of_other_languages_are_read() {
    for moves in [
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. 0-0 Le7 6. Te1 b5 7. Lb3 d6 8. De2 Kf8",
        "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 6. Te1 b5 7. Fb3 d6 8. De2 Rf8",
        "1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Aa4 Cf6 5. O-O Ae7 6. Te1 b5 7. Ab3 d6 8. De2 Rf8",
        "1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 4. La4 Pf6 5. O-O Le7 6. Te1 b5 7. Lb3 d6 8. De2 Kf8",
        "1. e4 e5 2. Sf3 Sc6 3. Gb5 a6 4. Ga4 Sf6 5. O-O Ge7 6. We1 b5 7. Gb3 d6 8. He2 Kf8",
        "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сa4 Кf6 5. O-O Сe7 6. Лe1 b5 7. Сb3 d6 8. Фe2 Крf8",
        "1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 ♟a6 4. ♗a4 ♞f6 5. O-O ♝e7 6. ♖e1 b5 7. ♗b3 d6 8. ♕e2 ♚f8",
        "1. e4 e5 2. ♘\u{fe0e}f3 ♞\u{fe0e}c6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. Qe2 Kf8",
    ] {
        assert_eq!(plies(&format!("{moves} *\n\n[Event \"next\"]\n\n1. Nf3 *\n")), [16, 1], "{moves}");
    }
    assert_eq!(plies("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=♕ 1-0\n"), [1]);
}

#[test]
fn marks_and_notes_cost_no_move() {
    let text = "1. e4 $140 e5 $146 2. Nf3 $220 $138 Nc6 $255 3. Bb5 $0 a6 $ 4. Ba4 *\n\n[Event \"big\"]\n\n\
        1. e4 $256 e5 $1000 2. Nf3 *\n\n\
        [Event \"glued\"]\n\n1. e4 $1$14 e5$6 2. Nf3$13 *\n\n[Event \"novelty\"]\n\n\
        1. e4 e5 2. Nf3 N Nc6 3. Bb5 D *\n\n\
        [Event \"words\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 mate *\n\n[Event \"signs\"]\n\n\
        1. e4!? e5?! 2. Nf3+= Nc6∓ *\n";
    assert_eq!(plies(text), [7, 3, 3, 5, 7, 4]);
    let game = &read("1. d4⩲ d5 *").games[0];
    let first = game.main_line().next().unwrap();
    assert_eq!(game.nags(first).iter().map(ToString::to_string).collect::<Vec<_>>(), ["$14"]);
}

#[test]
fn impossible_rights_and_squares_are_dropped() {
    for (fen, mv) in [
        ("rnb1kb1Q/1p1qp2p/p3p1p1/2pp4/8/8/PPPP1PPP/RNB1K1NR b KQkq - 1 10", "10... Kd8"),
        ("r4rk1/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R4RK1 w KQkq - 0 1", "1. a3"),
        ("rnbqkb1r/ppp3pp/3p1n2/3P4/8/2P5/PP3PPP/RNBQKB1R w KQkq e6 0 1", "1. a3"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1", "1. a3"),
        ("rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/RNBQKBNR b KQkq f4 0 3", "3... exf3"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "1. O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KKQQkk - 0 1", "1. O-O"),
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w -- - 0 1", "1. Ra8#"),
        ("4k3/8/8/3P4/8/8/8/4K3 w - e6 0 1", "1. d6"),
    ] {
        let text = format!("[Event \"x\"]\n[FEN \"{fen}\"]\n\n{mv} *\n\n[Event \"next\"]\n\n1. d4 *\n");
        assert_eq!(plies(&text), [1, 1], "{fen}");
    }
    let remarks = read("[FEN \"r4rk1/8/8/8/8/8/8/R4RK1 w KQkq - 0 1\"]\n\n1. Kg2 *\n").remarks;
    assert!(remarks.iter().any(|remark| remark.contains("castl")), "{remarks:?}");
}

#[test]
fn games_are_kept_up_to_their_last_legal_move() {
    let read = read(
        "[White \"A\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 3. a3 a6 0-1\n\n[White \"B\"]\n\n\
            1. d4 d5 1-0\n",
    );
    assert_eq!((read.plies(), read.damaged), (vec![4, 2], 1));
    let first = &read.games[0];
    assert_eq!((first.tags().get("White"), first.result().to_string().as_str()), (Some("A"), "0-1"));
    assert_eq!(first.comments(first.last()), ["a3 a6"], "the rest stays with the game");
}

#[test]
fn comments_and_tags_may_be_anywhere() {
    for text in [
        "{By hand}\n[Event \"a\"]\n[White \"b\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n",
        ";; <A -- B>\n\n[Event \"a\"]\n[White \"b\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n",
        "[Event \"a\"]\n{between}\n[White \"b\"]\n; remark\n[Result \"1-0\"]\n\n1. e4 1-0\n",
        "[Event “a”]\n[White b]\n[Result \"1-0\"]\n\n1. e4 1-0\n",
    ] {
        let read = read(text);
        assert_eq!((read.plies(), read.damaged), (vec![1], 0), "{text}");
        let (tags, result) = (read.games[0].tags(), read.games[0].result().to_string());
        assert_eq!(
            (tags.get("Event"), tags.get("White"), result.as_str()),
            (Some("a"), Some("b"), "1-0"),
            "{text}"
        );
    }
    assert_eq!(plies("1. e4 {a {b} c} e5 *\n\n[Event \"next\"]\n\n1. d4 *\n"), [2, 1]);
}

#[test]
fn names_are_decoded_as_windows_1252() {
    let bytes = b"[Site \"Caf\xe9 \x93L'\x9cuvre\x94 \x96 5 \x80\"]\n[White \"\x8aimon, \x8eofie\"]\n\n\
            1. e4 {\x93quoted\x94 it\x92s\x85} e5 *\n";
    let game = &read(bytes).games[0];
    let expected = (Some("Café “L'œuvre” – 5 €"), Some("Šimon, Žofie"));
    assert_eq!((game.tags().get("Site"), game.tags().get("White")), expected);
    assert_eq!(game.comments(game.main_line().next().unwrap()), ["“quoted” it’s…"]);
}

#[test]
fn control_characters_are_removed() {
    let read =
        read("[White \"\u{9b}31mred \u{1b}[31mESC\"]\n\n1. e4 \u{9b}2J {\u{1b}]0;x\u{7}} \u{1b}[2J *\n");
    let shown = format!("{}{:?}", pgn::to_string(&read.games[0]), read.remarks);
    assert!(!shown.chars().any(|letter| letter.is_control() && letter != '\n'), "{shown:?}");
}

#[test]
fn dates_come_from_other_tags() {
    let read = read(
        "[Event \"Rated Blitz game\"]\n[UTCDate \"2017.08.31\"]\n\n1. d4 { [%eval 0.28] [%clk 0:01:00] } \
            1... d5 1-0\n",
    );
    let mut game = read.games[0].clone();
    assert_eq!(Date::of_tags(|name| game.tags().get(name)).unwrap().to_string(), "2017.08.31");
    Cleaning::default().clean(&mut game);
    assert_eq!(game.tags().get("Date"), Some("2017.08.31"));
}
