//! The course of the game on the board: the value of each position of its main line, from whatever source
//! there is.

use heirloom_app::review::accuracy;
use heirloom_app::review::annotate;
use heirloom_app::review::judgement::Judgement;
use heirloom_chess::game::NodeId;
use heirloom_chess::{Color, Line, Outcome};
use heirloom_engine::Score;

use super::Model;
use super::values::Value;

/// A position of the main line.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// The move that leads to it; the start for the first.
    pub node: NodeId,
    /// Its value, if it is known.
    pub value: Option<Value>,
    /// White's win percentage, if it is known.
    pub percent: Option<f64>,
    /// How bad the move is, if it is bad.
    pub judgement: Option<Judgement>,
    /// What the opponent believed of the move, from White's view, if that was computed.
    pub believed: Option<Score>,
}

/// Returns White's percentage if a line has ended the game.
fn ended(line: &Line) -> Option<f64> {
    match line.outcome()? {
        Outcome::Checkmate { winner } => Some(if winner == Color::White { 100.0 } else { 0.0 }),
        Outcome::Draw(_) => Some(50.0),
    }
}

impl Model {
    /// Returns another value whenever [`Model::course`] may have changed.
    pub fn course_version(&self) -> [u64; 4] {
        let (values, review) = (self.analysis.values.version(), self.review.version());
        [self.record().version(), values, review, self.look_back.version()]
    }

    /// Returns all positions of the main line, with their values by the review, by engines at this desk, or
    /// as the game has them.
    pub fn course(&self) -> Vec<Point> {
        let game = self.record().game();
        let (by_review, judgements, written) =
            (self.review_evaluations(), self.judgements(), annotate::read(game));
        let mut line = Line::new(game.start().clone());
        let nodes = std::iter::once(NodeId::START).chain(game.main_line());
        let beliefs = self.look_back.of(game).map_or(&[][..], |(_, beliefs)| beliefs);
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
            let value = reviewed.or_else(|| self.analysis.values.of(line.position())).or_else(in_game);
            let percent = ended(&line).or_else(|| value.map(|value| accuracy::win_percent(value.score)));
            let believed = ply.checked_sub(1).and_then(|index| *beliefs.get(index)?);
            points.push(Point { node, value, percent, judgement: judgements.of(node), believed });
        }
        points
    }

    /// Returns the value of the position on the board and White's win percentage; a running analysis comes
    /// first.
    pub fn value_here(&self, course: &[Point]) -> Option<(Option<Value>, f64)> {
        let (record, values) = (self.record(), &self.analysis.values);
        if let Some(percent) = ended(record.line()) {
            return Some((None, percent));
        }
        let seat = self.analysis.seat_for(record.line());
        let seat = seat.filter(|_| self.analysis.on && self.analysis.only.is_none());
        let best = seat.and_then(|seat| seat.progress.exact());
        let turn = record.position().turn();
        let now = best.map(|exact| Value { score: exact.score.for_white(turn), depth: exact.depth });
        let on_line = || course.iter().find(|point| point.node == record.node())?.value;
        let value = now.or_else(on_line).or_else(|| values.of(record.position()))?;
        Some((Some(value), accuracy::win_percent(value.score)))
    }

    /// Returns the score of the position on the board from White's point of view: of a search of it, else as
    /// the game has it.
    pub fn value(&self) -> Option<Score> {
        let record = self.record();
        let served = self.serving.as_ref().map(|serving| &serving.seat);
        let served = served.filter(|seat| seat.report.root.as_ref() == Some(record.position()));
        let analysis = self.analysis.seat_for(record.line()).into_iter();
        let mut seats = analysis.chain(self.play.searching_here()).chain(served);
        let score = seats.find_map(|seat| seat.progress.score());
        score.map(|score| score.for_white(record.position().turn())).or_else(|| {
            let game = record.game();
            let place = game.main_line().position(|node| node == record.node())?;
            annotate::read(game).get(place)?.evaluation.as_ref().map(|evaluation| evaluation.score)
        })
    }
}

#[cfg(test)]
mod tests {
    use web_time::Instant;

    use super::*;
    use crate::model::command::{AnalysisCommand, FileCommand, PlayCommand, Step};
    use crate::roster::BuiltInEngines;

    #[test]
    fn evaluations_of_the_game_and_of_engines_come_together() {
        let mut model = Model::with(BuiltInEngines);
        let now = Instant::now();
        model.apply(FileCommand::Paste("1. f3 {[%eval -0.50,9]} e5 2. g4?? Qh4# *".into()), now);
        let course = model.course();
        assert_eq!(course[1].value, Some(Value { score: Score::Cp(-50), depth: Some(9) }));
        assert_eq!((course[3].judgement, course[3].value), (Some(Judgement::Blunder), None));
        assert_eq!((course.len(), course[4].percent), (5, Some(0.0)));
        model.apply(PlayCommand::Go(Step::Forward), now);
        model.apply(PlayCommand::Go(Step::Forward), now);
        assert_eq!(model.value_here(&course), None);
        model.analysis.engine = "rajah".into();
        let before = model.course_version();
        model.apply(AnalysisCommand::Switch(true), now);
        model.wait("a value", |model| model.course()[2].value.is_some());
        assert_ne!(before, model.course_version());
        assert!(
            model
                .value_here(&model.course())
                .is_some_and(|(value, percent)| value.is_some() && percent < 60.0)
        );
        model.apply(PlayCommand::Go(Step::Last), now);
        assert_eq!(model.value_here(&model.course()), Some((None, 0.0)));
    }
}
