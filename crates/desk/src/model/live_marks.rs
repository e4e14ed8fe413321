//! The judgements of moves while one analyzes: a move is judged as soon as engines have found the values of
//! the positions before and after it.

use std::collections::HashMap;

use heirloom_app::review::judgement::{Judgement, JudgementRules};
use heirloom_chess::game::{Game, NodeId};
use heirloom_chess::{Line, Move, Outcome, Position};
use heirloom_engine::Score;

use super::record::Record;
use super::values::Values;

/// The least depth in plies at which values are believed.
const DEPTH: u32 = 10;

/// How bad the moves are that engines have seen both sides of.
#[derive(Debug, Default)]
pub struct LiveMarks {
    /// The game that they belong to.
    game: u64,
    /// The versions of the game and of the values that they were made from.
    versions: (u64, u64),
    judged: HashMap<NodeId, Judged>,
}

/// A judgement on a move. After undo, its node may be another move.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Judged {
    parent: Option<NodeId>,
    mv: Move,
    judgement: Judgement,
}

impl LiveMarks {
    /// Judges the moves that lead to the board and those that follow, as far as that is possible now.
    pub(super) fn update(&mut self, record: &Record, values: &Values) {
        if self.game != record.id() {
            *self = LiveMarks { game: record.id(), ..LiveMarks::default() };
        }
        let versions = (record.version(), values.version());
        if std::mem::replace(&mut self.versions, versions) == versions {
            return;
        }
        let (game, line) = (record.game(), record.line());
        let mut before = line.start().clone();
        for node in game.path(record.node()) {
            let Some(mv) = game.mv(node) else { continue };
            before = self.judge(game, node, &before, mv, values);
        }
        for node in game.children(record.node()).collect::<Vec<_>>() {
            if let Some(mv) = game.mv(node) {
                self.judge(game, node, line.position(), mv, values);
            }
        }
    }

    /// Judges a move, if the values are known; returns the position after it.
    fn judge(&mut self, game: &Game, node: NodeId, before: &Position, mv: Move, values: &Values) -> Position {
        let mut after = before.clone();
        if after.try_play(mv).is_err() {
            return after;
        }
        match judgement(before, mv, &after, values) {
            Some(Some(judgement)) => {
                self.judged.insert(node, Judged { parent: game.parent(node), mv, judgement });
            }
            Some(None) => _ = self.judged.remove(&node),
            // What is not known any more was known once.
            None => {}
        }
        after
    }

    /// Returns how bad a move of the game is, if it is bad.
    pub fn of(&self, game: &Game, node: NodeId) -> Option<Judgement> {
        let judged = self.judged.get(&node)?;
        let is_same = judged.parent == game.parent(node) && Some(judged.mv) == game.mv(node);
        is_same.then_some(judged.judgement)
    }
}

/// Returns how bad a move is, or that it is not; none if that is not known.
fn judgement(before: &Position, mv: Move, after: &Position, values: &Values) -> Option<Option<Judgement>> {
    let known = |position: &Position| {
        let value = values.of(position)?;
        value.depth.is_some_and(|depth| depth >= DEPTH).then_some(value.score)
    };
    let first = known(before)?;
    let ended = || match Line::new(after.clone()).outcome()? {
        Outcome::Checkmate { .. } => None,
        Outcome::Draw(_) => Some(Score::Cp(0)),
    };
    let second = known(after).or_else(ended)?;
    if values.best(before) == Some(mv) {
        return Some(None);
    }
    Some(JudgementRules::LICHESS.judge(before.turn(), first, second))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::model::command::{FileCommand, PlayCommand, Step};
    use crate::model::values::Value;

    fn value(score: i32, depth: u32) -> Value {
        Value { score: Score::Cp(score), depth: Some(depth) }
    }

    #[test]
    fn a_move_is_judged_when_both_values_are_known() {
        let mut model = Model::bare();
        model.command(FileCommand::Paste("1. e4 f6 (1... e5) 2. d4 *".into()));
        let game = model.record().game().clone();
        let nodes: Vec<NodeId> = game.main_line().collect();
        let (after_e4, after_f6) = (game.position(nodes[0]).unwrap(), game.position(nodes[1]).unwrap());
        let other = game.children(nodes[0]).nth(1).unwrap();
        let values = &mut model.analysis.values;
        values.set(&after_e4, value(30, 14), None);
        values.set(&after_f6, value(400, 4), None);
        values.set(&game.position(other).unwrap(), value(25, 14), None);
        model.command(PlayCommand::Go(Step::Forward));
        model.poll(web_time::Instant::now());
        assert_eq!(model.judgements().of(nodes[1]), None, "a depth of 4 is not believed");
        model.analysis.values.set(&after_f6, value(400, 14), None);
        model.poll(web_time::Instant::now());
        assert_eq!(model.judgements().of(nodes[1]), Some(Judgement::Blunder));
        assert_eq!(model.judgements().of(other), None);
        // The move that the engine itself would play is not bad, however the values change.
        model.analysis.values.set(&after_e4, value(30, 15), game.mv(nodes[1]));
        model.poll(web_time::Instant::now());
        assert_eq!(model.judgements().of(nodes[1]), None);
    }
}
