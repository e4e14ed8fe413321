//! The comments of moves: figures of searches, as programs read them, and words of people.

use std::time::Duration;

use heirloom_app::review::annotate::score_text;
use heirloom_app::review::figures::Figures;
use heirloom_app::review::origin::Origin;
use heirloom_chess::Color;
use heirloom_chess::game::{Game, GameError, NodeId};
use heirloom_engine::{Origin as Source, Score};

use super::found_move::FoundMove;
use super::players::Seat;

/// Divides a comment into the figures of programs (`[%eval 0.31]`, RDChess's figures) and the words of
/// people.
pub fn divide(comment: &str) -> (String, String) {
    if Figures::parse(comment).is_some() {
        return (comment.to_owned(), String::new());
    }
    let (mut figures, mut words) = (Vec::new(), String::new());
    let mut rest = comment;
    while let Some((before, after)) = rest.split_once("[%") {
        let Some((command, after)) = after.split_once(']') else { break };
        words += before;
        figures.push(format!("[%{command}]"));
        rest = after;
    }
    words += rest;
    (figures.join(" "), words.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns the words of people about a move.
pub fn words(game: &Game, node: NodeId) -> String {
    let all = game.comments(node).iter().map(|comment| divide(comment).1);
    all.filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Replaces those words; figures and arrows stay, in the same comment if they are commands. Fails if there is
/// no such move.
pub fn set_words(game: &mut Game, node: NodeId, text: &str) -> Result<(), GameError> {
    let text = text.trim();
    if text == words(game, node) {
        return Ok(());
    }
    let figures = game.comments(node).iter().map(|comment| divide(comment).0);
    let mut comments: Vec<String> = figures.filter(|figures| !figures.is_empty()).collect();
    match comments.iter_mut().rfind(|comment| Figures::parse(comment).is_none()) {
        Some(commands) => *commands = format!("{commands} {}", without_braces(text)),
        None => comments.push(without_braces(text)),
    }
    game.set_comments(node, &comments.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Returns words with parentheses instead of braces if they have a closing one, which ends a comment. Not all
/// programs read the other form of comment.
fn without_braces(text: &str) -> String {
    if text.contains('}') { text.replace('{', "(").replace('}', ")") } else { text.to_owned() }
}

/// Returns the words before a move, if they are apart from those after another one: before the first move
/// of the game and of a variation.
pub fn words_before(game: &Game, node: NodeId) -> Option<String> {
    let parent = game.parent(node)?;
    if game.next(parent) != Some(node) {
        let all = game.comments_before(node).iter().map(|comment| divide(comment).1);
        return Some(all.filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" "));
    }
    (parent == NodeId::START).then(|| words(game, parent))
}

/// Replaces those words. Fails if there can be none.
pub fn set_words_before(game: &mut Game, node: NodeId, text: &str) -> Result<(), GameError> {
    let parent = game.parent(node).ok_or(GameError::IsStart)?;
    let text = text.trim();
    if words_before(game, node).is_none_or(|before| before == text) {
        return Ok(());
    }
    if game.next(parent) == Some(node) {
        set_words(game, parent, text)
    } else {
        game.set_comments_before(node, &[&without_braces(text)])
    }
}

/// Formats hours, minutes and seconds as in `[%clk]` and `[%emt]`.
fn hours(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Returns the comment for a move that has just been played: the score (of the mover) and depth that its
/// engine found, and the time left on the mover's clock; without a clock, the time the move took.
pub fn comment(
    color: Color,
    found: Option<(Score, Option<u32>)>,
    taken: Duration,
    left: Option<Duration>,
) -> String {
    let evaluation = found.map_or_else(String::new, |(score, depth)| {
        let depth = depth.map_or_else(String::new, |depth| format!(",{depth}"));
        format!("[%eval {}{depth}] ", score_text(score.for_white(color)))
    });
    let clock =
        left.map_or_else(|| format!("[%emt {}]", hours(taken)), |left| format!("[%clk {}]", hours(left)));
    format!("{evaluation}{clock}")
}

/// Notes a move that the engine of this seat has found for a side.
pub fn of_found(color: Color, source: Source, seat: Option<&Seat>) -> FoundMove {
    // What the engine has reported is about an earlier move if this one is from a book.
    let searched = seat.filter(|_| source != Source::Book);
    let value = searched.and_then(|seat| seat.progress.exact()).map(|value| (value.score, value.depth));
    FoundMove { value, figures: journal(color, source, seat) }
}

/// Returns the figures of a person's move in RDChess's journal.
pub fn of_player() -> Figures {
    Figures::of_origin(Origin::Player)
}

/// Returns the figures in RDChess's journal of a move that an engine has searched or taken from a book; none
/// if the engine has reported nothing. One that reports such figures itself, as RDChess does, is quoted.
pub fn journal(color: Color, source: Source, seat: Option<&Seat>) -> Option<Figures> {
    let origin = match source {
        Source::Book => return Some(Figures::of_origin(Origin::Book)),
        Source::OnlyMove => Origin::OnlyMove,
        Source::Pondering => Origin::Pondering,
        Source::Searched | Source::Tablebase => Origin::Computer,
    };
    let quoted = |seat: &Seat| {
        let remark = seat.report.remarks.back()?;
        Figures::parse(remark.strip_prefix('{')?.strip_suffix('}')?)
    };
    let noted = |seat: &Seat| {
        let value = seat.progress.exact()?;
        Some(Figures {
            score: Some(value.score.for_white(color)),
            nodes: seat.progress.totals().nodes,
            deepest: value.selective_depth.or(value.depth),
            ..Figures::of_origin(origin)
        })
    };
    seat.and_then(|seat| quoted(seat).or_else(|| noted(seat)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_app::review::figures::Techniques;
    use heirloom_chess::notation::pgn;
    use heirloom_engine::Info;

    #[test]
    fn the_journal_names_the_origin_of_every_move() {
        let mut seat = Seat::external("rdchess");
        let searched = |source, seat: &Seat| {
            journal(Color::Black, source, Some(seat)).map_or_else(String::new, |known| known.to_string())
        };
        assert_eq!(of_player().to_string(), "P");
        assert_eq!(
            (searched(Source::Book, &seat), searched(Source::Searched, &seat)),
            ("B".into(), "".into())
        );
        let score = Some(Score::Cp(35));
        let nodes = Some(2100);
        seat.hear(Info { depth: Some(7), selective_depth: Some(12), score, nodes, ..Info::default() });
        assert_eq!(searched(Source::Searched, &seat), "C -0.35/ 2.100/MxViT:12");
        assert_eq!(searched(Source::OnlyMove, &seat), "1 -0.35/ 2.100/MxViT:12");
        let text = "{D -0.30/ 2.200/MxViT:13/NSWh:1/NM#:2/NM-ßCut:3/HTU:4/Ha-ßCut:5}";
        seat.hear(Info { text: Some(text.into()), ..Info::default() });
        let figures = journal(Color::Black, Source::Pondering, Some(&seat)).unwrap();
        assert_eq!(format!("{{{figures}}}"), text);
        let expected =
            Techniques { researches: 1, null_moves: 2, null_cutoffs: 3, hash_use: 4, hash_cutoffs: 5 };
        assert_eq!(figures.techniques, Some(expected));
    }

    #[test]
    fn comments_of_people_and_programs_are_told_apart() {
        for (comment, figures, words) in [
            ("best by test", "", "best by test"),
            ("[%eval 0.31,12] best [%emt 0:00:01] by test", "[%eval 0.31,12] [%emt 0:00:01]", "best by test"),
            ("C 1.48/ 218.888/MxViT:14", "C 1.48/ 218.888/MxViT:14", ""),
            ("broken [%eval", "", "broken [%eval"),
        ] {
            assert_eq!(divide(comment), (figures.into(), words.into()));
        }
    }

    #[test]
    fn words_before_belong_to_the_first_move_of_a_line() {
        let mut game = pgn::parse("{start} 1. e4 e5 ({or} 1... c5 2. Nf3) *").unwrap().unwrap();
        let e4 = game.next(NodeId::START).unwrap();
        let (e5, c5) = (game.next(e4).unwrap(), game.children(e4).nth(1).unwrap());
        let before = |game: &Game| [e4, e5, c5].map(|node| words_before(game, node));
        assert_eq!(before(&game), [Some("start".into()), None, Some("or".into())]);
        for node in [e4, e5, c5] {
            set_words_before(&mut game, node, " new ").unwrap();
        }
        assert_eq!(before(&game), [Some("new".into()), None, Some("new".into())]);
        set_words_before(&mut game, c5, "").unwrap();
        assert!(game.comments_before(c5).is_empty() && game.comments(e4).is_empty());
    }

    #[test]
    fn words_are_changed_and_figures_stay() {
        let mut game = pgn::parse("1. e4 {[%eval 0.2] old} {C 0.20} {words} *").unwrap().unwrap();
        let node = game.last();
        assert_eq!(words(&game, node), "old words");
        set_words(&mut game, node, " new ").unwrap();
        assert_eq!(game.comments(node), ["[%eval 0.2] new", "C 0.20"]);
        set_words(&mut game, node, "a set {1, 2}").unwrap();
        assert_eq!(words(&game, node), "a set (1, 2)");
        set_words(&mut game, node, "").unwrap();
        assert_eq!((words(&game, node).as_str(), game.comments(node).len()), ("", 2));
    }
}
