//! What is given to players beside the program: games that are legal.

use std::fs;
use std::path::Path;

use heirloom_chess::notation::pgn::Reader;

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn the_famous_games_are_legal_to_the_end() {
    let text = read("data/games.pgn");
    let mut games = Reader::new(text.as_bytes()).games();
    let lengths: Vec<usize> = games.by_ref().map(|game| game.unwrap_or_else(|error| panic!("{error}")).main_line().count()).collect();
    assert_eq!(lengths, [13, 45, 47, 56, 33, 65, 75, 49, 50, 21, 46, 35, 71, 80]);
    assert!(games.warnings().is_empty(), "{:?}", games.warnings());
}
