//! Tests of net training with the program alone: self-play, checks, training, a match. All files are small.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::time::{Duration, Instant};

use heirloom_flagship::net::Parts;
use heirloom_training::games::block;
use heirloom_training::games::game::StoredGame;
use heirloom_training::games::reader::Reader;
use heirloom_training::games::writer::Writer;

impl Folder {
    #[track_caller]
    fn succeed(&self, line: &str) -> Run {
        self.run(line).succeeds()
    }

    /// Runs the program, which must fail with this complaint on either output.
    #[track_caller]
    fn fail(&self, line: &str, complaint: &str) {
        let run = self.run(line);
        assert!(run.code != Some(0) && (run.out.clone() + &run.err).contains(complaint), "{run:?}");
    }

    fn games(&self, name: &str) -> Vec<StoredGame> {
        let mut reader = Reader::open(&self.path(name), Default::default()).expect("games");
        std::iter::from_fn(|| reader.next_game().expect("a game")).collect()
    }

    fn store(&self, name: &str, games: &[StoredGame]) {
        let mut writer = Writer::create(&self.path(name)).expect("a file");
        games.iter().for_each(|game| writer.add(game).expect("written"));
    }

    /// Returns the text at the beginning of a net.
    fn head(&self, name: &str) -> String {
        String::from_utf8_lossy(&self.bytes(name)[..600]).into_owned()
    }

    /// Generates a few games.
    fn with_games() -> Folder {
        let folder = Folder::new();
        folder.succeed("datagen games --games 12 --nodes 100 --threads 2");
        folder
    }
}

#[test]
fn games_become_a_net_that_plays() {
    let folder = Folder::new();
    folder.succeed(
        "datagen games --games 24 --nodes 150 --threads 2 --seed 7 --chess960 0.2 --random-plies \
        8 --by-piece 0.5",
    );
    folder.fail("datagen more --random-plies 9-3", "such as 8 or 6-10");
    folder.fail("datagen more --balance 0.7", "from 0 to 0.4");
    folder.fail("datagen games --games 24", "use --resume to append to it");
    folder.succeed("datagen games --games 24 --resume").complains(&["already contains 24 games"]);
    folder.succeed("datagen games --games 30 --nodes 150 --threads 1 --seed 7 --resume");
    assert!(folder.succeed("data count games").out.starts_with("30 games"));
    let games = folder.games("games");
    assert!((1..games.len()).all(|index| !games[..index].contains(&games[index])), "no game comes twice");
    assert_eq!(folder.succeed("data validate games").out, "30 games, no errors\n");
    folder.succeed("data statistics games").prints(&["seed 7", "quiet positions"]);
    let train = |net: &str| {
        let words = "--hidden 32 --buckets 2 --epochs 3 --batch 256 --holdout 10";
        folder.succeed(&format!("train games {words} --out {net}"))
    };
    train("my.net --plot loss.png").complains(&["epoch 3/3", "mean quantization error"]);
    assert!(folder.path("loss.png").exists() && !folder.path("my.net.checkpoint").exists());
    train("twin.net");
    assert!(folder.bytes("my.net") == folder.bytes("twin.net"), "the same seed gives the same net");
    let net = "--engine 'heirloom name=net option.EvalFile=my.net'";
    folder
        .succeed(&format!("match {net} --engine heirloom --control nodes=500 --games 2"))
        .prints(&["2 games"]);
}

#[test]
fn files_are_joined_divided_and_exported() {
    let folder = Folder::new();
    folder.succeed("datagen one --games 5 --nodes 100 --threads 1 --seed 1");
    folder.succeed("datagen two --games 4 --nodes 100 --threads 1 --seed 2");
    folder.succeed("data merge one two --out all");
    assert_eq!(folder.games("all"), [folder.games("one"), folder.games("two")].concat());
    folder.succeed("data split all --out most --rest few --every 3");
    assert_eq!((folder.games("most").len(), folder.games("few").len()), (6, 3));
    folder.succeed("data export all --out positions.txt");
    let positions = folder.read("positions.txt");
    assert!(positions.lines().all(|line| line.split(" | ").count() == 3) && positions.lines().count() > 50);
    folder.fail("data merge one --out all", "already exists");
    folder.fail("data count positions.txt", "not a game data file");
    folder.fail("data count missing", "missing");
}

/// Every kind of damage is found, and the good games are kept.
#[test]
fn damage_is_found_and_what_is_good_is_saved() {
    let folder = Folder::new();
    folder.succeed("datagen good --games 12 --nodes 400 --threads 2 --seed 3");
    let games = folder.games("good");
    let found = |name: &str, what: &str| {
        folder.fail(&format!("data validate {name}"), what);
        folder.succeed(&format!("data filter {name} --out {name}.good"));
        folder.succeed(&format!("data validate {name}.good")).prints(&["no errors"]);
        folder.games(&format!("{name}.good")).len()
    };
    // A truncated file.
    let bytes = folder.bytes("good");
    folder.write("short", &bytes[..bytes.len() - 10]);
    assert_eq!(found("short", "ends in the middle of a game"), 11);
    // A changed byte.
    let mut damaged = bytes.clone();
    let middle = bytes.len() / 2;
    damaged[middle] ^= 4;
    folder.write("damaged", &damaged);
    assert!(found("damaged", "checksum") < 12);
    // An illegal move.
    let mut illegal = games.clone();
    illegal[4].plies.swap(10, 13);
    folder.store("illegal", &illegal);
    assert_eq!(found("illegal", "is illegal in"), 11);
    // A wrong result, in a game that was won.
    let won = games.iter().position(|game| game.result.winner().is_some()).expect("somebody wins");
    let mut wrong = games.clone();
    wrong[won].result = heirloom_chess::game::GameResult::Draw;
    folder.store("wrong", &wrong);
    assert_eq!(found("wrong", "is wrong"), 11);
    // Scores from the other side's point of view, and from the mover's, in all games. Balanced games do not
    // show it, but there are few of them.
    for (name, every) in [("flipped", 1), ("mover", 2)] {
        let mut flipped = games.clone();
        for game in &mut flipped {
            for ply in game.plies.iter_mut().step_by(every) {
                ply.score = ply.score.map(|score| -score);
            }
        }
        folder.store(name, &flipped);
        let run = folder.run(&format!("data validate {name}"));
        let said = run.out.clone() + &run.err;
        assert!(said.contains("wrong side") || said.contains("is wrong"), "{run:?}");
        let left = found(name, "errors; ");
        assert!(left <= 6, "{name}: {left} of 12 games pass");
    }
    // Not a game data file.
    folder.write("other", b"[Event \"PGN\"]\n");
    folder.fail("data validate other", &String::from_utf8_lossy(block::MAGIC));
}

/// Starts the program and kills it when a file reaches a size.
fn kill_when(folder: &Folder, line: &str, file: &str, bytes: u64) {
    let mut child = folder.command(line).stderr(Stdio::null()).spawn().expect("the program starts");
    let begun = Instant::now();
    let size = || std::fs::metadata(folder.path(file)).map_or(0, |metadata| metadata.len());
    while size() < bytes && child.try_wait().expect("a state").is_none() {
        assert!(begun.elapsed() < Duration::from_secs(120), "{line}");
        std::thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
}

#[test]
fn kills_lose_nothing_that_was_finished() {
    let folder = Folder::new();
    let line = "datagen games --games 60 --nodes 100 --threads 2 --resume";
    for bytes in [2000, 6000, 10_000] {
        kill_when(&folder, line, "games", bytes);
        assert_eq!(folder.succeed("data filter games --out so-far").out, "");
        let so_far = folder.games("so-far");
        std::fs::remove_file(folder.path("so-far")).expect("removed");
        let more = so_far.len() + 1;
        folder.succeed(&format!("datagen games --games {more} --nodes 100 --threads 1 --resume"));
        assert_eq!(folder.games("games")[..so_far.len()], so_far);
    }
    folder.succeed("data validate games");
}

#[test]
fn a_folder_is_filled_file_by_file_whatever_is_killed() {
    let folder = Folder::new();
    let line = "datagen selfplay --nodes 60 --threads 2 --total 60k --file-size 20k";
    kill_when(&folder, line, "selfplay/00001.games", 5000);
    kill_when(&folder, line, "selfplay/00002.games", 5000);
    folder.succeed(line);
    let files: Vec<String> = (1..=9)
        .map(|number| format!("selfplay/{number:05}.games"))
        .filter(|name| folder.path(name).exists())
        .collect();
    let sizes: Vec<usize> = files.iter().map(|name| folder.bytes(name).len()).collect();
    assert!(sizes.iter().sum::<usize>() >= 60_000, "{sizes:?}");
    assert!(sizes[..2].iter().all(|size| (20_000..24_000).contains(size)), "{sizes:?}");
    folder.succeed(&format!("data validate {}", files.join(" ")));
    folder.succeed(line).complains(&["already reached its size"]);
    folder.fail("datagen selfplay --total 60k --games 5", "cannot be used with");
    folder.fail("datagen selfplay --total 60k --seed 5", "cannot be used with");
    folder.fail("datagen selfplay --total much", "such as 256M or 20G");
}

#[test]
fn positions_can_be_streamed_from_disk() {
    let folder = Folder::with_games();
    let words = "--hidden 32 --buckets 2 --epochs 2 --batch 128 --holdout 4 --classical 0 --threads 1";
    let line = |out: &str| format!("train games {words} --out {out}");
    folder.succeed(&line("memory.net"));
    let made = folder.succeed(&line("first.net --stream positions"));
    let used = folder.succeed(&line("second.net --stream positions"));
    let counts = |run: &Run| {
        run.err.lines().find(|line| line.contains("training positions")).expect("counts").to_owned()
    };
    assert_eq!(counts(&made), counts(&used));
    assert_eq!(folder.bytes("first.net"), folder.bytes("second.net"));
    assert_ne!(folder.bytes("memory.net"), folder.bytes("first.net"), "the order is another one");
    folder.fail(&line("third.net --stream positions --skip 20"), "other games or settings");
    folder.write("positions/000.positions", b"short");
    folder.fail(&line("third.net --stream positions"), "000.positions");
}

#[test]
fn a_yardstick_compares_nets_and_teaches_none() {
    let folder = Folder::with_games();
    folder.succeed("data yardstick make yard --games 8 --nodes 60 --threads 2 --seed 4");
    folder.succeed("data yardstick make yard --games 9 --nodes 60 --threads 2 --resume");
    assert!(folder.succeed("data validate yard").out.starts_with("9 games, no errors"));
    assert!(folder.games("yard").iter().all(|game| game.plies[..11].iter().all(|ply| ply.score.is_none())));
    folder.fail("train yard --out my.net", "these games are a yardstick");
    folder.succeed("train games --out my.net --hidden 32 --buckets 2 --epochs 1 --classical 0 --threads 1");
    let table = folder.succeed("data yardstick compare yard built-in my.net built-in").out;
    let rows: Vec<&str> = table.lines().collect();
    assert!(rows.len() == 5 && rows[0].starts_with("9 games"), "{table}");
    has(rows[3], &["standard errors"]);
    has(rows[4], &["+0.0000000 +- 0.0000000"]);
    folder.fail("data yardstick compare yard missing.net", "missing.net");
    folder.fail("data yardstick state yard my.net --out my.net", "too few positions");
}

#[cfg(unix)]
#[test]
fn an_interrupted_training_goes_on_to_the_same_net() {
    let folder = Folder::with_games();
    let line =
        |out: &str| format!("train games --hidden 32 --epochs 400 --batch 128 --threads 1 --out {out}");
    folder.succeed(&line("whole.net"));
    let mut command = folder.command(&line("half.net"));
    let child = command.stderr(Stdio::piped()).spawn().expect("the program starts");
    // Ctrl-C comes after the first epoch.
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    let run = Run::new(&command, &child.wait_with_output().expect("an end"));
    // It may have finished before.
    if !folder.path("half.net").exists() {
        run.complains(&["--resume to continue"]);
        folder.fail(&line("half.net"), "use --resume to continue it");
        folder.fail(&line("half.net --resume --rate 0.1"), "other settings");
        folder.succeed(&line("half.net --resume"));
    }
    assert_eq!(folder.bytes("half.net"), folder.bytes("whole.net"));
}

/// So little that the weights stay as they are.
const RATE: &str = "--rate 0.000001 --final-rate 0";

#[test]
fn a_net_imitates_first_and_learns_on_from_there() {
    let folder = Folder::with_games();
    let small = "--hidden 32 --buckets 2";
    let train = |words: &str| drop(folder.succeed(&format!("train games --threads 1 --out {words}")));
    train(&format!("first.net --imitate 3 {small} --epochs 3"));
    train(&format!("second.net --from first.net --epochs 1 {RATE}"));
    let scale = |name: &str| {
        let head = folder.head(name);
        head.lines().find_map(|line| line.strip_prefix("scale ").map(String::from)).expect("a scale")
    };
    has(&folder.head("first.net"), &["labeled by the classical evaluation"]);
    has(&folder.head("second.net"), &["initialized from first.net", "\nhidden 32\nbuckets 2\n"]);
    assert_eq!(scale("first.net"), scale("second.net"));
    // The share of the classical evaluation: none after imitation, otherwise as given, and all of it for a
    // net from scratch.
    train(&format!("shared.net --from first.net --classical 0.25 --epochs 1 {RATE}"));
    train(&format!("same.net --from shared.net --epochs 1 {RATE}"));
    train(&format!("alone.net --classical 0 {small} --epochs 1"));
    train(&format!("usual.net {small} --epochs 1 {RATE}"));
    for (name, shares) in
        [("first", 0), ("second", 0), ("shared", 64), ("same", 64), ("alone", 0), ("usual", 256)]
    {
        has(&folder.head(&format!("{name}.net")), &[&format!("\nclassical {shares} {shares}\n")]);
    }
    train("taught.net --from second.net --imitate 1 --teacher shared.net --epochs 1");
    has(&folder.head("taught.net"), &["labeled by shared.net", "\nclassical 0 0\n"]);
    folder.succeed("eval --option EvalFile=shared.net").prints(&["classical, 25%"]);
    for (words, complaint) in [
        ("--from first.net --hidden 64", "cannot be used with"),
        ("--from missing.net", "cannot read missing.net"),
        ("--from games", "not an Heirloom net"),
        ("--imitate 0", "expected 0.01 to 1000"),
        ("--imitate 1 --result 0.5", "cannot be used with"),
        ("--imitate 1 --teacher games", "not an Heirloom net"),
        ("--teacher shared.net", "--imitate"),
        ("--imitate 1 --classical 0.5", "cannot be used with"),
        ("--classical 2", "expected 0 to 1"),
    ] {
        folder.fail(&format!("train games --out third.net {words}"), complaint);
    }
    assert!(!folder.path("third.net").exists());
}

#[test]
fn nets_learn_from_the_rest_of_the_game_and_are_averaged() {
    let folder = Folder::with_games();
    let train = |words: &str| drop(folder.succeed(&format!("train games --threads 1 --out {words}")));
    let refine = |words: &str| {
        let from_old = "--from old.net --epochs 2 --most 300 --result 0 --final-result 0";
        train(&format!("{words} {from_old}"));
    };
    train("old.net --hidden 32 --buckets 2 --epochs 2");
    refine("scores.net");
    refine("same.net --td-lambda 0");
    refine("later.net --td-lambda 0.9");
    let numbers = |name: &str| Parts::from_bytes(&folder.bytes(name)).expect("a net").feature_weights;
    assert_eq!(numbers("scores.net"), numbers("same.net"), "nothing of what comes later");
    assert_ne!(numbers("scores.net"), numbers("later.net"));
    has(&folder.head("later.net"), &["TD(lambda) 0.9"]);
    folder.succeed("average scores.net later.net --out mean.net");
    let (mean, [one, other]) = (numbers("mean.net"), ["scores.net", "later.net"].map(numbers));
    assert!(
        mean.iter()
            .zip(one.iter().zip(&other))
            .all(|(&mean, (&one, &other))| (2 * mean - one - other).abs() <= 1)
    );
    has(&folder.head("mean.net"), &["mean of scores.net (", "later.net: initialized from old.net ("]);
    train("wide.net --hidden 64 --buckets 2 --epochs 1");
    for (words, complaint) in [
        ("average old.net --out none.net", "2"),
        ("average old.net missing.net --out none.net", "cannot read missing.net"),
        ("average old.net games --out none.net", "not an Heirloom net"),
        ("average old.net wide.net --out none.net", "wide.net"),
        ("train games --out none.net --td-lambda 0.9", "--from or --scale"),
        ("train games --out none.net --td-lambda 2 --from old.net", "expected 0 to 1"),
    ] {
        folder.fail(words, complaint);
    }
    assert!(!folder.path("none.net").exists());
}
