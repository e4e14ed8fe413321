//! The course of the game on the board: what is known of each position of its main line, whoever has said it.

use std::collections::HashMap;

use heirloom_app::review::accuracy;
use heirloom_app::review::annotate;
use heirloom_app::review::judgement::Judgement;
use heirloom_chess::game::NodeId;
use heirloom_chess::{Color, Line, Outcome, Position};
use heirloom_engine::Score;

use super::Model;
use super::players::Seat;

/// Positions that are remembered at most.
const MOST: usize = 10_000;

/// What engines at this desk have said of positions.
#[derive(Debug, Default)]
pub struct Values {
    known: HashMap<u64, Value>,
    version: u64,
}

/// What is said of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// From White's view.
    pub score: Score,
    /// How deep the search was, in plies; none where that is not known.
    pub depth: Option<u32>,
}

impl Values {
    /// What is known of a position.
    pub fn of(&self, position: &Position) -> Option<Value> {
        self.known.get(&position.key()).copied()
    }

    /// Takes in what an engine says of the position it searches, unless something deeper is known.
    fn note(&mut self, seat: &Seat) {
        let (Some(root), Some(exact)) = (&seat.inside.root, seat.progress.exact()) else { return };
        let (key, value) =
            (root.key(), Value { score: exact.score.for_white(root.turn()), depth: exact.depth });
        let before = self.known.get(&key);
        if before.is_some_and(|before| before.depth > value.depth) || before == Some(&value) {
            return;
        }
        if self.known.len() >= MOST {
            self.known.clear();
        }
        self.known.insert(key, value);
        self.version += 1;
    }
}

/// A position of the main line.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// The move that leads there; the start for the first.
    pub node: NodeId,
    /// What is known of it.
    pub value: Option<Value>,
    /// White's win percent; a mate on the board is worth everything.
    pub percent: Option<f64>,
    /// How bad the move is, if it is.
    pub judgement: Option<Judgement>,
}

/// The end of a game on the board, as a share of all that White can have.
fn ended(line: &Line) -> Option<f64> {
    match line.outcome()? {
        Outcome::Checkmate { winner } => Some(if winner == Color::White { 100.0 } else { 0.0 }),
        Outcome::Draw(_) => Some(50.0),
    }
}

impl Model {
    /// Takes in what engines say.
    pub(super) fn note_values(&mut self) {
        let players = Color::ALL.into_iter().filter_map(|color| self.seats.of(color));
        let served = self.serving.as_ref().map(|serving| &serving.seat);
        players.chain(&self.analysis.seat).chain(served).for_each(|seat| self.values.note(seat));
    }

    /// Another one whenever [`Model::course`] may say something else.
    pub fn course_version(&self) -> [u64; 3] {
        let known = self.review_evaluations().iter().flatten().count() as u64;
        [self.record.version(), self.values.version, 2 * known + u64::from(self.reviewed().is_some())]
    }

    /// All positions of the main line: by the review, else by what engines have said at this desk, else by what stands in the game.
    pub fn course(&self) -> Vec<Point> {
        let game = self.record.game();
        let (by_review, judgements, written) =
            (self.review_evaluations(), self.judgements(), annotate::read(game));
        let mut line = Line::new(game.start().clone());
        let nodes = std::iter::once(NodeId::START).chain(game.main_line());
        let mut points = Vec::new();
        for (ply, node) in nodes.enumerate() {
            if let Some(mv) = game.mv(node)
                && line.push(mv).is_err()
            {
                break;
            }
            let of = |evaluation: &heirloom_app::review::Evaluation| Value {
                score: evaluation.score,
                depth: evaluation.depth,
            };
            let in_game = || written.get(ply.checked_sub(1)?)?.evaluation.as_ref().map(of);
            let reviewed = by_review.get(ply).and_then(Option::as_ref).map(of);
            let value = reviewed.or_else(|| self.values.of(line.position())).or_else(in_game);
            let percent = ended(&line).or_else(|| value.map(|value| accuracy::win_percent(value.score)));
            points.push(Point { node, value, percent, judgement: judgements.of(node) });
        }
        points
    }

    /// What is known of the position on the board: the analysis of it comes first.
    pub fn value_here(&self, course: &[Point]) -> Option<(Option<Value>, f64)> {
        if let Some(percent) = ended(self.record.line()) {
            return Some((None, percent));
        }
        let turn = self.record.position().turn();
        let analysed = self.analysis.on && self.analysis.line.as_ref() == Some(self.record.line());
        let best = self.analysis.seat.as_ref().filter(|_| analysed).and_then(|seat| seat.progress.exact());
        let now = best.map(|exact| Value { score: exact.score.for_white(turn), depth: exact.depth });
        let on_line = || course.iter().find(|point| point.node == self.record.node())?.value;
        let value = now.or_else(on_line).or_else(|| self.values.of(self.record.position()))?;
        Some((Some(value), accuracy::win_percent(value.score)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use web_time::{Duration, Instant};

    use super::*;
    use crate::command::{Command, Step};
    use crate::roster::Ours;

    #[test]
    fn evaluations_of_the_game_and_of_engines_come_together() {
        let mut model = Model::new(Arc::new(Ours), Arc::new(|| {}));
        let now = Instant::now();
        model.apply(Command::Paste("1. f3 {[%eval -0.50,9]} e5 2. g4?? Qh4# *".into()), now);
        let course = model.course();
        assert_eq!(course[1].value, Some(Value { score: Score::Cp(-50), depth: Some(9) }));
        assert_eq!((course[3].judgement, course[3].value), (Some(Judgement::Blunder), None));
        assert_eq!((course.len(), course[4].percent), (5, Some(0.0)));
        model.apply(Command::Go(Step::Forward), now);
        model.apply(Command::Go(Step::Forward), now);
        assert_eq!(model.value_here(&course), None);
        model.analysis.engine = "rajah".into();
        let before = model.course_version();
        model.apply(Command::Analyse(true), now);
        let end = now + Duration::from_secs(100);
        while model.course()[2].value.is_none() {
            model.poll(Instant::now());
            assert!(Instant::now() < end);
            std::thread::sleep(Duration::from_millis(2));
        }
        assert_ne!(before, model.course_version());
        assert!(
            model
                .value_here(&model.course())
                .is_some_and(|(value, percent)| value.is_some() && percent < 60.0)
        );
        model.apply(Command::Go(Step::Last), now);
        assert_eq!(model.value_here(&model.course()), Some((None, 0.0)));
    }
}
