//! The tree of the moves played in a collection, as text and as JSON.

use heirloom_app::coordinates;
use heirloom_book::eco;
use heirloom_chess::Position;
use heirloom_chess::notation::san;
use heirloom_games::{Branch, ResultCounts, Tree};
use serde_json::{Value, json};

use super::Tally;
use crate::documents;
use crate::score_sheet::Style;

/// The part of a tree that is shown.
pub struct Shown<'a> {
    /// The whole tree.
    pub tree: &'a Tree,
    /// The minimum number of games of a move.
    pub min_games: u64,
}

impl Shown<'_> {
    /// Returns the tree from its root position as text.
    pub fn table(&self, root: &Position) -> String {
        let mut text = format!(
            "{:<24}{:>8}{:>8}{:>8}{:>8}{:>7}  opening\n",
            "", "games", "White", "draws", "Black", "Elo"
        );
        text += &format!("{:<24}{}\n", "all", numbers(self.tree.score(), None));
        self.lines(root, None, 0, &mut text);
        text
    }

    /// Returns the tree from its root position as JSON.
    pub fn document(&self, root: &Position, tally: &Tally) -> Value {
        json!({
            "games": self.tree.score().games(), "of": tally.games, "damaged": tally.damaged,
            "left_out": tally.left_out, "fen": root.fen(), "moves": self.moves(root, None),
        })
    }

    fn branches(&self, after: Option<&Branch>) -> impl Iterator<Item = Branch> {
        let min_games = self.min_games;
        self.tree.branches(after).into_iter().filter(move |branch| branch.score.games() >= min_games)
    }

    /// Writes the moves after a branch. The recursion is as deep as the tree, at most 255.
    fn lines(&self, position: &Position, after: Option<&Branch>, depth: usize, text: &mut String) {
        for branch in self.branches(after) {
            let mv = "  ".repeat(depth) + &Style::San.write_numbered(position, branch.mv);
            let next = after_move(position, &branch);
            let name = eco::name(&next).map_or_else(String::new, |name| format!("  {name}"));
            *text += &format!("{mv:<24}{}{name}\n", numbers(branch.score, branch.elo.value()));
            self.lines(&next, Some(&branch), depth + 1, text);
        }
    }

    fn moves(&self, position: &Position, after: Option<&Branch>) -> Vec<Value> {
        let branches = self.branches(after).map(|branch| {
            let next = after_move(position, &branch);
            let ResultCounts { wins, draws, losses, unknown } = branch.score;
            json!({
                "san": san::format(position, branch.mv),
                "uci": coordinates::of_move(position, branch.mv),
                "games": branch.score.games(), "white": wins, "draws": draws, "black": losses,
                "unknown": unknown, "elo": branch.elo.value(),
                "opening": eco::name(&next).map(documents::opening),
                "moves": self.moves(&next, Some(&branch)),
            })
        });
        branches.collect()
    }
}

fn after_move(position: &Position, branch: &Branch) -> Position {
    let mut next = position.clone();
    next.play(branch.mv);
    next
}

fn numbers(score: ResultCounts, elo: Option<f64>) -> String {
    let known = score.wins + score.draws + score.losses;
    let share = |count: u64| {
        if known == 0 { "-".into() } else { format!("{:.1}", count as f64 * 100.0 / known as f64) }
    };
    let elo = elo.map_or("-".into(), |elo| format!("{elo:.0}"));
    format!(
        "{:>8}{:>8}{:>8}{:>8}{elo:>7}",
        score.games(),
        share(score.wins),
        share(score.draws),
        share(score.losses)
    )
}
