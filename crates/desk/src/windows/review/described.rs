//! What is said about moves, put into words once: formatting lines costs more than drawing them.

use heirloom_app::review::refutation::numbered;
use heirloom_app::review::{Review, Reviewed, study};
use heirloom_chess::Move;
use heirloom_chess::game::NodeId;

use crate::model::review::{GameReview, Withdrawn};
use crate::settings::Settings;
use crate::texts::Language;

/// Plies shown of a line.
const SHOWN: usize = 10;

/// The version of the review, the language, and whether moves have figurines, that words were made for.
type Key = (u64, Language, bool);

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
    /// Its first reason, or that what was said before is no longer true; empty without one.
    pub reason: String,
    /// Whether it was found to be no bad move.
    pub withdrawn: bool,
}

/// A text that leads to a line, from the position before the move.
pub struct LineText {
    /// The words before it, without a link.
    pub label: &'static str,
    /// The text, with letters.
    pub text: String,
    /// The text as it is shown.
    pub shown: String,
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
    /// That a reason is no longer given; empty if it is.
    pub withdrawn: &'static str,
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
    pub fn of(&mut self, made: &GameReview, settings: &Settings, review: &Review) -> &mut Described {
        let key = (made.version(), settings.language, settings.figurines);
        if self.key != Some(key) {
            let is_listed = |&ply: &usize| {
                review.moves[ply].judgement().is_some() || made.withdrawn(ply) == Some(Withdrawn::Judgement)
            };
            let plies = (0..review.moves.len()).filter(is_listed);
            let bad = plies.map(|ply| bad_move(settings, made, review, ply)).collect();
            *self = Described { key: Some(key), bad, full: None };
        }
        self
    }

    /// Returns all bad moves.
    pub fn bad(&self) -> &[BadMove] {
        &self.bad
    }

    /// Returns everything that is said about a move.
    pub fn full(&mut self, made: &GameReview, settings: &Settings, review: &Review, ply: usize) -> &FullMove {
        if self.full.as_ref().is_none_or(|(known, _)| *known != ply) {
            self.full = None;
        }
        &self.full.get_or_insert_with(|| (ply, full_move(settings, made, review, ply))).1
    }
}

/// Returns a move with its number and the sign of its judgement.
pub fn signed(texts: Language, review: &Review, ply: usize) -> String {
    let reviewed = &review.moves[ply];
    let sign = reviewed.judgement().map_or("", |judgement| judgement.sign());
    format!("{}{sign}", texts.numbered(&review.positions[ply], reviewed.mv))
}

/// Returns the scores before and after a move; empty if they are not known.
pub fn change(reviewed: &Reviewed) -> String {
    let scores = reviewed.quality.map(|quality| quality.scores);
    scores.map_or_else(String::new, |(before, after)| format!("{before} → {after}").replace('-', "−"))
}

/// Returns that something that was said about a move is no longer true; none if all of it is.
pub fn withdrawn(texts: Language, made: &GameReview, ply: usize) -> Option<&'static str> {
    made.withdrawn(ply).map(|withdrawn| match withdrawn {
        Withdrawn::Judgement => texts.judgement_withdrawn(),
        Withdrawn::Reason => texts.reason_withdrawn(),
    })
}

fn bad_move(settings: &Settings, made: &GameReview, review: &Review, ply: usize) -> BadMove {
    let (texts, before, reviewed) = (settings.language, &review.positions[ply], &review.moves[ply]);
    let reason = reviewed.reasons.first().map(|reason| texts.reason(reason, before, reviewed.mv));
    let reason = reason.or_else(|| withdrawn(texts, made, ply).map(str::to_owned));
    BadMove {
        ply,
        node: reviewed.node,
        san: signed(texts, review, ply),
        change: change(reviewed),
        reason: settings.moves_in(&reason.unwrap_or_default()),
        withdrawn: reviewed.judgement().is_none(),
    }
}

fn full_move(settings: &Settings, made: &GameReview, review: &Review, ply: usize) -> FullMove {
    let (texts, before, reviewed) = (settings.language, &review.positions[ply], &review.moves[ply]);
    let line_text = |label, text: String, moves| {
        let shown = settings.moves_in(&text);
        LineText { label, text, shown, moves }
    };
    let reasons = reviewed
        .reasons
        .iter()
        .map(|reason| line_text("", texts.reason(reason, before, reviewed.mv), reason.proof(reviewed.mv)));
    let line = |label, moves: &[Move]| {
        let moves = &moves[..moves.len().min(SHOWN)];
        line_text(label, texts.with_letters(&numbered(before, moves)), Some(moves.to_vec()))
    };
    let better = review.better(ply).map(|better| line(texts.better_move(), better));
    let reply = review.evaluations[ply + 1].as_ref().filter(|found| !found.line.is_empty());
    let refutation = reply.map(|found| {
        let played: Vec<Move> = std::iter::once(reviewed.mv).chain(found.line.iter().copied()).collect();
        line(texts.refutation_line(), &played)
    });
    let eras = reviewed.study.eras.iter().map(|opinion| {
        let era = settings.moves_in(&texts.era(opinion, before, reviewed));
        format!("{}: {era}", texts.era_engine(opinion))
    });
    FullMove {
        reasons: reasons.collect(),
        lines: better.into_iter().chain(refutation).collect(),
        visibility: reviewed.study.visibility.map_or_else(String::new, |seen| texts.visibility(&seen)),
        withdrawn: withdrawn(texts, made, ply).unwrap_or_default(),
        eras: eras.collect(),
        eras_explained: texts.help_five_eras(&study::ERA_NODES.to_string()),
    }
}
