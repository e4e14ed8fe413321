//! Tests of whole reviews: real games with fixed evaluations, compared with figures computed independently.

use super::*;
use heirloom_chess::game::NodeId;
use heirloom_chess::notation::pgn;
use serde_json::Value;

/// Reads the games with their evaluations. That of the initial position is ignored, and checkmate has none.
fn games() -> Vec<(Value, Game, Vec<Option<Evaluation>>)> {
    let data: Value = serde_json::from_str(include_str!("../../tests/data/reviews.json")).unwrap();
    let read = |value: &Value| {
        let mut game = Game::new();
        let mut at = NodeId::START;
        for san in value["moves"].as_str().unwrap().split(' ') {
            at = game.play_san(at, san).unwrap();
        }
        let of = |text: &Value| {
            let text = text.as_str().unwrap();
            let score = match text.strip_prefix('#') {
                Some(moves) => Score::Mate(moves.parse().unwrap()),
                None => Score::Cp((text.parse::<f64>().unwrap() * 100.0).round() as i32),
            };
            Some(Evaluation::of_score(score))
        };
        let evaluations =
            std::iter::once(None).chain(value["evaluations"].as_array().unwrap().iter().map(of)).collect();
        (value.clone(), game, evaluations)
    };
    data["games"].as_array().unwrap().iter().map(read).collect()
}

#[test]
fn ten_games_have_the_published_figures() {
    let games = games();
    assert_eq!(games.len(), 10);
    for (expected, game, evaluations) in games {
        let site = expected["site"].as_str().unwrap();
        let review = Review::new(&game, evaluations, &JudgementRules::LICHESS);
        for (index, side) in review.sides.iter().enumerate() {
            let near = |got: Option<f64>, key: &str| {
                (got.unwrap() - expected[key][index].as_f64().unwrap()).abs() < 1e-9
            };
            assert!(near(side.accuracy, "accuracy"), "{site}: {side:?}");
            assert!(near(side.average_loss, "average_loss"), "{site}: {side:?}");
        }
        let judgements = expected["judgements"].as_array().unwrap();
        for (ply, judgement) in judgements.iter().enumerate() {
            assert_eq!(
                review.moves[ply].judgement().map(Judgement::word),
                judgement.as_str(),
                "{site}, ply {ply}"
            );
        }
        let counted: u32 = review.sides.iter().flat_map(|side| side.counts).sum();
        assert_eq!(counted as usize, judgements.iter().filter(|judgement| judgement.is_string()).count());
    }
}

#[test]
fn lichess_marks_the_same_moves() {
    let (mut marked, mut moves) = (0, 0);
    for (expected, game, evaluations) in games() {
        let theirs: Vec<usize> =
            expected["marked"].as_array().unwrap().iter().map(|ply| ply.as_u64().unwrap() as usize).collect();
        let review = Review::new(&game, evaluations, &JudgementRules::LICHESS);
        for (ply, reviewed) in review.moves.iter().enumerate() {
            // lichess's exports omit marks of moves that miss a mate and still win.
            let scores = reviewed.quality.map(|quality| quality.scores);
            if !matches!(scores, Some((Score::Mate(_), Score::Cp(after))) if after.abs() > accuracy::CEILING)
            {
                assert_eq!(
                    reviewed.judgement().is_some(),
                    theirs.contains(&ply),
                    "{}, ply {ply}: {scores:?}",
                    expected["site"]
                );
                marked += usize::from(reviewed.judgement().is_some());
                moves += 1;
            }
        }
    }
    assert!(moves > 500 && marked > 100, "{marked} of {moves}");
}

fn reviewed(text: &str, scores: &[Option<i32>]) -> Review {
    let game = pgn::parse(text).unwrap().unwrap();
    let evaluations = scores.iter().map(|cp| cp.map(|cp| Evaluation::of_score(Score::Cp(cp)))).collect();
    Review::new(&game, evaluations, &JudgementRules::LICHESS)
}

#[test]
fn checkmate_is_decisive_but_not_counted() {
    let review = reviewed("1. f3 e5 2. g4 Qh4# 0-1", &[None, Some(-60), Some(-50), None, None]);
    assert_eq!((review.win_percent(4), review.win_percent(3)), (Some(0.0), None));
    assert_eq!(
        review.moves.iter().map(|mv| mv.quality.is_some()).collect::<Vec<_>>(),
        [true, true, false, false]
    );
    assert_eq!(review.sides[1].average_loss, Some(10.0));
    assert_eq!(review.sides[0].average_loss, Some(75.0), "the start is worth 15 centipawns");
}

#[test]
fn other_starts_use_the_engine_score() {
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n1... Kd7 2. e4 *";
    let review = reviewed(fen, &[Some(100), Some(400), Some(120)]);
    assert_eq!((review.sides[1].average_loss, review.sides[0].average_loss), (Some(300.0), Some(280.0)));
    assert_eq!(review.sides[0].counts, [0, 0, 1]);
    assert_eq!(review.moves[0].phase, Phase::Endgame);
    assert_eq!(review.sides[1].losses, [None, None, Some(300.0)]);
    assert_eq!(review.words(1).as_deref(), Some("Blunder."));
}

#[test]
fn openings_are_named_and_turning_points_cost_most() {
    let text = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 *";
    let review = reviewed(
        text,
        &[Some(0), Some(30), Some(40), Some(-200), Some(30), Some(30), Some(400), Some(-30), Some(-30)],
    );
    assert_eq!(review.opening.map(|(plies, name)| (plies, name.code)), Some((8, "B54")));
    assert!(review.moves.iter().all(|mv| mv.origin == Origin::Book));
    assert_eq!((review.turning_points(9), review.turning_points(1)), (vec![2, 3, 5, 6], vec![6]));
    assert!(reviewed("*", &[None]).turning_points(3).is_empty());
}

#[test]
fn the_best_and_the_only_move_are_not_bad() {
    let text = "[FEN \"4r1k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1\"]\n\n1... Kf8 2. h3 Re1+ 3. Kh2 *";
    let game = pgn::parse(text).unwrap().unwrap();
    let moves: Vec<Move> = game.main_line().filter_map(|node| game.mv(node)).collect();
    let evaluations = |best: &[Move]| {
        let scores = [Score::Mate(-1), Score::Cp(0), Score::Cp(-800), Score::Mate(-5), Score::Mate(-1)];
        let mut all: Vec<_> = scores.map(Evaluation::of_score).into_iter().map(Some).collect();
        for (evaluation, mv) in all.iter_mut().flatten().zip(best) {
            evaluation.line = vec![*mv];
        }
        all
    };
    let judged = |best: &[Move]| {
        let review = Review::new(&game, evaluations(best), &JudgementRules::LICHESS);
        (0..4)
            .map(|ply| (review.moves[ply].judgement().is_some(), review.words(ply).is_some()))
            .collect::<Vec<_>>()
    };
    assert_eq!(judged(&[]), [(true, true), (true, true), (false, false), (false, false)]);
    // The engine would also have played the first two moves.
    assert_eq!(judged(&moves[..2]), [(false, false); 4]);
    // The king had only one square.
    let mut review = evaluations(&[]);
    review[3] = Some(Evaluation::of_score(Score::Cp(0)));
    assert_eq!(Review::new(&game, review, &JudgementRules::LICHESS).moves[3].judgement(), None);
}
