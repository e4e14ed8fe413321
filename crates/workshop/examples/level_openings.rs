//! Turns a tree of moves into a line of the openings that Heirloom's levels play.
//!
//! The file `crates/flagship/src/levels/openings.txt` has one line for each rating, made from rated games of
//! lichess:
//!
//! ```text
//! heirloom pgn filter games.pgn --min-elo 400 --max-elo 1099 \
//!     | heirloom pgn tree --depth 12 --min-games 4 --json \
//!     | cargo run -p heirloom-workshop --example level_openings -- 800
//! ```

use std::io::Read;

use anyhow::{Context, Result};
use serde_json::Value;

fn main() -> Result<()> {
    let rating: u32 = std::env::args().nth(1).context("name the rating of the players")?.parse()?;
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let tree: Value = serde_json::from_str(&text)?;
    println!("{rating}:{}", moves(&tree)?);
    Ok(())
}

/// Returns the moves below a node with the numbers of games, and in parentheses those that follow each.
fn moves(node: &Value) -> Result<String> {
    let mut text = String::new();
    for child in node["moves"].as_array().context("a tree of moves")? {
        let mv = child["uci"].as_str().context("a move")?;
        text.push_str(&format!(" {mv} {}", child["games"]));
        let next = moves(child)?;
        if !next.is_empty() {
            text.push_str(&format!(" ({next} )"));
        }
    }
    Ok(text)
}
