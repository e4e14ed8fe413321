//! Game reviews: how good each move was, what refutes the bad ones, and how well both sides played.
//!
//! Data flows in one direction: [`walk`] queries an engine, or [`annotate::read`] reads evaluations from a
//! file; [`Review::new`] judges them, whatever their source; [`annotate::write`] adds the review to the game.
//! Views read the fields of a review.

pub mod accuracy;
pub mod annotate;
pub mod attribution;
pub mod figures;
pub mod grade;
pub mod judgement;
pub mod origin;
pub mod phase;
pub mod rating;
pub mod refutation;
pub mod said;
mod side;
pub mod study;
pub mod times;
pub mod walk;

use std::time::Duration;

use heirloom_book::eco::{self, OpeningName};
use heirloom_chess::game::{Game, NodeId};
use heirloom_chess::{Color, Line, Move, Position};
use heirloom_engine::Score;

use grade::Grade;
use judgement::{Judgement, JudgementRules};
use origin::Origin;
use phase::{Division, Phase};
use refutation::{JudgedMove, Reason};
pub use side::Side;
use study::MoveStudy;

/// The number of key moments of a game.
const KEY_MOMENTS: usize = 3;

/// An engine's evaluation of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The score from White's point of view.
    pub score: Score,
    /// The depth of the last iteration, in plies, if known.
    pub depth: Option<u32>,
    /// The length of the longest line searched, in plies, if known.
    pub selective_depth: Option<u32>,
    /// Nodes searched, if known.
    pub nodes: Option<u64>,
    /// The principal variation; empty if unknown.
    pub line: Vec<Move>,
}

impl Evaluation {
    /// Creates an evaluation from a score alone.
    pub fn of_score(score: Score) -> Evaluation {
        Evaluation { score, depth: None, selective_depth: None, nodes: None, line: Vec::new() }
    }
}

/// A game with a judgement on each move of its main line.
#[derive(Clone, Debug)]
pub struct Review {
    /// All positions: before the first move and after each move.
    pub positions: Vec<Position>,
    /// The evaluation of each position. `None` if it was not evaluated or is checkmate.
    pub evaluations: Vec<Option<Evaluation>>,
    /// The moves.
    pub moves: Vec<Reviewed>,
    /// The results of White and Black.
    pub sides: [Side; 2],
    /// The opening, with the ply of the last position that has its name.
    pub opening: Option<(usize, OpeningName)>,
    /// The start of each game phase.
    pub division: Division,
}

/// A reviewed move.
#[derive(Clone, PartialEq, Debug)]
pub struct Reviewed {
    /// The node in the game.
    pub node: NodeId,
    /// The move.
    pub mv: Move,
    /// The player of the move.
    pub mover: Color,
    /// The origin of the move.
    pub origin: Origin,
    /// The game phase.
    pub phase: Phase,
    /// The quality of the move; `None` if the position before or after it has no evaluation.
    pub quality: Option<MoveQuality>,
    /// Why the move is bad, if it was judged.
    pub reasons: Vec<Reason>,
    /// True if it was the engine's choice.
    pub chosen: bool,
    /// True if it was the only legal move.
    pub forced: bool,
    /// The time the move took, if it is known.
    pub time: Option<Duration>,
    /// What a closer look found out.
    pub study: MoveStudy,
}

/// The quality of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveQuality {
    /// The scores before and after the move, from White's point of view.
    pub scores: (Score, Score),
    /// The player's win percentage before and after the move.
    pub win: (f64, f64),
    /// The accuracy in percent.
    pub accuracy: f64,
    /// The loss in centipawns, with scores limited to the ceiling.
    pub loss: i32,
    /// The judgement on a bad move; `None` for the best move and for the only legal one.
    pub judgement: Option<Judgement>,
}

impl MoveQuality {
    fn of(mover: Color, scores: (Score, Score), rules: &JudgementRules) -> MoveQuality {
        let win = (accuracy::win_percent_of(mover, scores.0), accuracy::win_percent_of(mover, scores.1));
        let accuracy = accuracy::of_move(win.0, win.1);
        MoveQuality {
            scores,
            win,
            accuracy,
            loss: accuracy::loss(mover, scores.0, scores.1),
            judgement: rules.judge(mover, scores.0, scores.1),
        }
    }

    /// Returns the percentage points of winning chances that the move lost; negative if it gained.
    pub fn lost(&self) -> f64 {
        self.win.0 - self.win.1
    }
}

impl Reviewed {
    /// Returns the judgement on a bad move.
    pub fn judgement(&self) -> Option<Judgement> {
        self.quality?.judgement
    }

    /// Returns how good the move is; `None` if it is not good, or if there was no choice.
    pub fn grade(&self) -> Option<Grade> {
        Grade::of(self)
    }

    /// Returns the move number with dots: `12.` or `12...`.
    pub fn number(&self, before: &Position) -> String {
        format!("{}{}", before.fullmove_number(), if self.mover == Color::White { "." } else { "..." })
    }
}

impl Review {
    /// Judges the main line of a game, given the evaluations of its positions: before the first move and
    /// after each move. Moves without evaluations are not judged.
    ///
    /// The initial position gets lichess's fixed score, so that the same evaluations give the same figures.
    pub fn new(game: &Game, mut evaluations: Vec<Option<Evaluation>>, rules: &JudgementRules) -> Review {
        let nodes: Vec<NodeId> = game.main_line().collect();
        let mut line = Line::new(game.start().clone());
        let mut positions = vec![game.start().clone()];
        for mv in nodes.iter().filter_map(|&node| game.mv(node)) {
            // Cannot fail, since the moves of a game are legal.
            if line.push(mv).is_err() {
                break;
            }
            positions.push(line.position().clone());
        }
        evaluations.resize(positions.len(), None);
        let opening = eco::opening(&line);
        let division = Division::of(positions.iter().map(Position::board));
        let origins = attribution::of_game(game, opening.map_or(0, |(plies, _)| plies));
        let mut review = Review {
            positions,
            evaluations,
            moves: Vec::new(),
            sides: [Side::default(); 2],
            opening,
            division,
        };
        let times = times::of_main_line(game);
        let mut before = Line::new(game.start().clone());
        for (ply, (&node, &mv)) in nodes.iter().zip(line.moves()).enumerate() {
            let mover = review.positions[ply].turn();
            let mut quality = review.scores(ply).map(|scores| MoveQuality::of(mover, scores, rules));
            let forced = review.positions[ply].legal_moves().len() == 1;
            let chosen = review.was_chosen(ply, mv);
            if let Some(quality) = &mut quality {
                if chosen {
                    (quality.accuracy, quality.loss) = (100.0, 0);
                }
                if chosen || forced {
                    quality.judgement = None;
                }
            }
            let judged = quality.is_some_and(|quality| quality.judgement.is_some());
            let reasons = if judged { review.reasons(&before, mv) } else { Vec::new() };
            let origin = origins.get(ply).copied().unwrap_or(Origin::Player);
            review.moves.push(Reviewed {
                node,
                mv,
                mover,
                origin,
                phase: division.phase(ply),
                quality,
                reasons,
                chosen,
                forced,
                time: times.get(ply).and_then(|time| time.used),
                study: MoveStudy::default(),
            });
            // It was legal above.
            let _ = before.push(mv);
        }
        review.sides = review.side_figures();
        review
    }

    /// Returns true if the move was the engine's own choice. If the score drops after it, the engine saw more
    /// one ply later, and the player is not to blame.
    fn was_chosen(&self, ply: usize, mv: Move) -> bool {
        self.evaluations[ply].as_ref().and_then(|evaluation| evaluation.line.first()) == Some(&mv)
    }

    /// Returns the score of a position for the formulas, from White's point of view.
    fn score(&self, ply: usize) -> Option<Score> {
        let standard = ply == 0 && self.positions[0] == Position::startpos();
        if standard {
            Some(accuracy::START)
        } else {
            self.evaluations.get(ply)?.as_ref().map(|evaluation| evaluation.score)
        }
    }

    fn scores(&self, ply: usize) -> Option<(Score, Score)> {
        Some((self.score(ply)?, self.score(ply + 1)?))
    }

    fn reasons(&self, line: &Line, mv: Move) -> Vec<Reason> {
        let ply = line.moves().len();
        let before = self.evaluations[ply].clone().or_else(|| self.score(ply).map(Evaluation::of_score));
        match (before, &self.evaluations[ply + 1]) {
            (Some(before), Some(after)) => {
                refutation::reasons(&JudgedMove { line, mv, before: &before, after, is_checked: false })
            }
            _ => Vec::new(),
        }
    }

    /// Adds what a closer look at a move found out; reasons that it does not confirm are dropped, and those
    /// that it found are added.
    pub fn add_study(&mut self, ply: usize, study: MoveStudy) {
        if let Some(reviewed) = self.moves.get_mut(ply) {
            let mut index = 0;
            reviewed.reasons.retain(|_| {
                index += 1;
                !study.unconfirmed.contains(&(index - 1))
            });
            reviewed.reasons.extend(study.found.iter().cloned());
            reviewed.study = study;
            self.sides = self.side_figures();
        }
    }

    /// Returns White's win percentage in a position; 0 or 100 for checkmate.
    pub fn win_percent(&self, ply: usize) -> Option<f64> {
        let position = self.positions.get(ply)?;
        if position.in_check() && !position.has_legal_move() {
            return Some(if position.turn() == Color::White { 0.0 } else { 100.0 });
        }
        self.score(ply).map(accuracy::win_percent)
    }

    /// Returns the best line before a move, if it is known and starts with a different move.
    pub fn better(&self, ply: usize) -> Option<&[Move]> {
        let line = &self.evaluations.get(ply)?.as_ref()?.line;
        (*line.first()? != self.moves.get(ply)?.mv).then_some(&line[..])
    }

    /// Returns at most `most` of the costliest moves, in the order of the game: mistakes and blunders or, if
    /// there are none, inaccuracies.
    pub fn turning_points(&self, most: usize) -> Vec<usize> {
        let of = |least: Judgement| -> Vec<(usize, f64)> {
            let judged =
                self.moves.iter().enumerate().filter(|(_, reviewed)| reviewed.judgement() >= Some(least));
            judged.filter_map(|(ply, reviewed)| Some((ply, reviewed.quality?.lost()))).collect()
        };
        let mut points = of(Judgement::Mistake);
        if points.is_empty() {
            points = of(Judgement::Inaccuracy);
        }
        points.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut plies: Vec<usize> = points.into_iter().take(most).map(|(ply, _)| ply).collect();
        plies.sort_unstable();
        plies
    }

    /// Returns the moves that changed the chances most, at most three, in the order of the game.
    pub fn key_moments(&self) -> Vec<usize> {
        self.turning_points(KEY_MOMENTS)
    }

    /// Returns the comment on a judged move: `Blunder. It loses a knight: ... Nf3 was best.`
    pub fn words(&self, ply: usize) -> Option<String> {
        let reviewed = self.moves.get(ply)?;
        let mut word = reviewed.judgement()?.word().to_owned();
        word[..1].make_ascii_uppercase();
        let before = &self.positions[ply];
        let mut sentences = vec![format!("{word}.")];
        sentences.extend(reviewed.reasons.iter().map(|reason| refutation::say(reason, before, reviewed.mv)));
        if let Some(&best) = self.better(ply).and_then(<[Move]>::first) {
            sentences.push(format!("{} was best.", heirloom_chess::notation::san::format(before, best)));
        }
        Some(sentences.join(" "))
    }
}

#[cfg(test)]
mod tests;
