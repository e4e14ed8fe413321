//! Tests of net training with the program alone: self-play, checks, training, a match. All files are small.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use heirloom_flagship::net::Parts;
use heirloom_training::games::block;
use heirloom_training::games::game::StoredGame;
use heirloom_training::games::reader::Reader;
use heirloom_training::games::writer::Writer;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns the program in this folder, not started yet.
    fn program(&self, words: &str) -> Command {
        let mut command = program(PROGRAM);
        // Quotes keep a word together.
        for (index, part) in words.split('\'').enumerate() {
            if index % 2 == 0 {
                command.args(part.split_whitespace());
            } else {
                command.arg(part);
            }
        }
        command.current_dir(self.0.path());
        command
    }

    fn run(&self, words: &str) -> Output {
        self.program(words).output().expect("the program starts")
    }

    /// Runs the program, which must succeed; returns both outputs.
    fn succeed(&self, words: &str) -> (String, String) {
        let output = self.run(words);
        let (out, remarks) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{words}: {out}{remarks}");
        (out, remarks)
    }

    /// Runs the program, which must fail; returns both outputs together.
    fn fail(&self, words: &str) -> String {
        let output = self.run(words);
        assert!(!output.status.success(), "{words}");
        text(&output.stdout) + &text(&output.stderr)
    }

    fn games(&self, name: &str) -> Vec<StoredGame> {
        let mut reader = Reader::open(&self.path(name), Default::default()).expect("games");
        std::iter::from_fn(|| reader.next_game().expect("a game")).collect()
    }

    fn write(&self, name: &str, games: &[StoredGame]) {
        let mut writer = Writer::create(&self.path(name)).expect("a file");
        games.iter().for_each(|game| writer.add(game).expect("written"));
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn games_become_a_net_that_plays() {
    let folder = Folder::new();
    folder.succeed(
        "datagen games --games 24 --nodes 150 --threads 2 --seed 7 --chess960 0.2 --random-plies \
        8 --by-piece 0.5",
    );
    assert!(folder.fail("datagen more --random-plies 9-3").contains("such as 8 or 6-10"));
    assert!(folder.fail("datagen more --balance 0.7").contains("from 0 to 0.4"));
    assert!(folder.fail("datagen games --games 24").contains("use --resume to append to it"));
    let (_, remark) = folder.succeed("datagen games --games 24 --resume");
    assert!(remark.contains("already contains 24 games"), "{remark}");
    folder.succeed("datagen games --games 30 --nodes 150 --threads 1 --seed 7 --resume");
    assert!(folder.succeed("data count games").0.starts_with("30 games"));
    let games = folder.games("games");
    assert!((1..games.len()).all(|index| !games[..index].contains(&games[index])), "no game comes twice");
    assert_eq!(folder.succeed("data validate games").0, "30 games, no errors\n");
    let (statistics, _) = folder.succeed("data statistics games");
    assert!(statistics.contains("seed 7") && statistics.contains("quiet positions"), "{statistics}");
    let (_, remarks) = folder.succeed(
        "train games --out my.net --hidden 32 --buckets 2 --epochs 3 --batch 256 --holdout 10 \
            --plot loss.png",
    );
    assert!(remarks.contains("epoch 3/3") && remarks.contains("mean quantization error"), "{remarks}");
    assert!(folder.path("loss.png").exists() && !folder.path("my.net.checkpoint").exists());
    let net = std::fs::read(folder.path("my.net")).expect("a net");
    folder.succeed("train games --out twin.net --hidden 32 --buckets 2 --epochs 3 --batch 256 --holdout 10");
    assert_eq!(
        net,
        std::fs::read(folder.path("twin.net")).expect("a net"),
        "the same seed gives the same net"
    );
    let (result, _) = folder.succeed(
        "match --engine 'heirloom name=net option.EvalFile=my.net' --engine heirloom \
            --control nodes=500 --games 2",
    );
    assert!(result.contains("2 games"), "{result}");
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
    let positions = std::fs::read_to_string(folder.path("positions.txt")).expect("text");
    assert!(positions.lines().all(|line| line.split(" | ").count() == 3) && positions.lines().count() > 50);
    assert!(folder.fail("data merge one --out all").contains("already exists"));
    assert!(folder.fail("data count positions.txt").contains("not a game data file"));
    assert!(folder.fail("data count missing").contains("missing"));
}

/// Every kind of damage is found, and the good games are kept.
#[test]
fn damage_is_found_and_what_is_good_is_saved() {
    let folder = Folder::new();
    folder.succeed("datagen good --games 12 --nodes 400 --threads 2 --seed 3");
    let games = folder.games("good");
    let found = |name: &str, what: &str| {
        let said = folder.fail(&format!("data validate {name}"));
        assert!(said.contains(what), "{name}: {said}");
        folder.succeed(&format!("data filter {name} --out {name}.good"));
        assert!(folder.succeed(&format!("data validate {name}.good")).0.contains("no errors"));
        folder.games(&format!("{name}.good")).len()
    };
    // A truncated file.
    let bytes = std::fs::read(folder.path("good")).expect("bytes");
    std::fs::write(folder.path("short"), &bytes[..bytes.len() - 10]).expect("written");
    assert_eq!(found("short", "ends in the middle of a game"), 11);
    // A changed byte.
    let mut damaged = bytes.clone();
    let middle = bytes.len() / 2;
    damaged[middle] ^= 4;
    std::fs::write(folder.path("damaged"), &damaged).expect("written");
    assert!(found("damaged", "checksum") < 12);
    // An illegal move.
    let mut illegal = games.clone();
    illegal[4].plies.swap(10, 13);
    folder.write("illegal", &illegal);
    assert_eq!(found("illegal", "is illegal in"), 11);
    // A wrong result, in a game that was won.
    let won = games.iter().position(|game| game.result.winner().is_some()).expect("somebody wins");
    let mut wrong = games.clone();
    wrong[won].result = heirloom_chess::game::GameResult::Draw;
    folder.write("wrong", &wrong);
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
        folder.write(name, &flipped);
        let said = folder.fail(&format!("data validate {name}"));
        assert!(said.contains("wrong side") || said.contains("is wrong"), "{said}");
        let left = found(name, "errors; ");
        assert!(left <= 6, "{name}: {left} of 12 games pass");
    }
    // Not a game data file.
    std::fs::write(folder.path("other"), b"[Event \"PGN\"]\n").expect("written");
    assert!(folder.fail("data validate other").contains(&text(block::MAGIC)));
}

/// Starts the program and kills it when a file reaches a size.
fn kill_when(folder: &Folder, words: &str, file: &Path, bytes: u64) {
    let mut child = folder.program(words).stderr(Stdio::null()).spawn().expect("the program starts");
    let begun = Instant::now();
    while std::fs::metadata(file).map_or(0, |metadata| metadata.len()) < bytes
        && child.try_wait().expect("a state").is_none()
    {
        assert!(begun.elapsed() < Duration::from_secs(120), "{words}");
        std::thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
}

#[test]
fn kills_lose_nothing_that_was_finished() {
    let folder = Folder::new();
    let words = "datagen games --games 60 --nodes 100 --threads 2 --resume";
    for bytes in [2000, 6000, 10_000] {
        kill_when(&folder, words, &folder.path("games"), bytes);
        let (out, _) = folder.succeed("data filter games --out so-far");
        assert!(out.is_empty());
        let so_far = folder.games("so-far");
        std::fs::remove_file(folder.path("so-far")).expect("removed");
        folder
            .succeed(&format!("datagen games --games {} --nodes 100 --threads 1 --resume", so_far.len() + 1));
        assert_eq!(folder.games("games")[..so_far.len()], so_far);
    }
    folder.succeed("data validate games");
}

#[test]
fn a_folder_is_filled_file_by_file_whatever_is_killed() {
    let folder = Folder::new();
    let words = "datagen selfplay --nodes 60 --threads 2 --total 60k --file-size 20k";
    kill_when(&folder, words, &folder.path("selfplay/00001.games"), 5000);
    kill_when(&folder, words, &folder.path("selfplay/00002.games"), 5000);
    folder.succeed(words);
    let files: Vec<String> = (1..=9)
        .map(|number| format!("selfplay/{number:05}.games"))
        .filter(|name| folder.path(name).exists())
        .collect();
    let sizes: Vec<u64> =
        files.iter().map(|name| std::fs::metadata(folder.path(name)).expect("a file").len()).collect();
    assert!(
        sizes.iter().sum::<u64>() >= 60_000 && sizes[..2].iter().all(|size| (20_000..24_000).contains(size)),
        "{sizes:?}"
    );
    folder.succeed(&format!("data validate {}", files.join(" ")));
    assert!(folder.succeed(words).1.contains("already reached its size"));
    assert!(folder.fail("datagen selfplay --total 60k --games 5").contains("cannot be used with"));
    assert!(folder.fail("datagen selfplay --total 60k --seed 5").contains("cannot be used with"));
    assert!(folder.fail("datagen selfplay --total much").contains("such as 256M or 20G"));
}

#[test]
fn positions_can_be_streamed_from_disk() {
    let folder = Folder::new();
    folder.succeed("datagen games --games 12 --nodes 100 --threads 2");
    let words = "--hidden 32 --buckets 2 --epochs 2 --batch 128 --holdout 4 --classical 0 --threads 1";
    folder.succeed(&format!("train games --out memory.net {words}"));
    let (_, made) = folder.succeed(&format!("train games --out first.net --stream positions {words}"));
    let (_, used) = folder.succeed(&format!("train games --out second.net --stream positions {words}"));
    let net = |name: &str| std::fs::read(folder.path(name)).expect("a net");
    let counts = |remarks: &str| {
        remarks.lines().find(|line| line.contains("training positions")).expect("counts").to_owned()
    };
    assert_eq!((counts(&made), net("first.net")), (counts(&used), net("second.net")));
    assert_ne!(net("memory.net"), net("first.net"), "the order is another one");
    assert!(
        folder
            .fail(&format!("train games --out third.net --stream positions --skip 20 {words}"))
            .contains("other games or settings")
    );
    std::fs::write(folder.path("positions/000.positions"), b"short").expect("written");
    assert!(
        folder
            .fail(&format!("train games --out third.net --stream positions {words}"))
            .contains("000.positions")
    );
}

#[test]
fn a_yardstick_compares_nets_and_teaches_none() {
    let folder = Folder::new();
    folder.succeed("data yardstick make yard --games 8 --nodes 60 --threads 2 --seed 4");
    folder.succeed("data yardstick make yard --games 9 --nodes 60 --threads 2 --resume");
    assert!(folder.succeed("data validate yard").0.starts_with("9 games, no errors"));
    assert!(folder.games("yard").iter().all(|game| game.plies[..11].iter().all(|ply| ply.score.is_none())));
    assert!(folder.fail("train yard --out my.net").contains("these games are a yardstick"));
    folder.succeed("datagen games --games 12 --nodes 100 --threads 2");
    folder.succeed("train games --out my.net --hidden 32 --buckets 2 --epochs 1 --classical 0 --threads 1");
    let (table, _) = folder.succeed("data yardstick compare yard built-in my.net built-in");
    let rows: Vec<&str> = table.lines().collect();
    assert!(
        rows.len() == 5 && rows[0].starts_with("9 games") && rows[3].contains("standard errors"),
        "{table}"
    );
    assert!(rows[4].contains("+0.0000000 +- 0.0000000"), "{table}");
    assert!(folder.fail("data yardstick compare yard missing.net").contains("missing.net"));
    assert!(folder.fail("data yardstick state yard my.net --out my.net").contains("too few positions"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_training_goes_on_to_the_same_net() {
    let folder = Folder::new();
    folder.succeed("datagen games --games 12 --nodes 100 --threads 2");
    let words =
        |out: &str| format!("train games --out {out} --hidden 32 --epochs 400 --batch 128 --threads 1");
    folder.succeed(&words("whole.net"));
    let child =
        folder.program(&words("half.net")).stderr(Stdio::piped()).spawn().expect("the program starts");
    // Ctrl-C comes after the first epoch.
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    let output = child.wait_with_output().expect("an end");
    // It may have finished before.
    if !folder.path("half.net").exists() {
        assert!(text(&output.stderr).contains("--resume to continue"), "{}", text(&output.stderr));
        assert!(folder.fail(&words("half.net")).contains("use --resume to continue it"));
        assert!(
            folder.fail(&format!("{} --resume --rate 0.1", words("half.net"))).contains("other settings")
        );
        folder.succeed(&format!("{} --resume", words("half.net")));
    }
    let net = |name: &str| std::fs::read(folder.path(name)).expect("a net");
    assert_eq!(net("half.net"), net("whole.net"));
}

#[test]
fn a_net_imitates_first_and_learns_on_from_there() {
    let folder = Folder::new();
    folder.succeed("datagen games --games 12 --nodes 100 --threads 2");
    folder.succeed("train games --out first.net --imitate 3 --hidden 32 --buckets 2 --epochs 3 --threads 1");
    folder.succeed(
        "train games --out second.net --from first.net --epochs 1 --rate 0.000001 --final-rate 0 --threads 1",
    );
    let head = |name: &str| text(&std::fs::read(folder.path(name)).expect("a net")[..600]);
    let scale = |name: &str| {
        head(name).lines().find_map(|line| line.strip_prefix("scale ").map(String::from)).expect("a scale")
    };
    assert!(head("first.net").contains("labeled by the classical evaluation"), "{}", head("first.net"));
    assert!(
        head("second.net").contains("initialized from first.net")
            && head("second.net").contains("\nhidden 32\nbuckets 2\n")
    );
    assert_eq!(scale("first.net"), scale("second.net"));
    // The share of the classical evaluation: none after imitation, otherwise as given, and all of it for a
    // net from scratch.
    folder.succeed(
        "train games --out shared.net --from first.net --classical 0.25 --epochs 1 --rate \
        0.000001 --final-rate 0 --threads 1",
    );
    folder.succeed(
        "train games --out same.net --from shared.net --epochs 1 --rate 0.000001 --final-rate 0 --threads 1",
    );
    folder
        .succeed("train games --out alone.net --classical 0 --hidden 32 --buckets 2 --epochs 1 --threads 1");
    folder.succeed(
        "train games --out usual.net --hidden 32 --buckets 2 --epochs 1 --rate 0.000001 \
        --final-rate 0 --threads 1",
    );
    for (name, shares) in
        [("first", 0), ("second", 0), ("shared", 64), ("same", 64), ("alone", 0), ("usual", 256)]
    {
        let line = format!("\nclassical {shares} {shares}\n");
        assert!(head(&format!("{name}.net")).contains(&line), "{name}: {}", head(&format!("{name}.net")));
    }
    folder.succeed(
        "train games --out taught.net --from second.net --imitate 1 --teacher shared.net --epochs \
        1 --threads 1",
    );
    assert!(
        head("taught.net").contains("labeled by shared.net")
            && head("taught.net").contains("\nclassical 0 0\n")
    );
    let (explained, _) = folder.succeed("eval --option EvalFile=shared.net");
    assert!(explained.contains("classical, 25 %"), "{explained}");
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
        let said = folder.fail(&format!("train games --out third.net {words}"));
        assert!(said.contains(complaint), "{words}: {said}");
    }
    assert!(!folder.path("third.net").exists());
}

#[test]
fn nets_learn_from_the_rest_of_the_game_and_are_averaged() {
    let folder = Folder::new();
    folder.succeed("datagen games --games 12 --nodes 100 --threads 2");
    folder.succeed("train games --out old.net --hidden 32 --buckets 2 --epochs 2 --threads 1");
    folder.succeed(
        "train games --out scores.net --from old.net --epochs 2 --most 300 --result 0 \
        --final-result 0 --threads 1",
    );
    folder.succeed(
        "train games --out same.net --from old.net --epochs 2 --most 300 --td-lambda 0 --result 0 \
        --final-result 0 --threads 1",
    );
    folder.succeed(
        "train games --out later.net --from old.net --epochs 2 --most 300 --td-lambda 0.9 --result 0 \
            --final-result 0 --threads 1",
    );
    let net = |name: &str| std::fs::read(folder.path(name)).expect("a net");
    let numbers = |name: &str| Parts::from_bytes(&net(name)).expect("a net").feature_weights;
    assert_eq!(numbers("scores.net"), numbers("same.net"), "nothing of what comes later");
    assert_ne!(numbers("scores.net"), numbers("later.net"));
    assert!(text(&net("later.net")[..600]).contains("TD(lambda) 0.9"));
    folder.succeed("average scores.net later.net --out mean.net");
    let (mean, [one, other]) = (numbers("mean.net"), ["scores.net", "later.net"].map(numbers));
    assert!(
        mean.iter()
            .zip(one.iter().zip(&other))
            .all(|(&mean, (&one, &other))| (2 * mean - one - other).abs() <= 1)
    );
    let head = text(&net("mean.net")[..600]);
    has(&head, &["mean of scores.net (", "later.net: initialized from old.net ("]);
    folder.succeed("train games --out wide.net --hidden 64 --buckets 2 --epochs 1 --threads 1");
    for (words, complaint) in [
        ("average old.net --out none.net", "2"),
        ("average old.net missing.net --out none.net", "cannot read missing.net"),
        ("average old.net games --out none.net", "not an Heirloom net"),
        ("average old.net wide.net --out none.net", "wide.net"),
        ("train games --out none.net --td-lambda 0.9", "--from or --scale"),
        ("train games --out none.net --td-lambda 2 --from old.net", "expected 0 to 1"),
    ] {
        let said = folder.fail(words);
        assert!(said.contains(complaint), "{words}: {said}");
    }
    assert!(!folder.path("none.net").exists());
}
