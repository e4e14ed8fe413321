//! Tests of the tuners: outputs, refusals, resumed runs.

#[path = "start/program.rs"]
mod start;
use start::*;

impl Folder {
    #[track_caller]
    fn refuse(&self, line: &str, reason: &str) {
        let run = self.run(line).complains(&[reason]);
        assert_ne!(run.code, Some(0), "{run:?}");
    }
}

/// Returns endgames with a pawn or piece more, mostly won by the side that has it.
fn positions() -> String {
    let mut text = String::new();
    for (index, piece) in
        ["P", "N", "B", "R", "Q", "p", "n", "b", "r", "q"].iter().cycle().take(1000).enumerate()
    {
        let (rank, file) = (index / 8 % 4 + 1, index % 7 + 1);
        let mut ranks = ["4k3", "pp6", "8", "8", "8", "8", "PP6", "4K3"].map(String::from);
        ranks[rank + 1] = format!("{file}{piece}{}", 7 - file).trim_end_matches('0').into();
        // Sometimes the better side loses: K cannot be fitted to certain results.
        let result =
            if piece.chars().all(char::is_uppercase) != index.is_multiple_of(7) { "1.0" } else { "0.0" };
        text.push_str(&format!(
            "{} {} - - 0 1 [{result}]\n",
            ranks.join("/"),
            if index / 10 % 2 == 0 { "w" } else { "b" }
        ));
    }
    text
}

#[test]
fn tune_writes_weights_a_curve_and_a_checkpoint() {
    let folder = Folder::with("data.epd", positions());
    let line = "tune data.epd --batch 64 --least 1 --only MATERIAL --epochs";
    folder.run(&format!("{line} 3")).succeeds().prints(&["K ", "hold-out loss", "5/5"]);
    has(&folder.read("weights.rs"), &["Tuned by `heirloom tune`", "Data: data.epd", "MATERIAL[5]"]);
    has(&folder.read("weights.loss.svg"), &["hold-out"]);
    // With more epochs the training continues from its end.
    folder.run(&format!("{line} 5 --resume")).prints(&[" of 5\n"]);
    for (arguments, reason) in [
        ("data.epd --resume", "other data or terms"),
        ("data.epd --only MATERAIL", "did you mean 'MATERIAL'"),
        ("missing.epd", "cannot read missing.epd"),
        ("data.epd --lambda 2", "--lambda is 2"),
        ("data.epd --evaluation nnue", "expected flagship"),
    ] {
        folder.refuse(&format!("tune {arguments}"), reason);
    }
    let list = folder.run("tune --list").out;
    assert!(list.lines().any(|line| line.starts_with("PHASE")), "{list}");
}

#[test]
fn spsa_plays_writes_down_and_goes_on() {
    let all = run("spsa --list").out;
    let is_margin =
        |line: &str| line.starts_with("rfp_margin, int, ") && line.ends_with(", 30, 150, 6, 0.002");
    assert!(all.lines().any(is_margin), "{all}");
    let folder = Folder::with("search.csv", all);
    if !cfg!(feature = "tune") {
        folder.refuse("spsa search.csv", "--features tune");
    }
    let start = "Move Overhead, int, 10, 0, 20, 5, 0.002\n";
    folder.write("overhead.csv", start);
    let limits = "--control depth=1 --iterations 2 --pairs 1";
    let line = format!("spsa overhead.csv --engine '{PROGRAM} uci' {limits} --plot p.svg");
    let end = "# after 2 of 2 iterations";
    let text = folder.run(&line).succeeds().out;
    assert!(text.starts_with(&format!("{end}\n{start}")), "{text}");
    has(&folder.read("p.svg"), &["Move Overhead"]);
    let journal = folder.read("spsa.journal");
    assert_eq!(journal.lines().count(), 3, "{journal}");
    folder.refuse(&line, "use --resume to continue");
    folder.write("spsa.journal", journal.split_inclusive('\n').take(2).collect::<String>());
    let text = folder.run(&format!("{line} --resume")).out;
    assert!(text.starts_with(end), "{text}");
    folder.refuse(&format!("{line} --resume --seed 2"), "a different seed");
}
