//! Positions from rated games, and what each legal move seems to be worth in them.

use std::hash::{Hash, Hasher};

use fastrand::Rng;
use heirloom_chess::game::Game;
use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Move};
use heirloom_flagship::people::{Candidate, Features, Looker, features};
use serde::{Deserialize, Serialize};

/// The plies at the beginning of a game that are not looked at: levels know openings.
const OPENING: usize = 8;

/// A position in which a person chose a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The rating of the player.
    pub rating: i32,
    /// The number of the game, from its moves: all choices of a game are either fitted or held back.
    pub game: u32,
    /// The moves that lead to the position, in coordinates.
    pub moves: String,
    /// The move that was played.
    pub played: String,
    /// The legal moves and what they seem to be worth; empty until they are looked at.
    pub looks: Vec<(String, Vec<i32>)>,
}

/// Returns a few positions of each rated player of a game, chosen by its moves.
pub fn choices(game: &Game, per_player: usize) -> Vec<Choice> {
    let Ok(line) = game.line(game.last()) else { return Vec::new() };
    if line.start() != Line::default().start() {
        return Vec::new();
    }
    let mut hasher = std::hash::DefaultHasher::new();
    line.moves().hash(&mut hasher);
    let seed = hasher.finish();
    let mut rng = Rng::with_seed(seed);
    let mut found = Vec::new();
    for (first, tag) in [(0, "WhiteElo"), (1, "BlackElo")] {
        let rating = game.tags().get(tag).and_then(|elo| elo.trim().parse::<i32>().ok());
        let Some(rating) = rating.filter(|rating| *rating > 0) else { continue };
        let plies: Vec<usize> =
            (first..line.moves().len()).step_by(2).filter(|ply| *ply >= OPENING).collect();
        for ply in rng.choose_multiple(plies, per_player) {
            let mut before = Line::default();
            let mut words = Vec::new();
            for &mv in &line.moves()[..ply] {
                words.push(uci::format(before.position(), mv, false));
                _ = before.push(mv);
            }
            if before.position().legal_moves().len() > 1 {
                let played = uci::format(before.position(), line.moves()[ply], false);
                let (game, moves) = (seed as u32, words.join(" "));
                found.push(Choice { rating, game, moves, played, looks: Vec::new() });
            }
        }
    }
    found
}

impl Choice {
    /// Looks at all moves. Fails if the built-in net is invalid.
    pub fn look(&mut self, looker: &mut Looker) -> Result<(), String> {
        let Some(line) = self.line() else { return Ok(()) };
        let name = |mv: Move| uci::format(line.position(), mv, false);
        let found = looker.look_freely(&line)?;
        self.looks = found.iter().map(|seen| (name(seen.mv), seen.scores.to_vec())).collect();
        Ok(())
    }

    /// Returns the line that leads to the position; none if a move is illegal.
    pub fn line(&self) -> Option<Line> {
        let mut line = Line::default();
        for word in self.moves.split_whitespace() {
            let mv = uci::parse(line.position(), word).ok()?;
            line.push(mv).ok()?;
        }
        Some(line)
    }

    /// Returns the features of all moves and the index of the move played; none if the text is invalid.
    pub fn features(&self) -> Option<(Vec<Features>, usize)> {
        let line = self.line()?;
        let candidate = |(word, scores): &(String, Vec<i32>)| {
            let mv = uci::parse(line.position(), word).ok()?;
            Some(Candidate { mv, scores: scores.clone().try_into().ok()? })
        };
        let candidates = self.looks.iter().map(candidate).collect::<Option<Vec<Candidate>>>()?;
        let played = self.looks.iter().position(|(word, _)| *word == self.played)?;
        Some((features(&line, &candidates), played))
    }
}
