//! RDChess's debug windows as console commands: attack tables, pins, move orders, evaluation, hash tables.

use super::attacks::AttackTables;
use super::board::{Side, square, square_name};
use super::eval::kingpawn::KingPawnTable;
use super::eval::switches::Switches;
use super::eval::{self, Term};
use super::generate::legal_moves;
use super::killers::Killers;
use super::moves::Move;
use super::order;
use super::pins::Threats;
use super::position::Position;
use super::search::Memory;

/// The commands, for the help text.
pub const COMMANDS: &str = "board, attacks, pins, generated, order, eval, hash";

/// Answers a command, or returns `None` for an unknown one.
pub fn answer(position: &Position, memory: &Memory, command: &str) -> Option<String> {
    let threats = Threats::of(position);
    Some(match command.trim() {
        "board" => position.board.to_string(),
        "attacks" => Side::BOTH
            .map(|side| format!("{side:?} attacks (k1 q2 r4 m16 p64)\n{}", table(&threats.tables, side)))
            .join("\n"),
        "pins" => pins(&threats),
        "generated" => legal_moves(position).all().map(Move::text).collect::<Vec<_>>().join(" "),
        "order" => order(position, &threats, memory),
        "eval" => evaluation(position, &threats),
        "hash" => hash(memory),
        "help" => COMMANDS.into(),
        _ => return None,
    })
}

fn table(tables: &AttackTables, side: Side) -> String {
    let row =
        |rank| (0..8).map(|file| format!("{:4}", tables.by(side, square(file, rank)))).collect::<String>();
    (0..8).rev().map(|rank| format!("{}{}", rank + 1, row(rank))).collect::<Vec<_>>().join("\n")
}

fn pins(threats: &Threats) -> String {
    let line = |pin: &super::pins::Pin| {
        let (pinned, pinning) = (pin.pinned.letter(), pin.pinning.letter());
        format!("{pinned}{} by {pinning}{}", square_name(pin.pinned_square), square_name(pin.pinning_square))
    };
    let lines: Vec<String> = threats.pins.records().iter().map(line).collect();
    if lines.is_empty() { "no pins".into() } else { lines.join("\n") }
}

/// Lists the moves in search order, class by class.
fn order(position: &Position, threats: &Threats, memory: &Memory) -> String {
    let lists = legal_moves(position);
    let known = memory.hash.look_up(position.context.key).map_or(Move::NONE, |found| found.mv);
    let mut sorted = Vec::new();
    order::sort(position, threats, Killers::new(1).at(0), known, &lists, &mut sorted);
    let mut rows = Vec::new();
    if lists.all().any(|mv| mv == known) {
        rows.push(format!(" 1 hash move: {}", known.text()));
    }
    for (number, class) in (1..).zip(order::Class::ALL) {
        let moves = sorted.iter().filter(|candidate| candidate.class == *class);
        let moves: Vec<String> = moves.map(|candidate| candidate.mv.text()).collect();
        if !moves.is_empty() {
            rows.push(format!("{number:2} {}: {}", class.name(), moves.join(" ")));
        }
    }
    rows.join("\n")
}

fn evaluation(position: &Position, threats: &Threats) -> String {
    let account = eval::explain(position, threats, &Switches::at_root(position));
    let row = |&term: &Term| {
        format!("{:24}{:7}{:7}", term.name(), account.of(term, Side::White), account.of(term, Side::Black))
    };
    let rows: Vec<String> = Term::ALL.iter().map(row).collect();
    let (rows, total) = (rows.join("\n"), account.total());
    format!("{:24}{:>7}{:>7}\n{rows}\n{:24}{total:+7} for White", "centipawns", "White", "Black", "total")
}

fn hash(memory: &Memory) -> String {
    let (fill, use_count) = (memory.hash.fill(), memory.hash.use_count);
    let KingPawnTable { hits, probes, .. } = memory.king_pawn;
    let in_use = memory.king_pawn.fill();
    format!(
        "position hash table: {fill} permille written by the last search, use count {use_count}\n\
         king-pawn hash table: {in_use} permille in use, {hits} hits in {probes} lookups"
    )
}
