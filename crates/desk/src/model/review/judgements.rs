//! How bad the moves of a game are: by its review, by the marks in it, or by the analysis.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use heirloom_app::review::judgement::Judgement;
use heirloom_chess::game::{Game, NodeId, Step};

use crate::model::live_marks::LiveMarks;

/// How bad the moves of a game are.
#[derive(Clone, Copy, Debug)]
pub struct Judgements<'a> {
    pub(super) game: &'a Game,
    pub(super) judged: Option<&'a HashMap<NodeId, Judgement>>,
    /// The judgements made while one analyzes.
    pub(super) live: Option<&'a LiveMarks>,
}

impl<'a> Judgements<'a> {
    /// Adds the judgements made while one analyzes, for moves without others.
    pub(in crate::model) fn with_live(self, live: Option<&'a LiveMarks>) -> Judgements<'a> {
        Judgements { live, ..self }
    }

    /// Returns a number that changes with the judgements.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for step in self.game.walk() {
            if let Step::Move(node) = step
                && let Some(judgement) = self.of(node)
            {
                (node, judgement).hash(&mut hasher);
            }
        }
        hasher.finish()
    }

    /// Returns true if no one has judged the moves of the main line.
    pub fn is_empty(&self) -> bool {
        self.judged.is_none() && self.game.main_line().all(|node| self.of(node).is_none())
    }

    /// Returns how bad a move is, if it is bad.
    pub fn of(&self, node: NodeId) -> Option<Judgement> {
        let by_review = self.judged.and_then(|judged| judged.get(&node).copied());
        let marked = || self.game.nags(node).iter().find_map(|&nag| Judgement::from_nag(nag));
        by_review.or_else(marked).or_else(|| self.live?.of(self.game, node))
    }
}
