//! Writes games annotated at random with the desk, and checks that reading and writing them changes nothing.
//!
//! `cargo run -p heirloom-desk-tests --example annotated_games -- COUNT FOLDER`. Each file has 100 games;
//! `content.jsonl` has what is in them, for other programs that read PGN to be compared with.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use heirloom_app::review::times::TimeControl;
use heirloom_chess::game::{Game, NodeId};
use heirloom_chess::notation::{pgn, uci};
use heirloom_desk::model::marks;
use heirloom_desk_tests::annotator::Annotator;
use serde_json::{Value, json};

/// Returns the content of a game: its moves in depth-first order, each with the index of its parent.
fn content(game: &Game) -> Value {
    let (mut moves, mut open) = (Vec::new(), vec![(NodeId::START, 0_usize)]);
    while let Some((node, parent)) = open.pop() {
        let marks = marks::of(game, node);
        let circles = marks.circles.iter().map(|(square, color)| (*square, *square, *color));
        let arrows = circles.chain(marks.arrows.iter().copied());
        let left = TimeControl::default().time(game, node, None).left;
        let before = game.parent(node).and_then(|parent| game.position(parent).ok());
        moves.push(json!({
            "parent": parent,
            "move": before.zip(game.mv(node)).map(|(before, mv)| uci::format(&before, mv, false)),
            "nags": game.nags(node).iter().map(|nag| nag.0).collect::<Vec<_>>(),
            "before": game.comments_before(node).join(" "),
            "after": game.comments(node).join(" "),
            "arrows": arrows.map(|(from, to, color)| format!("{}{from}{to}", color.letter())).collect::<Vec<_>>(),
            "clock": left.map(|left| left.as_secs_f64()),
        }));
        let index = moves.len() - 1;
        open.extend(game.children(node).collect::<Vec<_>>().into_iter().rev().map(|child| (child, index)));
    }
    json!({ "result": game.result().as_str(), "annotator": game.tags().get("Annotator"), "moves": moves })
}

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let count: u64 = arguments.next().context("how many games?")?.parse()?;
    let folder = PathBuf::from(arguments.next().context("in which folder?")?);
    fs::create_dir_all(&folder)?;
    let mut contents = fs::File::create(folder.join("content.jsonl"))?;
    let (mut moves, mut games) = (0, 0);
    for seed in 0..count {
        let path = folder.join(format!("games-{:02}.pgn", seed / 100));
        if seed % 100 == 0 && path.exists() {
            fs::remove_file(&path)?;
        }
        let mut annotator = Annotator::new(seed);
        annotator.annotate(20 + seed as usize % 100, 60 + seed as usize % 200);
        annotator.save(&path);
        ensure!(!annotator.model().record().changed, "{:?}", annotator.model().notices());
        moves += annotator.game().move_count();
        writeln!(contents, "{}", content(annotator.game()))?;
        if seed % 100 == 99 || seed + 1 == count {
            let text = fs::read_to_string(&path)?;
            let read: Vec<Game> = pgn::Reader::new(text.as_bytes()).games().collect::<Result<_, _>>()?;
            games += read.len();
            let again: String = read.iter().map(pgn::to_string).collect();
            ensure!(again == text, "{} changes when it is read and written", path.display());
        }
    }
    println!("{games} games with {moves} moves; reading and writing them changes nothing");
    Ok(())
}
