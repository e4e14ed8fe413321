//! Arrows and circles of a move, kept in its comments as `[%cal ...]` and `[%csl ...]`.

use heirloom_app::review::figures::Figures;
use heirloom_chess::Square;
use heirloom_chess::game::{Game, GameError, NodeId};
use heirloom_picture::{MarkColor, Marks};

/// Returns the arrows and circles of a move, or of the start.
pub fn of(game: &Game, node: NodeId) -> Marks {
    let mut marks = Marks::default();
    game.comments(node).iter().for_each(|comment| marks.extend(Marks::of_comment(comment)));
    marks
}

/// Replaces them; the rest of the comments stays. Fails if there is no such move.
pub fn set(game: &mut Game, node: NodeId, marks: &Marks) -> Result<(), GameError> {
    let mut comments: Vec<String> = game.comments(node).iter().map(|comment| Marks::strip(comment)).collect();
    if !marks.is_empty() {
        // Programs know figures only if nothing else is in their comment.
        match comments.iter_mut().find(|comment| Figures::parse(comment).is_none()) {
            Some(comment) => *comment = format!("{marks} {comment}"),
            None => comments.insert(0, marks.to_string()),
        }
    }
    game.set_comments(node, &comments.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Draws a mark, changes its color, or removes it if it is there in this color. A circle begins and ends on
/// one square. Fails if there is no such move.
pub fn toggle(
    game: &mut Game,
    node: NodeId,
    (from, to): (Square, Square),
    color: MarkColor,
) -> Result<(), GameError> {
    let mut marks = of(game, node);
    marks.toggle(from, to, color);
    set(game, node, &marks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::pgn;

    #[test]
    fn marks_are_drawn_into_comments_and_removed() {
        let mut game = pgn::parse("1. e4 {C 0.20} {[%clk 0:01:00] best} e5 *").unwrap().unwrap();
        let (node, end) = (game.next(NodeId::START).unwrap(), game.last());
        toggle(&mut game, node, (Square::E4, Square::E5), MarkColor::Red).unwrap();
        toggle(&mut game, node, (Square::D4, Square::D4), MarkColor::Green).unwrap();
        assert_eq!(game.comments(node), ["C 0.20", "[%csl Gd4][%cal Re4e5] [%clk 0:01:00] best"]);
        toggle(&mut game, node, (Square::E4, Square::E5), MarkColor::Blue).unwrap();
        assert_eq!(of(&game, node).arrows, [(Square::E4, Square::E5, MarkColor::Blue)]);
        set(&mut game, node, &Marks::default()).unwrap();
        assert_eq!(game.comments(node), ["C 0.20", "[%clk 0:01:00] best"]);
        toggle(&mut game, end, (Square::A1, Square::A8), MarkColor::Yellow).unwrap();
        assert_eq!(game.comments(end), ["[%cal Ya1a8]"]);
        toggle(&mut game, end, (Square::A1, Square::A8), MarkColor::Yellow).unwrap();
        assert!(game.comments(end).is_empty());
    }
}
