//! Writes reviews to games and reads them back: `[%eval]`, NAGs, the better line as a variation, comments,
//! move origins and RDChess's figures.

use heirloom_chess::Move;
use heirloom_chess::game::{Game, NodeId};
use heirloom_chess::notation::san;
use heirloom_engine::Score;

use super::figures::Figures;
use super::judgement::Judgement;
use super::origin::Origin;
use super::{Evaluation, Review, attribution};

/// What is written in addition to NAGs and comments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Write `[%origin ...]` for each move.
    pub origins: bool,
    /// Write RDChess's figures for each move.
    pub figures: bool,
    /// Maximum length of the better lines in plies; 0 for none.
    pub line_plies: usize,
}

impl Default for Style {
    fn default() -> Style {
        Style { origins: false, figures: false, line_plies: 10 }
    }
}

/// The annotations of a move in a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Annotations {
    /// The evaluation after the move, with the best line if there is a variation at the next move.
    pub evaluation: Option<Evaluation>,
    /// The judgement, according to the NAG.
    pub judgement: Option<Judgement>,
    /// The origin of the move, if specified.
    pub origin: Option<Origin>,
    /// The better line, from the first variation at this move.
    pub better: Vec<Move>,
}

/// Writes a review to its game. Annotations by an earlier review are replaced; others are kept.
pub fn write(game: &mut Game, review: &Review, style: &Style) {
    for (ply, reviewed) in review.moves.iter().enumerate() {
        let earlier: Vec<String> =
            game.comments(reviewed.node).iter().filter(|comment| is_verdict(comment)).cloned().collect();
        clear(game, reviewed.node, style);
        let mut commands = String::new();
        if let Some(evaluation) = &review.evaluations[ply + 1] {
            commands = format!("[%eval {}]", eval_text(evaluation));
        }
        if style.origins {
            commands += &format!(
                "{}[%origin {}]",
                if commands.is_empty() { "" } else { " " },
                reviewed.origin.word()
            );
        }
        let mut comments = vec![commands];
        if let (Some(words), Some(quality)) = (review.words(ply), reviewed.quality) {
            let words =
                format!("({} → {}) {words}", score_text(quality.scores.0), score_text(quality.scores.1));
            // A review based on evaluations in the file has no lines, so the earlier comment may say more.
            comments.push(earlier.into_iter().find(|earlier| includes(earlier, &words)).unwrap_or(words));
        }
        if let Some(evaluation) = review.evaluations[ply + 1].as_ref().filter(|_| style.figures) {
            let Evaluation { score, nodes, selective_depth, .. } = *evaluation;
            let (score, deepest) = (Some(score), selective_depth);
            let figures = Figures { score, nodes, deepest, ..Figures::of_origin(reviewed.origin) };
            comments.push(figures.to_string());
        }
        let own: Vec<String> = game.comments(reviewed.node).to_vec();
        let all: Vec<&str> = comments.iter().chain(&own).map(String::as_str).collect();
        // Cannot fail, since all nodes of the review are in the game.
        let _ = game.set_comments(reviewed.node, &all);
        if let Some(judgement) = reviewed.judgement() {
            let _ = game.add_nag(reviewed.node, judgement.nag());
            if let Some(line) = review.better(ply) {
                let _ = add_variation(game, reviewed.node, &line[..line.len().min(style.line_plies)]);
            }
        }
    }
}

/// Returns true if a text has the same judgement and ending as another, possibly with reasons in between.
fn includes(earlier: &str, words: &str) -> bool {
    let (judgment, rest) = words.split_once(". ").unwrap_or((words, ""));
    earlier.strip_prefix(judgment).is_some_and(|reasons| reasons.starts_with('.') || reasons.is_empty())
        && earlier.ends_with(rest)
}

/// Removes what an earlier review wrote about a move: commands, comments, NAGs and the variation mentioned in
/// the comment.
fn clear(game: &mut Game, node: NodeId, style: &Style) {
    let kept: Vec<String> = game
        .comments(node)
        .iter()
        .filter(|comment| !style.figures || Figures::parse(comment).is_none())
        .map(|comment| if is_verdict(comment) { commands(comment) } else { comment.clone() })
        .map(|comment| without_command(&without_command(&comment, "eval"), "origin"))
        .collect();
    if game.comments(node).iter().any(|comment| is_verdict(comment)) {
        drop_variation(game, node);
        let others: Vec<_> =
            game.nags(node).iter().copied().filter(|&nag| Judgement::from_nag(nag).is_none()).collect();
        let _ = game.set_nags(node, &others);
    }
    let kept: Vec<&str> = kept.iter().map(String::as_str).collect();
    let _ = game.set_comments(node, &kept);
}

/// Returns true if a comment starts like ours and lichess's: `(0.12 → -1.30) Blunder.`
fn is_verdict(comment: &str) -> bool {
    let Some((scores, rest)) = comment.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')'))
    else {
        return false;
    };
    let pair = scores.split_once(" → ");
    pair.is_some_and(|(before, after)| read_score(before).is_some() && read_score(after).is_some())
        && rest.starts_with(' ')
}

/// Returns only the `[%...]` commands in a comment, such as clock times.
fn commands(comment: &str) -> String {
    let parts = comment.split("[%").skip(1).filter_map(|part| part.split_once(']'));
    parts.map(|(command, _)| format!("[%{command}]")).collect::<Vec<_>>().join(" ")
}

/// Removes the better line of an earlier review: the last variation at a move, if it starts with the move
/// that the comment calls best and has no annotations of its own.
fn drop_variation(game: &mut Game, node: NodeId) {
    let Some(parent) = game.parent(node) else { return };
    let Some(own) = game.children(parent).filter(|&child| child != node).last() else { return };
    let (Ok(before), Some(first)) = (game.position(parent), game.mv(own)) else { return };
    let best = format!(" {} was best.", san::format(&before, first));
    let line: Vec<NodeId> = std::iter::successors(Some(own), |&at| game.next(at)).collect();
    let bare = |&at: &NodeId| {
        let alone = game.children(at).count() < 2;
        alone
            && game.comments(at).is_empty()
            && game.comments_before(at).is_empty()
            && game.nags(at).is_empty()
    };
    if game.comments(node).iter().any(|comment| comment.contains(&best)) && line.iter().all(bare) {
        // Cannot fail, since the node is one of its children.
        let _ = game.delete(own);
    }
}

fn add_variation(game: &mut Game, node: NodeId, line: &[Move]) -> Option<()> {
    let mut at = game.parent(node)?;
    for &mv in line {
        at = game.play(at, mv).ok()?;
    }
    Some(())
}

/// Returns the annotations of each move of the main line.
pub fn read(game: &Game) -> Vec<Annotations> {
    let nodes: Vec<NodeId> = game.main_line().collect();
    let better = |node: NodeId| -> Vec<Move> {
        let Some(first) = game.parent(node).and_then(|parent| game.children(parent).nth(1)) else {
            return Vec::new();
        };
        std::iter::successors(Some(first), |&at| game.next(at)).filter_map(|at| game.mv(at)).collect()
    };
    let of = |(index, &node): (usize, &NodeId)| {
        let comments = game.comments(node);
        let figures = comments.iter().find_map(|comment| Figures::parse(comment));
        let mut evaluation = comments.iter().find_map(|comment| eval_in(comment));
        if let (Some(evaluation), Some(figures)) = (&mut evaluation, figures) {
            evaluation.nodes = figures.nodes;
            evaluation.selective_depth = figures.deepest;
        }
        if let (Some(evaluation), Some(&next)) = (&mut evaluation, nodes.get(index + 1)) {
            evaluation.line = better(next);
        }
        let judgement = game.nags(node).iter().find_map(|&nag| Judgement::from_nag(nag));
        Annotations {
            evaluation,
            judgement,
            origin: attribution::from_comments(game, node),
            better: better(node),
        }
    };
    nodes.iter().enumerate().map(of).collect()
}

/// Returns the score of `[%eval ...]` in a comment, from White's point of view.
pub fn score_in(comment: &str) -> Option<Score> {
    Some(eval_in(comment)?.score)
}

fn eval_in(comment: &str) -> Option<Evaluation> {
    read_eval(&command(comment, "eval")?)
}

/// Returns the contents of `[%name ...]` in a comment.
fn command(comment: &str, name: &str) -> Option<String> {
    let (_, rest) = comment.split_once(&format!("[%{name} "))?;
    Some(rest.split_once(']')?.0.trim().to_owned())
}

/// Returns a comment without its `[%name ...]`.
fn without_command(comment: &str, name: &str) -> String {
    let Some((before, rest)) = comment.split_once(&format!("[%{name} ")) else { return comment.to_owned() };
    let Some((_, after)) = rest.split_once(']') else { return comment.to_owned() };
    match (before.trim_end(), after.trim_start()) {
        ("", after) => after.to_owned(),
        (before, "") => before.to_owned(),
        (before, after) => format!("{before} {after}"),
    }
}

/// Formats an evaluation: `0.35,18` or `#-4`, which is pawns or moves to mate from White's point of view, and
/// the depth.
fn eval_text(evaluation: &Evaluation) -> String {
    let depth = evaluation.depth.map_or(String::new(), |depth| format!(",{depth}"));
    score_text(evaluation.score) + &depth
}

/// Formats a score: `0.35` or `#-4`.
pub fn score_text(score: Score) -> String {
    match score {
        Score::Cp(centipawns) => format!("{:.2}", f64::from(centipawns) / 100.0),
        Score::Mate(moves) => format!("#{moves}"),
    }
}

fn read_eval(text: &str) -> Option<Evaluation> {
    let (score, depth) =
        text.split_once(',').map_or((text, None), |(score, depth)| (score, depth.trim().parse().ok()));
    Some(Evaluation { depth, ..Evaluation::of_score(read_score(score.trim())?) })
}

/// Parses `0.35`, `-1.2`, `+3` or `#-4`. Checkmate on the board, `#0`, is not a score.
fn read_score(text: &str) -> Option<Score> {
    if let Some(moves) = text.strip_prefix('#') {
        return moves.parse::<i16>().ok().filter(|&moves| moves != 0).map(|moves| Score::Mate(moves.into()));
    }
    let plain = text.starts_with(|letter: char| letter.is_ascii_digit() || matches!(letter, '+' | '-' | '.'));
    let pawns: f64 = text.parse().ok().filter(|pawns: &f64| plain && pawns.abs() < 1e5)?;
    // Rounded to whole centipawns, and the absolute value is below 10 million.
    #[expect(clippy::cast_possible_truncation)]
    Some(Score::Cp((pawns * 100.0).round() as i32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::judgement::JudgementRules;
    use heirloom_chess::notation::{pgn, uci};

    const GAME: &str =
        "[White \"A\"]\n\n1. e4 {best by test} e5 (1... c5) 2. Nf3 {[%clk 0:01:00]} Nc6 3. Nxe5 Nxe5 4. d4 *";

    fn evaluation(cp: i32, line: &[Move]) -> Option<Evaluation> {
        let score = Score::Cp(cp);
        Some(Evaluation {
            score,
            depth: Some(18),
            selective_depth: Some(24),
            nodes: Some(200_123),
            line: line.to_vec(),
        })
    }

    fn reviewed() -> (Game, Review) {
        let game = pgn::parse(GAME).unwrap().unwrap();
        let line = game.line(game.last()).unwrap();
        let before = game.position(game.main_line().nth(3).unwrap()).unwrap();
        let best = uci::parse(&before, "f1b5").unwrap();
        let scores = [20, 30, 25, 30, 25, -250, -240, -245];
        let mut evaluations: Vec<_> = scores.iter().map(|&cp| evaluation(cp, &[])).collect();
        evaluations[4] = evaluation(25, &[best]);
        evaluations[5] = evaluation(-250, &line.moves()[5..6]);
        let review = Review::new(&game, evaluations, &JudgementRules::LICHESS);
        (game, review)
    }

    #[test]
    fn reviews_are_read_back() {
        let (mut game, review) = reviewed();
        let style = Style { origins: true, figures: true, line_plies: 10 };
        write(&mut game, &review, &style);
        let text = pgn::to_string(&game);
        let (flat, origin) = (text.replace('\n', " "), review.moves[4].origin);
        assert!(flat.contains(&format!("[%eval -2.50,18] [%origin {}]", origin.word())), "{text}");
        assert!(
            flat.contains(
                "{(0.25 → -2.50) Blunder. It loses a knight for a pawn: the knight on e5 can be taken"
            ),
            "{text}"
        );
        assert!(flat.contains("). Bb5 was best."), "{text}");
        assert!(flat.contains("(3. Bb5)"), "{text}");
        assert!(flat.contains(&format!("{{{} -2.50/ 200.123/MxViT:24}}", origin.letter())), "{text}");
        assert!(flat.contains("best by test") && flat.contains("[%clk 0:01:00]"), "{text}");
        let again = pgn::parse(&text).unwrap().unwrap();
        assert_eq!(again, game);
        for (ply, read) in read(&again).into_iter().enumerate() {
            let mut expected = review.evaluations[ply + 1].clone();
            // Lines are kept only if they improve on the move played.
            if let (Some(expected), None) =
                (&mut expected, review.moves.get(ply + 1).and_then(|next| next.judgement()))
            {
                expected.line = if ply == 0 {
                    vec![uci::parse(&review.positions[1], "c7c5").unwrap()]
                } else {
                    Vec::new()
                };
            }
            assert_eq!(read.evaluation, expected, "{ply}");
            assert_eq!(read.judgement, review.moves[ply].judgement());
            assert_eq!(read.origin, Some(review.moves[ply].origin));
        }
        let read = read(&again).swap_remove(4);
        assert_eq!((read.judgement, &read.better[..]), (Some(Judgement::Blunder), review.better(4).unwrap()));
    }

    #[test]
    fn a_second_review_replaces_the_first() {
        let (mut game, review) = reviewed();
        let style = Style { origins: true, figures: true, line_plies: 10 };
        write(&mut game, &review, &style);
        let once = pgn::to_string(&game);
        let again = pgn::parse(&once).unwrap().unwrap();
        let kept = std::iter::once(evaluation(20, &[]))
            .chain(read(&again).into_iter().map(|read| read.evaluation))
            .collect();
        let second = Review::new(&again, kept, &JudgementRules::LICHESS);
        let mut game = again;
        write(&mut game, &second, &style);
        assert_eq!(pgn::to_string(&game), once);
    }

    #[test]
    fn evaluations_are_read_leniently() {
        let read = |text: &str| read_eval(text).map(|evaluation| (evaluation.score, evaluation.depth));
        assert_eq!(read("0.35,18"), Some((Score::Cp(35), Some(18))));
        assert_eq!(read("-1.2"), Some((Score::Cp(-120), None)));
        assert_eq!(read("+3"), Some((Score::Cp(300), None)));
        assert_eq!(read("0.1"), Some((Score::Cp(10), None)));
        assert_eq!(read("#-4"), Some((Score::Mate(-4), None)));
        assert_eq!(read("#12,30"), Some((Score::Mate(12), Some(30))));
        for text in ["", "#", "#0", "x", "inf", "NaN", "1e99", "#99999999"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(without_command("a [%eval 0.1] b", "eval"), "a b");
        assert_eq!(without_command("[%eval 0.1", "eval"), "[%eval 0.1");
        assert_eq!(commands("(0.10 → 0.20) Good. [%clk 1:00] [%emt 2] x"), "[%clk 1:00] [%emt 2]");
    }
}
