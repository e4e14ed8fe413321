//! A simulated user who annotates random games with the commands of the desk: variations in variations,
//! comments, symbols, arrows and circles, on top of clocks and evaluations.

use std::path::Path;
use std::sync::Arc;
use web_time::Instant;

use fastrand::Rng;
use heirloom_chess::game::{Game, GameResult, Nag, NodeId, Step as Walked};
use heirloom_chess::notation::pgn;
use heirloom_chess::{Position, Square};
use heirloom_desk::model::Model;
use heirloom_desk::model::command::{Command, EditCommand, FileCommand, PlayCommand, Step};
use heirloom_desk::model::figures::words_before;
use heirloom_desk::model::game_data::GameData;
use heirloom_desk::roster::BuiltInEngines;
use heirloom_picture::MarkColor;

/// What comments are made of.
const WORDS: &[&str] = &[
    "White",
    "Black",
    "wins",
    "a",
    "pawn",
    "with",
    "the",
    "idea",
    "of",
    "f4–f5!",
    "(not",
    "12. Nf3?)",
    "größer",
    "Zug",
    "\"quoted\"",
    "50 %",
    "→",
    "½",
    "Чигорин",
    "e.p.",
    "a}brace",
    "\\",
    "$1",
    ";",
    "1-0",
    "--",
    "http://x.y/z?a=b",
];

/// The results of games.
const RESULTS: [GameResult; 4] =
    [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];

/// The user, and the desk without its windows.
pub struct Annotator {
    random: Rng,
    model: Model,
}

impl Annotator {
    /// Creates a user who always does the same for the same seed.
    pub fn new(seed: u64) -> Annotator {
        Annotator {
            random: Rng::with_seed(seed),
            model: Model::new(Arc::new(BuiltInEngines), Arc::new(|| {})),
        }
    }

    /// Returns the desk.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the game on the board.
    pub fn game(&self) -> &Game {
        self.model.record().game()
    }

    fn command(&mut self, command: impl Into<Command>) {
        self.model.apply(command, Instant::now());
    }

    /// Puts a game on the board and annotates it, until it has about this many moves.
    pub fn annotate(&mut self, plies: usize, moves: usize) {
        let text = pgn::to_string(&self.played(plies));
        self.command(FileCommand::Paste(text));
        while self.game().move_count() < moves {
            let nodes = nodes(self.game());
            let from = nodes[self.random.usize(..nodes.len())];
            self.command(PlayCommand::Go(Step::To(from)));
            for _ in 0..self.random.usize(1..12) {
                let Some(mv) = any_move(&mut self.random, self.model.record().position()) else { break };
                self.command(PlayCommand::Move(mv));
            }
        }
        let nodes = nodes(self.game());
        for node in nodes {
            match self.random.u8(..8) {
                0 | 1 => self.write(node),
                2 => self.draw(node),
                3 => {
                    self.write(node);
                    self.draw(node);
                }
                _ => {}
            }
        }
        let mut data = GameData::of(self.game());
        data.result = RESULTS[self.random.usize(..RESULTS.len())];
        data.tags.push(("Annotator".into(), format!("\"{}\" \\", self.sentence())));
        self.command(EditCommand::Data(Box::new(data)));
    }

    /// Returns a game of this many moves with variations, comments and symbols, made without the desk.
    pub fn grown(&mut self, plies: usize, moves: usize) -> Game {
        let mut game = self.played(plies);
        let mut all = nodes(&game);
        while all.len() < moves {
            let mut at = all[self.random.usize(..all.len())];
            let Ok(mut position) = game.position(at) else { continue };
            for _ in 0..self.random.usize(1..12) {
                let Some(mv) = any_move(&mut self.random, &position) else { break };
                let is_new = game.children(at).all(|child| game.mv(child) != Some(mv));
                let Ok(node) = game.play(at, mv) else { break };
                all.extend(is_new.then_some(node));
                position.play(mv);
                at = node;
            }
        }
        for node in all {
            if self.random.bool() {
                let _ = game.set_comments(node, &[&self.sentence()]);
                let _ = game.add_nag(node, Nag(self.random.u8(1..7)));
            }
        }
        game
    }

    /// Returns a game as programs write it, with clocks and evaluations.
    fn played(&mut self, plies: usize) -> Game {
        let mut game = Game::new();
        game.tags_mut().set("TimeControl", "5400+30");
        let (mut at, mut position, mut clocks) = (NodeId::START, Position::startpos(), [5400_u32; 2]);
        for ply in 0..plies {
            let Some(mv) = any_move(&mut self.random, &position) else { break };
            let Ok(node) = game.play(at, mv) else { break };
            position.play(mv);
            at = node;
            let clock = &mut clocks[ply % 2];
            *clock = (*clock + 30).saturating_sub(self.random.u32(..120));
            let time = format!("{}:{:02}:{:02}", *clock / 3600, *clock / 60 % 60, *clock % 60);
            let score = f64::from(self.random.i32(-900..900)) / 100.0;
            let comment = match self.random.u8(..4) {
                0 => format!("[%clk {time}]"),
                1 => format!("[%eval {score:.2},{}] [%clk {time}]", self.random.u8(1..40)),
                2 => format!("[%emt 0:00:{:02}]", self.random.u8(..60)),
                _ => continue,
            };
            let _ = game.add_comment(node, &comment);
        }
        game
    }

    fn sentence(&mut self) -> String {
        let count = self.random.usize(1..25);
        let words = (0..count).map(|_| WORDS[self.random.usize(..WORDS.len())]);
        words.collect::<Vec<_>>().join(" ")
    }

    fn write(&mut self, node: NodeId) {
        let before = words_before(self.game(), node).map(|_| self.sentence()).filter(|_| self.random.bool());
        let words = if self.random.bool() { self.sentence() } else { String::new() };
        let mut nags: Vec<Nag> = (0..self.random.u8(..3)).map(|_| Nag(self.random.u8(1..140))).collect();
        nags.sort_unstable();
        nags.dedup();
        self.command(match before {
            Some(before) => EditCommand::AnnotateFirst(node, [before, words], nags),
            None => EditCommand::Annotate(node, words, nags),
        });
    }

    fn draw(&mut self, node: NodeId) {
        for _ in 0..self.random.u8(1..4) {
            let [from, to] = [(); 2].map(|()| Square::from_index(self.random.usize(..64)));
            let to = if self.random.bool() { from } else { to };
            let color = MarkColor::ALL[self.random.usize(..4)];
            self.command(EditCommand::Mark(node, (from, to), color));
        }
    }

    /// Saves the game as the desk does.
    pub fn save(&mut self, path: &Path) {
        self.command(FileCommand::Save(path.to_owned()));
        self.model.finish_saving();
    }
}

/// Returns the moves of a game in the order in which they are written.
pub fn nodes(game: &Game) -> Vec<NodeId> {
    let moves = game.walk().filter_map(|step| match step {
        Walked::Move(node) => Some(node),
        Walked::Begin | Walked::End => None,
    });
    moves.collect()
}

fn any_move(random: &mut Rng, position: &Position) -> Option<heirloom_chess::Move> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| moves[random.usize(..moves.len())])
}
