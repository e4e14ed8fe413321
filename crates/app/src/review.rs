//! Reviews of games: what each move was worth, what refutes the bad ones, and how well both sides played.
//!
//! Data flows one way: [`walk`] asks an engine, or [`annotate::read`] finds evaluations in a file; [`Review::new`] judges them, wherever they come
//! from; [`annotate::write`] puts the review into the game. Whoever shows a review reads its fields.

pub mod accuracy;
pub mod annotate;
pub mod figures;
pub mod judgement;
pub mod origin;
pub mod phase;
pub mod refutation;
pub mod walk;

use heirloom_book::eco::{self, Name};
use heirloom_chess::game::{Game, NodeId};
use heirloom_chess::{Color, Line, Move, Position};
use heirloom_engine::Score;

use judgement::{Judgement, Rules};
use origin::Origin;
use phase::{Division, Phase};
use refutation::{Case, Reason};

/// What an engine says of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// From White's view.
    pub score: Score,
    /// Plies of the last iteration, where known.
    pub depth: Option<u32>,
    /// The longest line looked at, in plies, where known.
    pub selective_depth: Option<u32>,
    /// Positions visited, where known.
    pub nodes: Option<u64>,
    /// The best line from here; empty where it is not known.
    pub line: Vec<Move>,
}

impl Evaluation {
    /// A score of which nothing else is known.
    pub fn of_score(score: Score) -> Evaluation {
        Evaluation { score, depth: None, selective_depth: None, nodes: None, line: Vec::new() }
    }
}

/// A game with a judgement of each move of its main line.
#[derive(Clone, Debug)]
pub struct Review {
    /// All positions: that before the first move, and that after each.
    pub positions: Vec<Position>,
    /// What is known of each position. None for those that were not asked about, and for a mate on the board.
    pub evaluations: Vec<Option<Evaluation>>,
    /// The moves.
    pub moves: Vec<Reviewed>,
    /// How White and Black played.
    pub sides: [Side; 2],
    /// The name of the opening, and the plies until the last position that has it.
    pub opening: Option<(usize, Name)>,
    /// Where the phases begin.
    pub division: Division,
}

/// A move under review.
#[derive(Clone, PartialEq, Debug)]
pub struct Reviewed {
    /// Its place in the game.
    pub node: NodeId,
    /// Itself.
    pub mv: Move,
    /// Who made it.
    pub mover: Color,
    /// Where it comes from.
    pub origin: Origin,
    /// When it was made.
    pub phase: Phase,
    /// What it was worth; none where the position before or after it was not evaluated.
    pub worth: Option<Worth>,
    /// Why it is bad, if it was judged.
    pub reasons: Vec<Reason>,
}

/// What a move was worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// The scores before and after it that were compared, from White's view.
    pub scores: (Score, Score),
    /// Its player's win percent before and after it.
    pub win: (f64, f64),
    /// In percent.
    pub accuracy: f64,
    /// Centipawns, within the ceiling.
    pub loss: i32,
    /// If it was bad; never for the best move or the only legal one.
    pub judgement: Option<Judgement>,
}

/// How a player did.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Side {
    /// In percent; none without a move.
    pub accuracy: Option<f64>,
    /// Average loss in centipawns a move; none without a move.
    pub average_loss: Option<f64>,
    /// The same for opening, middlegame and endgame.
    pub losses: [Option<f64>; 3],
    /// Inaccuracies, mistakes and blunders.
    pub counts: [u32; 3],
}

impl Worth {
    fn of(mover: Color, scores: (Score, Score), rules: &Rules) -> Worth {
        let win = (accuracy::win_percent_of(mover, scores.0), accuracy::win_percent_of(mover, scores.1));
        let accuracy = accuracy::of_move(win.0, win.1);
        Worth {
            scores,
            win,
            accuracy,
            loss: accuracy::loss(mover, scores.0, scores.1),
            judgement: rules.judge(mover, scores.0, scores.1),
        }
    }

    /// Points of win percent that the move lost; negative where it won some.
    pub fn lost(&self) -> f64 {
        self.win.0 - self.win.1
    }
}

impl Reviewed {
    /// How bad it is, if it is.
    pub fn judgement(&self) -> Option<Judgement> {
        self.worth?.judgement
    }

    /// Its number with dots: `12.` or `12...`.
    pub fn number(&self, before: &Position) -> String {
        format!("{}{}", before.fullmove_number(), if self.mover == Color::White { "." } else { "..." })
    }
}

impl Review {
    /// Judges the main line of a game by evaluations of its positions: that before the first move, and that after each. What is missing is
    /// not judged.
    ///
    /// The start position of the game is worth what lichess says, so that the same evaluations give the same figures.
    pub fn new(game: &Game, mut evaluations: Vec<Option<Evaluation>>, rules: &Rules) -> Review {
        let nodes: Vec<NodeId> = game.main_line().collect();
        let mut line = Line::new(game.start().clone());
        let mut positions = vec![game.start().clone()];
        for mv in nodes.iter().filter_map(|&node| game.mv(node)) {
            // The game holds only legal moves.
            if line.push(mv).is_err() {
                break;
            }
            positions.push(line.position().clone());
        }
        evaluations.resize(positions.len(), None);
        let opening = eco::opening(&line);
        let division = Division::of(positions.iter().map(Position::board));
        let origins = origin::of_game(game, opening.map_or(0, |(plies, _)| plies));
        let mut review = Review {
            positions,
            evaluations,
            moves: Vec::new(),
            sides: [Side::default(); 2],
            opening,
            division,
        };
        let mut before = Line::new(game.start().clone());
        for (ply, (&node, &mv)) in nodes.iter().zip(line.moves()).enumerate() {
            let mover = review.positions[ply].turn();
            let mut worth = review.scores(ply).map(|scores| Worth::of(mover, scores, rules));
            if let Some(worth) = &mut worth {
                if review.was_chosen(ply, mv) {
                    (worth.accuracy, worth.loss) = (100.0, 0);
                }
                if review.was_best(ply, mv) {
                    worth.judgement = None;
                }
            }
            let judged = worth.is_some_and(|worth| worth.judgement.is_some());
            let reasons = if judged { review.reasons(&before, mv) } else { Vec::new() };
            let origin = origins.get(ply).copied().unwrap_or(Origin::Player);
            review.moves.push(Reviewed {
                node,
                mv,
                mover,
                origin,
                phase: division.phase(ply),
                worth,
                reasons,
            });
            // It was legal above.
            let _ = before.push(mv);
        }
        review.sides = review.sums();
        review
    }

    /// Returns true if a move was the engine's own choice. When the score falls after it, the engine saw more one ply later, and the player is not
    /// to blame.
    fn was_chosen(&self, ply: usize, mv: Move) -> bool {
        self.evaluations[ply].as_ref().and_then(|evaluation| evaluation.line.first()) == Some(&mv)
    }

    /// The same, or the only legal move.
    fn was_best(&self, ply: usize, mv: Move) -> bool {
        self.was_chosen(ply, mv) || self.positions[ply].legal_moves().len() == 1
    }

    /// The score of a position that the formulas take, from White's view.
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
            (Some(before), Some(after)) => refutation::reasons(&Case { line, mv, before: &before, after }),
            _ => Vec::new(),
        }
    }

    fn sums(&self) -> [Side; 2] {
        let first = self.positions[0].turn();
        // Games that were only evaluated from some move on count from there.
        let begin = (0..self.moves.len()).find(|&ply| self.moves[ply].worth.is_some()).unwrap_or(0);
        let scores: Vec<Score> = (begin..self.positions.len()).map_while(|ply| self.score(ply)).collect();
        let mover = if begin.is_multiple_of(2) { first } else { !first };
        let moves: Vec<(f64, i32)> = self.moves[begin..]
            .iter()
            .map_while(|mv| mv.worth.map(|worth| (worth.accuracy, worth.loss)))
            .collect();
        let (accuracies, losses) =
            (accuracy::of_game(mover, &scores, &moves), accuracy::average_loss(mover, &moves));
        Color::ALL.map(|color| {
            let own = || self.moves.iter().filter(move |reviewed| reviewed.mover == color);
            let mut side = Side {
                accuracy: accuracies[color.index()],
                average_loss: losses[color.index()],
                ..Side::default()
            };
            for judgement in own().filter_map(Reviewed::judgement) {
                side.counts[judgement as usize] += 1;
            }
            for phase in Phase::ALL {
                let losses: Vec<f64> = own()
                    .filter(|mv| mv.phase == phase)
                    .filter_map(|mv| Some(f64::from(mv.worth?.loss)))
                    .collect();
                side.losses[phase as usize] =
                    (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64);
            }
            side
        })
    }

    /// White's win percent in a position; on the board, a mate is worth everything.
    pub fn win_percent(&self, ply: usize) -> Option<f64> {
        let position = self.positions.get(ply)?;
        if position.in_check() && !position.has_legal_move() {
            return Some(if position.turn() == Color::White { 0.0 } else { 100.0 });
        }
        self.score(ply).map(accuracy::win_percent)
    }

    /// The best line in the position before a move, if it is known and begins with another move.
    pub fn better(&self, ply: usize) -> Option<&[Move]> {
        let line = &self.evaluations.get(ply)?.as_ref()?.line;
        (*line.first()? != self.moves.get(ply)?.mv).then_some(&line[..])
    }

    /// The moves that cost most, at most so many, in the order of the game: mistakes and blunders, and if there are none, inaccuracies.
    pub fn turning_points(&self, most: usize) -> Vec<usize> {
        let of = |least: Judgement| -> Vec<(usize, f64)> {
            let judged =
                self.moves.iter().enumerate().filter(|(_, reviewed)| reviewed.judgement() >= Some(least));
            judged.filter_map(|(ply, reviewed)| Some((ply, reviewed.worth?.lost()))).collect()
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

    /// What is said of a judged move: `Blunder. It loses a knight: ... Nf3 was best.`; none for the others.
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
