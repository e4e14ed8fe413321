//! Suites in PGN: positions in FEN tags, and goals in tags named like EPD operations, or the solution as the
//! first move.

use std::io::Read;

use heirloom_chess::Position;
use heirloom_chess::game::{Game, NodeId};
use heirloom_chess::notation::epd::{Epd, Operation};
use heirloom_chess::notation::{pgn, san};

use super::goal::Goal;
use super::positions::{InvalidLine, Suites, task};

/// EPD operations whose operands are moves.
const MOVE_OPCODES: [&str; 3] = ["bm", "am", "pv"];
/// Other EPD operations about a position to solve.
const TEXT_OPCODES: [&str; 12] = ["id", "dm", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"];

impl Suites {
    /// Adds the positions of a file of games.
    pub(super) fn add_games(&mut self, file: usize, name: &str, input: impl Read) {
        let mut games = pgn::Reader::new(input).games();
        let mut number = 0;
        while let Some(read) = games.next() {
            number += 1;
            let mut line = games.place().line;
            let read = read.map_err(|error| error.to_string()).and_then(|game| {
                let epd = record(&game)?;
                Ok((Goal::read(&epd).map_err(|error| error.to_string())?, epd))
            });
            // Damage matters only if nothing is left to solve.
            let read = match (read, games.damage()) {
                (Err(_), Some(damage)) => {
                    line = damage.place.line;
                    Err(format!("game {number}, column {}: {}", damage.place.column, damage.reason))
                }
                (Err(reason), None) => Err(format!("game {number}: {reason}")),
                (Ok((goal, epd)), _) => Ok(task(file, line, epd, goal, || format!("game {number}"))),
            };
            match read {
                Ok(task) => self.tasks.push(task),
                Err(reason) => self.invalid.push(InvalidLine { file: name.to_owned(), line, reason }),
            }
        }
    }
}

/// Returns the position of a game with its EPD operations: from an `EPD` tag, from tags such as `bm` and `id`
/// in any case, or else from the first move.
fn record(game: &Game) -> Result<Epd, String> {
    let mut epd = Epd::new(game.start().clone());
    if let Some((_, text)) = game.tags().iter().find(|(name, _)| name.eq_ignore_ascii_case("EPD")) {
        epd = read_tag(game.start(), text)?;
    }
    for (name, value) in game.tags().iter() {
        let opcode = name.to_ascii_lowercase();
        if MOVE_OPCODES.contains(&opcode.as_str()) {
            let moves: Vec<&str> = value.split([' ', ',', ';']).filter(|word| !word.is_empty()).collect();
            epd.set(Operation::new(&opcode, &moves));
        } else if TEXT_OPCODES.contains(&opcode.as_str()) {
            epd.set(Operation::text(&opcode, value));
        }
    }
    if epd.position == Position::startpos() {
        return Err("no position to solve; expected a FEN tag".into());
    }
    let first = game.next(NodeId::START).and_then(|node| game.mv(node));
    if let Some(mv) =
        first.filter(|_| ["bm", "am", "dm", "c0", "c8"].iter().all(|opcode| epd.get(opcode).is_none()))
    {
        epd.set(Operation::new("bm", &[san::format(&epd.position, mv).as_str()]));
    }
    Ok(epd)
}

/// Parses a tag that holds a full EPD line or only its operations.
fn read_tag(start: &Position, text: &str) -> Result<Epd, String> {
    let is_line = text.split_whitespace().next().is_some_and(|word| word.contains('/'));
    let line = if is_line { text.to_owned() } else { format!("{} {text}", start.fen()) };
    let epd = Epd::parse(&line).map_err(|error| format!("EPD tag: {}", error.reason))?;
    if *start != Position::startpos() && epd.position.key() != start.key() {
        return Err("the FEN and EPD tags give different positions".into());
    }
    Ok(epd)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

    /// Returns the names and goals in a file of games, and the errors.
    fn read(text: &str) -> (Vec<(String, String)>, Vec<String>) {
        let mut suites = Suites::default();
        suites.add("a.pgn", text.as_bytes());
        let tasks =
            suites.tasks.iter().map(|task| (task.id.clone(), task.goal.expected(&task.position))).collect();
        (tasks, suites.invalid.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn goals_come_from_tags_or_the_first_move() {
        let games = [
            format!("[FEN \"{KINGS}\"]\n[BM \"e4 Kd2\"]\n[id \"Pawns.01\"]\n\n*\n"),
            format!("[Event \"x\"]\n[FEN \"{KINGS}\"]\n[am \"e3\"]\n\n1. e3 *\n"),
            format!("[FEN \"{KINGS}\"]\n\n1. e4 (1. Kd2) Kd7 *\n"),
            format!("[FEN \"{KINGS}\"]\n[EPD \"c0 \\\"e4=10, e3=2\\\"; id \\\"P.1\\\";\"]\n\n*\n"),
            "[EPD \"4k3/8/8/8/8/8/4P3/4K3 w - - bm e3;\"]\n\n*\n".into(),
            "[FEN \"7k/8/5K2/8/8/8/8/R7 w - - 0 1\"]\n[dm \"2\"]\n\n1. Kg6 *\n".into(),
        ];
        let (tasks, wrong) = read(&games.join("\n"));
        let tasks: Vec<(&str, &str)> = tasks.iter().map(|(id, goal)| (id.as_str(), goal.as_str())).collect();
        let expected = [
            ("Pawns.01", "e4 Kd2"),
            ("game 2", "not e3"),
            ("game 3", "e4"),
            ("P.1", "e4"),
            ("game 5", "e3"),
            ("game 6", "mate in 2"),
        ];
        assert_eq!((tasks.as_slice(), wrong.len()), (&expected[..], 0), "{wrong:?}");
    }

    #[test]
    fn games_without_a_goal_are_reported() {
        let games = [
            format!("[FEN \"{KINGS}\"]\n\n*\n"),
            "[Event \"a game\"]\n\n1. e4 e5 *\n".into(),
            format!("[FEN \"{KINGS}\"]\n[bm \"e5\"]\n\n*\n"),
            format!("[FEN \"{KINGS}\"]\n[EPD \"4k3/8/8/8/8/8/3P4/4K3 w - - bm d3;\"]\n\n*\n"),
            format!("[FEN \"{KINGS}\"]\n\n1. e5 *\n"),
        ];
        let (tasks, wrong) = read(&games.join("\n"));
        assert_eq!((tasks.len(), wrong.len()), (0, 5), "{wrong:?}");
        assert!(wrong[0].starts_with("a.pgn, line 1: game 1: nothing to solve"), "{}", wrong[0]);
        assert!(wrong[1].ends_with("no position to solve; expected a FEN tag"), "{}", wrong[1]);
        assert!(wrong[2].contains("game 3: ") && wrong[2].contains("e5 is not a legal move"), "{}", wrong[2]);
        assert!(wrong[3].ends_with("the FEN and EPD tags give different positions"), "{}", wrong[3]);
        assert!(wrong[4].contains("game 5, column 4: e5"), "{}", wrong[4]);
    }
}
