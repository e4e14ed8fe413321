//! Tests of the reasons given for bad moves.

use super::*;
use heirloom_chess::notation::uci;

/// Returns the reasons against the first move of `played`; its other moves are the refutation, and `best` is
/// the better line. Scores are from the mover's point of view.
fn explain(fen: &str, played: &str, best: &str, scores: (Score, Score)) -> String {
    let line = Line::new(Position::from_fen(fen).unwrap());
    let moves = |text: &str| uci::parse_line(line.position().clone(), text).unwrap().moves().to_vec();
    let (played, best) = (moves(played), moves(best));
    let scores = if line.position().turn() == Color::White {
        scores
    } else {
        (scores.0.flipped(), scores.1.flipped())
    };
    let evaluation = |score, line: &[Move]| Evaluation { line: line.to_vec(), ..Evaluation::of_score(score) };
    let (before, after) = (evaluation(scores.0, &best), evaluation(scores.1, &played[1..]));
    let case = JudgedMove { line: &line, mv: played[0], before: &before, after: &after, is_checked: false };
    reasons(&case).iter().map(|reason| say(reason, line.position(), played[0])).collect::<Vec<_>>().join(" ")
}

/// The move loses the game.
const LOST: (Score, Score) = (Score::Cp(0), Score::Cp(-900));

#[test]
fn mates_are_explained() {
    let fen = "6k1/5ppp/8/8/8/8/r3NPPP/6K1 w - - 0 1";
    let text = explain(fen, "e2f4 a2a1", "h2h3 a2e2", (Score::Cp(0), Score::Mate(-1)));
    assert_eq!(text, "It allows mate in 1 on the back rank (1... Ra1#).");
    let text = explain(
        "6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1",
        "h2h3 h7h6",
        "b1b8",
        (Score::Mate(1), Score::Cp(500)),
    );
    assert_eq!(text, "It misses mate in 1 (1. Rb8#).");
    let fool = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(
        explain(fool, "g2g4 d8h4", "e2e4 g8f6", (Score::Cp(-80), Score::Mate(-1))),
        "It allows mate in 1 (2... Qh4#)."
    );
}

#[test]
fn material_is_counted_and_tactics_are_named() {
    let hanging = explain("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5 d6e5", "e1e2 e8e7", LOST);
    assert_eq!(hanging, "It loses a knight: the knight on e5 can be taken (1... dxe5).");
    let fork = explain("r3k3/7p/8/1N6/8/8/8/4K3 b - - 0 1", "h7h6 b5c7 e8d7 c7a8", "a8a5 b5c7", LOST);
    assert_eq!(
        fork,
        "It allows a fork of king and rook by the knight on c7, which wins a rook (2. Nc7+ Kd7 3. Nxa8)."
    );
    let skewer = explain("3q4/8/8/4k3/8/8/1K6/R7 b - - 0 1", "d8e8 a1e1 e5d6 e1e8", "d8d7 b2b3", LOST);
    assert_eq!(skewer, "It allows a skewer of king and queen, which wins a queen (2. Re1+ Kd6 3. Rxe8).");
    let pin = explain("4k3/8/3b3p/8/8/8/8/1R4K1 b - - 0 1", "d6e5 b1e1 e8d7 e1e5", "d6f8 b1b8", LOST);
    assert_eq!(pin, "It allows a pin of the bishop on e5, which wins a bishop (2. Re1 Kd7 3. Rxe5).");
    let discovered =
        explain("3q2k1/8/8/8/4N3/8/8/4R1K1 b - - 0 1", "d8e8 e4f6 g8f7 e1e8 f7f6", "d8d4 g1g2", LOST);
    assert_eq!(
        discovered,
        "It allows a discovered attack by the rook, which wins a queen for a knight (2. Nf6+ Kf7 3. Rxe8 Kxf6)."
    );
}

#[test]
fn missed_gains_are_explained() {
    let rook = explain("4k3/8/8/3r4/8/4N3/8/4K3 w - - 0 1", "e1e2 d5d8", "e3d5 e8d7", LOST);
    assert_eq!(rook, "It misses a chance to win a rook: the rook on d5 could be taken (1. Nxd5).");
    let exchange = explain("4k3/8/2p5/3r4/8/4N3/8/4K3 w - - 0 1", "e1e2 d5d8", "e3d5 c6d5", LOST);
    assert_eq!(
        exchange,
        "It misses a chance to win the exchange: the rook on d5 could be taken (1. Nxd5 cxd5)."
    );
    let promotion = explain("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e1e2 g7f7", "e7e8q g7f6", LOST);
    assert_eq!(promotion, "It misses a promotion (1. e8=Q).");
    let allowed = explain("8/4P1k1/8/8/8/8/8/4K3 b - - 0 1", "g7g6 e7e8q g6f5", "g7f7 e7e8q f7e8", LOST);
    assert_eq!(allowed, "It lets a pawn promote (2. e8=Q+).");
}

#[test]
fn draws_are_explained() {
    let text = explain("k7/8/1K6/8/8/8/2Q5/8 w - - 0 1", "c2c7", "c2c8", (Score::Mate(1), Score::Cp(0)));
    assert_eq!(text, "It stalemates the opponent. It misses mate in 1 (1. Qc8#).");
}

#[test]
fn unproven_reasons_are_omitted() {
    assert_eq!(
        explain("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3d4 e8e7", "e1e2 e8e7", LOST),
        "",
        "quiet moves"
    );
    let open_end = explain("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5 e8e7", "e1e2 e8e7", LOST);
    assert_eq!(open_end, "", "the line does not take");
    let already = explain("4k3/8/3p4/4N3/8/8/8/4K3 b - - 0 1", "e8e7 e1e2", "d6e5 e1e2", LOST);
    assert!(already.starts_with("It misses a chance to win a knight"), "{already}");
    let lost_anyway = explain("4k3/8/3p4/2N1N3/8/8/8/4K3 w - - 0 1", "e1e2 d6c5", "e1d2 d6e5", LOST);
    assert_eq!(lost_anyway, "", "one of them goes in any case");
    let knight = |played, scores| explain("4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", played, "e1e2 e8e7", scores);
    assert!(knight("f3e5 d6e5 e1e2 e8e7", LOST).starts_with("It loses a knight"));
    assert_eq!(
        knight("f3e5 d6e5 e1e2 e8e7", (Score::Cp(40), Score::Cp(-30))),
        "",
        "the score says that something came for it"
    );
    assert_eq!(
        knight("f3e5 d6e5 e1e2 e5e4 e2e3 e8e7 e3e4", LOST),
        "It loses a knight for a pawn: the knight on e5 can be taken \
            (1... dxe5 2. Ke2 e4 3. Ke3 Ke7 4. Kxe4)."
    );
}

#[test]
fn plans_say_what_they_are_for_and_what_prevents_them() {
    let before = Position::from_fen("4k3/8/6p1/8/5B2/8/5PPP/6K1 w - - 0 1").unwrap();
    let line = |text: &str| uci::parse_line(before.clone(), text).unwrap().moves().to_vec();
    let played = line("g1f1 g6g5");
    let allows = |prevented| {
        let idea = Idea::Threatens(PieceType::Bishop, Square::F4);
        let plan = Plan { idea, line: played[1..].to_vec(), prevented };
        say(&Reason::AllowsPlan(plan), &before, played[0])
    };
    assert_eq!(
        allows(None),
        "It allows a threat to the bishop on f4 (1... g5); no other reply is nearly as strong."
    );
    assert_eq!(
        allows(Some(Prevented::Mistake(line("h2h4 g6g5 h4g5")))),
        "It allows a threat to the bishop on f4 (1... g5), which would be a mistake in 1. h4 g5 2. hxg5."
    );
    let prevented = Some(Prevented::Illegal(line("f4g5")));
    assert_eq!(
        allows(prevented),
        "It allows a threat to the bishop on f4 (1... g5), which is impossible after 1. Bg5."
    );
    let ideas = [
        (Idea::Castles, "castling"),
        (Idea::Trades(PieceType::Rook, PieceType::Rook), "a trade of rooks"),
        (Idea::Trades(PieceType::Bishop, PieceType::Knight), "the trade of a bishop for a knight"),
        (Idea::Saves(PieceType::Bishop, Square::F4), "the escape of the bishop on f4"),
        (Idea::Passes(Square::H6), "a passed pawn on h6"),
        (Idea::Breaks(Square::H5), "the pawn break on h5"),
        (Idea::Outpost(PieceType::Bishop, Square::E5), "an outpost of the bishop on e5"),
        (Idea::Seventh, "a rook on the seventh rank"),
        (Idea::OpenFile(PieceType::Rook, heirloom_chess::File::E), "a rook on the open e-file"),
        (Idea::Center(Square::E4), "a pawn in the center on e4"),
    ];
    for (idea, words) in ideas {
        let plan = Plan { idea, line: line("h2h4"), prevented: None };
        let text = say(&Reason::MissesPlan(plan), &before, played[0]);
        assert_eq!(text, format!("It misses {words} (1. h4); no other move is nearly as strong."));
    }
}

#[test]
fn changes_name_what_the_board_shows() {
    let before = Position::from_fen("4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1").unwrap();
    let line = |text: &str| uci::parse_line(before.clone(), text).unwrap().moves().to_vec();
    let said = |theme, own, fact| {
        let changes = vec![Change { theme, own, loss: 40, fact: Some(fact) }];
        let reason = Reason::Worsens { changes, line: line("g2g4 e8e7")[1..].to_vec(), better: line("h2h3") };
        let text = say(&reason, &before, line("g2g4")[0]);
        text.strip_suffix(": 1. g4 Ke7, compared with 1. h3.").map(str::to_owned)
    };
    let file = heirloom_chess::File::G;
    for (theme, own, fact, words) in [
        (Theme::KingSafety, true, Fact::Uncastled, "White's king is less safe (still in the center)"),
        (
            Theme::KingSafety,
            true,
            Fact::BareFile(file),
            "White's king is less safe (without a pawn on the g-file)",
        ),
        (
            Theme::KingPlace,
            true,
            Fact::KingOn(Square::G1, Square::F2),
            "White's king is placed worse (on g1 and not on f2)",
        ),
        (
            Theme::PassedPawns,
            true,
            Fact::Passed(Square::D5),
            "White's passed pawns are worth less (without the passed pawn on d5)",
        ),
        (
            Theme::PawnStructure,
            true,
            Fact::Isolated(Square::H2),
            "White's pawns are weaker (with the isolated pawn on h2)",
        ),
        (
            Theme::PawnStructure,
            false,
            Fact::Doubled(file),
            "Black's pawns are stronger (without doubled pawns on the g-file)",
        ),
        (
            Theme::Activity,
            false,
            Fact::Outpost(PieceType::Knight, Square::D4),
            "Black's pieces are more active (with the outpost of the knight on d4)",
        ),
        (
            Theme::Activity,
            true,
            Fact::OpenFile(file),
            "White's pieces are less active (without a rook on the open g-file)",
        ),
        (
            Theme::Activity,
            true,
            Fact::Shut(PieceType::Bishop, Square::B1, 1),
            "White's pieces are less active (with a bishop on b1 that has one safe square)",
        ),
    ] {
        assert_eq!(said(theme, own, fact).as_deref(), Some(words));
    }
}
