//! Tests of the terminal game in a pipe: other opponents, advice, refused arguments.

#[path = "start/program.rs"]
mod start;
use start::*;

#[test]
fn other_programs_are_opponents() {
    let engine = format!("\"'{PROGRAM}' --engine rajah uci option.Hash=2\"");
    talk(&format!("play --engine {engine} --level depth=2"), "e4\nquit\n")
        .succeeds()
        .prints(&["You play White against Rajah", "1... "]);
    for (engine, message) in [
        ("/no/such/engine", "/no/such/engine"),
        ("rajah option.Hsah=3", "did you mean 'Hash'?"),
        ("roce nodes=500", "set clocks and limits with --level"),
        ("", "name a built-in engine or give a command"),
    ] {
        let run = talk(&format!("play --engine '{engine}'"), "quit\n").refuses(message);
        assert_eq!(run.err.lines().count(), 1, "{run:?}");
    }
}

#[test]
fn engines_without_chess960_refuse_it_at_the_start() {
    let run = talk("play --chess960 3 --engine rajah", "quit\n").exits(2);
    assert_eq!(run.err, "heirloom: Rajah does not play Chess960; use --engine heirloom\n");
    assert_eq!(run.out, "");
    // The standard start position is one of them, and the game may continue with another one.
    talk("play --chess960 518 --engine rajah --level depth=2", "new 3\ne4\nquit\n")
        .prints(&["does not play Chess960", "1... "]);
    talk("play --chess960 3", "quit\n").succeeds();
}

#[test]
fn advice_comes_from_heirloom() {
    let input = "f3\ne5\nreview\ng4\neval\nanalyze\nQh4\nreview\nanalyze\nquit\n";
    talk("play --engine firstchess --color both", input)
        .prints(&["Final evaluation  ", "(White's view)", "Heirloom", "2... Qh4#", "Player - Player, 0-1"])
        .prints(&["Accuracy", "2. g4??", "Blunder.", "there is nothing to analyze"]);
    talk("play", "review\nquit\n").prints(&["no moves to review yet"]);
}

#[test]
fn levels_say_what_they_are_set_to() {
    let run = talk("play", "elo 1200\nlevel 5+3\nelo\nelo x\nquit\n")
        .prints(&["5 min + 3 s per move for each side", "elo needs a number"]);
    assert_eq!(run.out.matches("about 1200 Elo").count(), 2, "{run:?}");
}

#[test]
fn characters_and_ancestors_are_opponents() {
    run("opponents").succeeds().prints(&["Mina ", " 1200  Gambits with both colors", "Rajah ", " 1996  "]);
    talk("play --opponent mina", "d4\nresign\nquit\n").succeeds().prints(&["White against Mina", "1... "]);
    talk("play --opponent ROCE --level depth=2", "quit\n").succeeds().prints(&["White against Roce"]);
    talk("play --opponent minna", "quit\n").refuses("no opponent named 'minna'; did you mean mina?");
    talk("play --opponent mina --elo 900", "quit\n").refuses("cannot be used with");
    // They are engines everywhere.
    let line = "match --engine pip --engine otto --games 2 --max-moves 6 --control nodes=100";
    run(line).succeeds().prints(&["pip against otto: 2 games"]);
}

#[test]
fn the_coach_asks_before_a_move_that_loses_a_queen() {
    let fen = "rnbqkb1r/ppp2ppp/4pn2/3p4/3P4/3Q4/PPP1PPPP/RNB1KBNR w KQkq - 0 1";
    let run = talk(&format!("play --coach --level depth=2 --fen '{fen}'"), "Qxh7\nQxh7\nquit\n").succeeds();
    let run = run.prints(&["1. Qxh7 loses about ", "type it again to play it anyway", "1... "]);
    assert_eq!(run.out.matches("loses about").count(), 1, "{run:?}");
}

#[test]
fn characters_of_the_user_are_read_from_a_file() {
    let file = "[bob]\nname = \"Uncle Bob\"\nelo = 1250\nabout = \"Plays chess.\"\n";
    let folder = Folder::with("characters.toml", file);
    let list = || fed(command("opponents").env("HEIRLOOM_CONFIG", folder.path("heirloom.toml")), "");
    list().succeeds().prints(&["Uncle Bob     1250  Plays chess."]);
    folder.write("characters.toml", "[bob]\nelo = 5\n");
    list().succeeds().complains(&["characters.toml: [bob]: elo: expected a number from 600 to 2850"]);
}
