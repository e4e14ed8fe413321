//! Exports the contents of a book as EPD, CSV or PGN.

use std::io::{self, Write};

use heirloom_chess::Position;
use heirloom_chess::game::{Game, NodeId};
use heirloom_chess::notation::{pgn, san, uci};

use crate::reach::{ReachedPosition, reach};
use crate::{Book, KnownMove, eco};

/// An export format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportFormat {
    /// One position per line, with its heaviest moves (`bm`), name (`eco`, `id`) and all moves with their
    /// shares (`c0`).
    Epd,
    /// One move per line: position, move, SAN, weight, share, active, learn, ECO code and name of the
    /// resulting position.
    Csv,
    /// A single game with variations; a position reached by several paths is continued only once.
    Pgn,
}

/// Exports the book moves in positions reachable from the initial one in fewer than `plies` plies, shortest
/// lines first. Fails if the output cannot be written.
pub fn export(book: &Book, format: ExportFormat, plies: usize, output: &mut dyn Write) -> io::Result<()> {
    let places = reach(&Position::startpos(), plies, &|position| book.continuations(position));
    let inside = places.iter().filter(|place| place.ply < plies);
    let text: fn(&Book, &Position) -> String = match format {
        ExportFormat::Epd => epd,
        ExportFormat::Csv => {
            writeln!(output, "fen,move,san,weight,share,active,learn,eco,name")?;
            csv
        }
        ExportFormat::Pgn => return output.write_all(pgn::to_string(&game(book, &places, plies)).as_bytes()),
    };
    inside.map(|place| text(book, &place.position)).try_for_each(|text| output.write_all(text.as_bytes()))
}

/// Returns the EPD line of a position; empty if the book has no move there.
fn epd(book: &Book, position: &Position) -> String {
    let known = book.moves(position);
    let Some(heaviest) = known.iter().map(|known| known.weight).max() else { return String::new() };
    let sans = |of: &dyn Fn(u16) -> bool| {
        let chosen = known.iter().filter(|known| of(known.weight));
        chosen.map(|known| san::format(position, known.mv)).collect::<Vec<_>>().join(" ")
    };
    let mut line = position.fen_without_clocks();
    if heaviest > 0 {
        line.push_str(&format!(" bm {};", sans(&|weight| weight == heaviest)));
    }
    if let Some(name) = eco::name(position) {
        line.push_str(&format!(" eco {}; id \"{}\";", name.code, name.name));
    }
    let shares: Vec<String> = known
        .iter()
        .map(|known| format!("{} {:.1}%", san::format(position, known.mv), 100.0 * known.share))
        .collect();
    line.push_str(&format!(" c0 \"{}\";\n", shares.join(", ")));
    line
}

/// Returns one CSV line for each book move in a position.
fn csv(book: &Book, position: &Position) -> String {
    let mut lines = String::new();
    for known in book.moves(position) {
        let mut after = position.clone();
        after.play(known.mv);
        let (code, name) = eco::name(&after).map_or(("", ""), |name| (name.code, name.name));
        let (fen, san) = (position.fen(), san::format(position, known.mv));
        let uci = uci::format(position, known.mv, position.is_chess960());
        let KnownMove { weight, share, active, learn, .. } = known;
        lines
            .push_str(&format!("{fen},{uci},{san},{weight},{share:.6},{active},{learn},{code},\"{name}\"\n"));
    }
    lines
}

/// Returns all moves as one game. Each place must come after the one from which it is reached.
fn game(book: &Book, places: &[ReachedPosition], plies: usize) -> Game {
    let mut game = Game::new();
    game.tags_mut().set("Event", "Opening book");
    let mut nodes: Vec<Option<NodeId>> = Vec::with_capacity(places.len());
    for place in places {
        let node = match place.from {
            None => Some(NodeId::START),
            // The book may hold the position after a move without the move itself; the move is added here.
            Some((before, mv)) => {
                nodes.get(before).copied().flatten().and_then(|node| game.play(node, mv).ok())
            }
        };
        nodes.push(node);
        let Some(node) = node.filter(|_| place.ply < plies) else { continue };
        for known in book.moves(&place.position) {
            if let Ok(child) = game.play(node, known.mv) {
                // Cannot fail, since the node exists.
                let _ =
                    game.add_comment(child, format!("{:.1}% {}", 100.0 * known.share, known.note).trim_end());
            }
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::epd::Epd;

    fn exported(form: ExportFormat, plies: usize) -> String {
        let book = Book::parse(b"d4 d5 c4 {gambit}\nc4 d5 d4 e6\nd4 (f5)\n").unwrap();
        let mut text = Vec::new();
        export(&book, form, plies, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn each_position_has_all_moves() {
        let text = exported(ExportFormat::Epd, 99);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 6, "{text}");
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(lines[0], format!("{start} bm d4 c4; c0 \"d4 50.0%, c4 50.0%\";"));
        let second = "bm d5; eco A40; id \"Queen's Pawn Game\"; c0 \"d5 100.0%, f5 0.0%\";";
        assert!(lines[1].ends_with(second), "{}", lines[1]);
        assert!(lines.iter().all(|line| Epd::parse(line).is_ok()), "{text}");
        assert_eq!(exported(ExportFormat::Epd, 1).lines().count(), 1);
    }

    #[test]
    fn each_move_has_a_line() {
        let text = exported(ExportFormat::Csv, 2);
        assert_eq!(text.lines().count(), 1 + 2 + 2 + 1, "{text}");
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let first = format!("{start},d2d4,d4,1,0.500000,true,0,A40,\"Queen's Pawn Game\"");
        assert_eq!(text.lines().nth(1), Some(first.as_str()));
        assert!(text.contains(",f7f5,f5,0,0.000000,false,0,A80,\"Dutch Defense\""), "{text}");
    }

    #[test]
    fn the_game_holds_every_move() {
        let text = exported(ExportFormat::Pgn, 99);
        let game = pgn::parse(&text).unwrap().unwrap();
        assert_eq!(game.move_count(), 8, "{text}");
        assert!(text.contains("gambit"), "{text}");
    }
}
