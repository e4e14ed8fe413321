//! Builds books from games, by how often each move was played and how well it scored.

use std::collections::HashMap;
use std::io::Read;

use heirloom_chess::game::GameResult;
use heirloom_chess::notation::pgn::{Flow, PgnError, Played, Reader, Text, TextPlace, Visitor};
use heirloom_chess::{Color, Position};

use crate::polyglot::{Polyglot, Tally, key, pack};

/// How moves are weighted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Weights {
    /// Two for each win by the player of the move and one for each draw.
    #[default]
    Wins,
    /// One for each game.
    Frequency,
    /// The same for every move.
    Equal,
}

/// Which moves go into a book, and with which weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildOptions {
    /// Minimum number of games in which a move must occur.
    pub min_games: u32,
    /// Number of plies read from each game.
    pub plies: usize,
    /// How the moves are weighted.
    pub weights: Weights,
    /// Only moves of this color; both if `None`.
    pub color: Option<Color>,
}

impl Default for BuildOptions {
    /// Moves of the first 40 plies that occur in at least three games, weighted by points.
    fn default() -> BuildOptions {
        BuildOptions { min_games: 3, plies: 40, weights: Weights::Wins, color: None }
    }
}

/// Statistics on the games read so far.
#[derive(Debug, Default)]
pub struct Counts {
    /// Games that were used.
    pub games: u64,
    /// Games ignored because they start from another position.
    pub elsewhere: u64,
    /// Damaged games, which are used up to the error.
    pub damaged: u64,
    /// The error in the first damaged game.
    pub first_damage: Option<PgnError>,
}

/// Collects the moves of games from any number of files.
#[derive(Debug, Default)]
pub struct Builder {
    choice: BuildOptions,
    counts: Counts,
    moves: HashMap<(u64, u16), Record>,
    game: Game,
}

/// Statistics on a move.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    games: u64,
    /// Two for each win by the player of the move, one for each draw.
    points: u64,
}

/// The game being read.
#[derive(Debug, Default)]
struct Game {
    /// The moves to add, each as position key, packed move and player.
    moves: Vec<(u64, u16, Color)>,
    ply: usize,
    /// Nesting depth of variations.
    depth: usize,
    /// True if the game starts from another position.
    elsewhere: bool,
    damage: Option<PgnError>,
    result: Option<GameResult>,
}

impl Builder {
    /// Creates a builder without games.
    pub fn new(choice: BuildOptions) -> Builder {
        Builder { choice, ..Builder::default() }
    }

    /// Reads all games from an input; a damaged one counts up to the error. Fails if the input cannot be
    /// read. Games before that point count.
    pub fn read(&mut self, input: &mut dyn Read) -> Result<(), PgnError> {
        let mut reader = Reader::new(input);
        while let Some(read) = reader.read_game(self) {
            read?;
            self.add_game();
        }
        Ok(())
    }

    /// Returns statistics on the games read so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Returns the book of all games so far, which is independent of their order. It has no records if no
    /// move was played often enough.
    pub fn finish(self) -> Polyglot {
        let mut tally = Tally::new();
        for ((key, mv), record) in self.moves {
            let weight = match self.choice.weights {
                Weights::Wins => record.points,
                Weights::Frequency => record.games,
                Weights::Equal => 1,
            };
            // A move without points would never be played.
            if record.games >= u64::from(self.choice.min_games) && weight > 0 {
                tally.add_record(key, mv, weight, 0);
            }
        }
        tally.into_book()
    }

    fn add_game(&mut self) {
        let Some(result) = self.game.result.take() else { return };
        self.counts.games += 1;
        if let Some(damage) = self.game.damage.take() {
            self.counts.damaged += 1;
            self.counts.first_damage.get_or_insert(damage);
        }
        // A move repeated within a game counts once.
        self.game.moves.sort_unstable_by_key(|&(key, mv, _)| (key, mv));
        self.game.moves.dedup();
        for (key, mv, color) in self.game.moves.drain(..) {
            let record = self.moves.entry((key, mv)).or_default();
            record.games += 1;
            record.points += match (result, color) {
                (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => 2,
                (GameResult::Draw, _) => 1,
                _ => 0,
            };
        }
    }
}

impl Visitor for Builder {
    fn begin_game(&mut self, _: TextPlace) {
        self.game.moves.clear();
        self.game = Game { moves: std::mem::take(&mut self.game.moves), ..Game::default() };
    }

    fn begin_moves(&mut self, start: Option<&Position>) -> Flow {
        if start.is_some_and(|start| *start != Position::startpos()) {
            self.counts.elsewhere += 1;
            self.game.elsewhere = true;
            return Flow::Skip;
        }
        Flow::Read
    }

    fn mv(&mut self, played: Played<'_>) {
        let Some((position, mv)) = played.checked.filter(|_| self.game.depth == 0) else { return };
        self.game.ply += 1;
        let color = position.turn();
        if self.game.ply <= self.choice.plies && self.choice.color.is_none_or(|wanted| wanted == color) {
            self.game.moves.push((key(position), pack(mv), color));
        }
    }

    fn begin_variation(&mut self) {
        self.game.depth += 1;
    }

    fn end_variation(&mut self) {
        self.game.depth -= 1;
    }

    fn damaged(&mut self, error: PgnError, _: Text<'_>) {
        self.game.damage.get_or_insert(error);
    }

    fn end_game(&mut self, result: GameResult) {
        self.game.result = Some(result).filter(|_| !self.game.elsewhere);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str = "1. e4 e5 2. Nf3 1-0\n\n1. d4 (1. c4 c5) d5 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 0-1\n\n\
        1. e4 c5 1/2-1/2\n\n\
        [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0\n\n\
        [Event \"damaged\"]\n\n1. e4 Ke6 1-0\n\n[Event \"last\"]\n\n1. e4 *\n";

    fn built(choice: BuildOptions) -> (Polyglot, Counts) {
        let mut builder = Builder::new(choice);
        builder.read(&mut GAMES.as_bytes()).unwrap();
        let counts = std::mem::take(&mut builder.counts);
        (builder.finish(), counts)
    }

    fn first_moves(choice: BuildOptions) -> Vec<String> {
        let moves = built(choice).0.moves(&Position::startpos());
        moves.iter().map(|known| format!("{:?} {}", known.mv, known.weight)).collect()
    }

    #[test]
    fn weights_follow_the_setting() {
        let all = BuildOptions { min_games: 1, ..BuildOptions::default() };
        assert_eq!(first_moves(all), ["e2e4 5"]);
        assert_eq!(first_moves(BuildOptions { weights: Weights::Frequency, ..all }), ["e2e4 4", "d2d4 1"]);
        assert_eq!(first_moves(BuildOptions { weights: Weights::Equal, ..all }), ["d2d4 1", "e2e4 1"]);
        let frequent = BuildOptions { weights: Weights::Frequency, min_games: 2, ..all };
        assert_eq!(first_moves(frequent), ["e2e4 4"]);
        assert_eq!(first_moves(BuildOptions { color: Some(Color::Black), ..all }), [""; 0]);
    }

    #[test]
    fn damaged_games_count_up_to_the_damage() {
        let (book, counts) =
            built(BuildOptions { min_games: 1, weights: Weights::Frequency, plies: 3, color: None });
        assert_eq!((counts.games, counts.elsewhere, counts.damaged), (5, 1, 1));
        assert!(counts.first_damage.unwrap().to_string().starts_with("line 13, column 7: Ke6"), "the place");
        // e4, d4; e5, c5, d5; Nf3 twice. The variation does not count.
        assert_eq!(book.len(), 7);
    }

    #[test]
    fn a_repeated_move_counts_once() {
        let (book, _) =
            built(BuildOptions { min_games: 1, weights: Weights::Frequency, ..BuildOptions::default() });
        assert!(book.records().iter().all(|record| record.weight <= 4), "{book:?}");
        assert_eq!(book.records().iter().filter(|record| record.weight == 1).count() + 1, book.len());
    }
}
