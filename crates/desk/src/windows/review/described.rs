//! What is said about moves, put into words once: formatting lines costs more than drawing them.

use heirloom_app::review::refutation::numbered;
use heirloom_app::review::{Review, study};
use heirloom_chess::Move;
use heirloom_chess::game::NodeId;

use crate::texts::Language;

/// Plies shown of a line.
const SHOWN: usize = 10;

/// The version of the review and the language that words were made for.
type Key = (u64, Language);

/// A bad move in the list.
pub struct BadMove {
    /// The number of moves before it.
    pub ply: usize,
    /// Its node in the game.
    pub node: NodeId,
    /// The move with its number and sign.
    pub san: String,
    /// The change of the score.
    pub change: String,
    /// Its first reason; empty without one.
    pub reason: String,
}

/// A text that leads to a line, from the position before the move.
pub struct LineText {
    /// The words before it, without a link.
    pub label: &'static str,
    /// The text.
    pub text: String,
    /// The moves; none if there is nothing to play out.
    pub moves: Option<Vec<Move>>,
}

/// Everything that is said about a move.
#[derive(Default)]
pub struct FullMove {
    /// The reasons of a bad move.
    pub reasons: Vec<LineText>,
    /// The better line and the refutation.
    pub lines: Vec<LineText>,
    /// How hard it was to see; empty if that is not known.
    pub visibility: String,
    /// What the historical engines would have played.
    pub eras: Vec<String>,
    /// The number of nodes of each of their searches, explained.
    pub eras_explained: String,
}

/// The words for the present review.
#[derive(Default)]
pub struct Described {
    key: Option<Key>,
    bad: Vec<BadMove>,
    full: Option<(usize, FullMove)>,
}

impl Described {
    /// Returns the words for a review, from before if nothing has changed.
    pub fn of(&mut self, version: u64, texts: Language, review: &Review) -> &mut Described {
        if self.key != Some((version, texts)) {
            let plies = (0..review.moves.len()).filter(|&ply| review.moves[ply].judgement().is_some());
            let bad = plies.map(|ply| bad_move(texts, review, ply)).collect();
            *self = Described { key: Some((version, texts)), bad, full: None };
        }
        self
    }

    /// Returns all bad moves.
    pub fn bad(&self) -> &[BadMove] {
        &self.bad
    }

    /// Returns everything that is said about a move.
    pub fn full(&mut self, texts: Language, review: &Review, ply: usize) -> &FullMove {
        if self.full.as_ref().is_none_or(|(known, _)| *known != ply) {
            self.full = None;
        }
        &self.full.get_or_insert_with(|| (ply, full_move(texts, review, ply))).1
    }
}

/// Returns a move with its number and the sign of its judgement.
pub fn signed(texts: Language, review: &Review, ply: usize) -> String {
    let reviewed = &review.moves[ply];
    let sign = reviewed.judgement().map_or("", |judgement| judgement.sign());
    format!("{}{sign}", texts.numbered(&review.positions[ply], reviewed.mv))
}

fn bad_move(texts: Language, review: &Review, ply: usize) -> BadMove {
    let (before, reviewed) = (&review.positions[ply], &review.moves[ply]);
    let change = reviewed.quality.map(|quality| format!("{} -> {}", quality.scores.0, quality.scores.1));
    let reason = reviewed.reasons.first().map(|reason| texts.reason(reason, before, reviewed.mv));
    BadMove {
        ply,
        node: reviewed.node,
        san: signed(texts, review, ply),
        change: change.unwrap_or_default(),
        reason: reason.unwrap_or_default(),
    }
}

fn full_move(texts: Language, review: &Review, ply: usize) -> FullMove {
    let (before, reviewed) = (&review.positions[ply], &review.moves[ply]);
    let reasons = reviewed.reasons.iter().map(|reason| LineText {
        label: "",
        text: texts.reason(reason, before, reviewed.mv),
        moves: reason.proof(reviewed.mv),
    });
    let line = |label, moves: &[Move]| {
        let moves = &moves[..moves.len().min(SHOWN)];
        LineText { label, text: texts.with_letters(&numbered(before, moves)), moves: Some(moves.to_vec()) }
    };
    let better = review.better(ply).map(|better| line(texts.better_move(), better));
    let reply = review.evaluations[ply + 1].as_ref().filter(|found| !found.line.is_empty());
    let refutation = reply.map(|found| {
        let played: Vec<Move> = std::iter::once(reviewed.mv).chain(found.line.iter().copied()).collect();
        line(texts.refutation_line(), &played)
    });
    let eras =
        reviewed.study.eras.iter().map(|opinion| {
            format!("{}: {}", texts.era_engine(opinion), texts.era(opinion, before, reviewed))
        });
    FullMove {
        reasons: reasons.collect(),
        lines: better.into_iter().chain(refutation).collect(),
        visibility: reviewed.study.visibility.map_or_else(String::new, |seen| texts.visibility(&seen)),
        eras: eras.collect(),
        eras_explained: texts.help_five_eras(&study::ERA_NODES.to_string()),
    }
}
