//! Tests of the tuners: outputs, refusals, resumed runs.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::path::Path;

fn heirloom(folder: &Path, arguments: &[&str]) -> Output {
    run(folder, arguments, "")
}

/// Returns the complaints of a run that must fail.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = heirloom(folder, arguments);
    assert!(!output.status.success(), "{arguments:?}");
    complained(&output)
}

/// Writes endgames with a pawn or piece more, mostly won by the side that has it.
fn write_positions(path: &Path) {
    let mut text = String::new();
    for (index, piece) in
        ["P", "N", "B", "R", "Q", "p", "n", "b", "r", "q"].iter().cycle().take(1000).enumerate()
    {
        let (rank, file) = (index / 8 % 4 + 1, index % 7 + 1);
        let mut ranks = ["8"; 8].map(String::from);
        ranks[0] = "4k3".into();
        ranks[1] = "pp6".into();
        ranks[6] = "PP6".into();
        ranks[7] = "4K3".into();
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
    std::fs::write(path, text).expect("a file");
}

#[test]
fn tune_writes_weights_a_curve_and_a_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write_positions(&folder.join("data.epd"));
    let words = |epochs| {
        ["tune", "data.epd", "--batch", "64", "--least", "1", "--only", "MATERIAL", "--epochs", epochs]
    };
    let output = heirloom(folder, &words("3"));
    assert!(output.status.success(), "{output:?}");
    let text = said(&output);
    has(&text, &["K ", "hold-out loss", "5/5"]);
    let weights = std::fs::read_to_string(folder.join("weights.rs")).expect("weights");
    has(&weights, &["Tuned by `heirloom tune`", "Data: data.epd", "MATERIAL[5]"]);
    assert!(std::fs::read_to_string(folder.join("weights.loss.svg")).expect("a curve").contains("hold-out"));
    // With more epochs the training continues from its end.
    let output = heirloom(folder, &[&words("5")[..], &["--resume"]].concat());
    assert!(said(&output).contains(" of 5\n"), "{output:?}");
    assert!(refused(folder, &["tune", "data.epd", "--resume"]).contains("other data or terms"));
    assert!(refused(folder, &["tune", "data.epd", "--only", "MATERAIL"]).contains("did you mean 'MATERIAL'"));
    assert!(refused(folder, &["tune", "missing.epd"]).contains("cannot read missing.epd"));
    assert!(refused(folder, &["tune", "data.epd", "--lambda", "2"]).contains("--lambda is 2"));
    assert!(refused(folder, &["tune", "data.epd", "--evaluation", "nnue"]).contains("expected flagship"));
    assert!(said(&heirloom(folder, &["tune", "--list"])).lines().any(|line| line.starts_with("PHASE")));
}

#[test]
fn spsa_plays_writes_down_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let all = said(&heirloom(folder, &["spsa", "--list"]));
    assert!(
        all.lines()
            .any(|line| line.starts_with("rfp_margin, int, ") && line.ends_with(", 30, 150, 6, 0.002")),
        "{all}"
    );
    std::fs::write(folder.join("search.csv"), all).expect("a file");
    if !cfg!(feature = "tune") {
        assert!(refused(folder, &["spsa", "search.csv"]).contains("--features tune"));
    }
    std::fs::write(folder.join("overhead.csv"), "Move Overhead, int, 10, 0, 20, 5, 0.002\n").expect("a file");
    let engine = format!("{PROGRAM} uci");
    let words = words(
        "spsa overhead.csv --engine {} --control depth=1 --iterations 2 --pairs 1 --plot p.svg",
        &[&engine],
    );
    let output = heirloom(folder, &words);
    let text = said(&output);
    assert!(
        output.status.success()
            && text.starts_with("# after 2 of 2 iterations\nMove Overhead, int, 10, 0, 20, 5, 0.002\n"),
        "{output:?}"
    );
    assert!(std::fs::read_to_string(folder.join("p.svg")).expect("a picture").contains("Move Overhead"));
    let journal = std::fs::read_to_string(folder.join("spsa.journal")).expect("a journal");
    assert_eq!(journal.lines().count(), 3, "{journal}");
    assert!(refused(folder, &words).contains("use --resume to continue"));
    let cut: String = journal.split_inclusive('\n').take(2).collect();
    std::fs::write(folder.join("spsa.journal"), cut).expect("a file");
    let output = heirloom(folder, &[&words[..], &["--resume"]].concat());
    assert!(said(&output).starts_with("# after 2 of 2 iterations"), "{output:?}");
    assert!(
        refused(folder, &[&words[..], &["--resume", "--seed", "2"]].concat()).contains("a different seed")
    );
}
