//! Tests of strength limits: they apply to the opponent of a game only, and only if a user chose one.

#![cfg(unix)]

use std::path::{Path, PathBuf};

use heirloom_app::paths::Location;

use super::*;
use crate::model::Model;
use crate::model::command::{
    AnalysisCommand, Command, EnginesCommand, LeaveChoice, PlayCommand, ReviewCommand,
};
use crate::model::level::Level;
use crate::model::players::Player;
use crate::model::suite::Limit;
use crate::roster::ConfiguredEngines;

/// Creates a model with a program that records its options, and a configuration that limits its strength.
fn limited(folder: &Path) -> (Model, PathBuf) {
    let (script, noted, configuration) =
        (folder.join("toy"), folder.join("noted"), folder.join("heirloom.toml"));
    let text = format!(
        "while read word rest; do case $word in\nuci) echo 'option name UCI_LimitStrength type check default false'\n\
         echo 'option name UCI_Elo type spin default 2000 min 800 max 2000'\n\
         echo 'option name Skill Level type spin default 20 min 0 max 20'\necho uciok;;\nisready) echo readyok;;\n\
         setoption) echo \"$rest\" >>{};;\ngo) echo 'info depth 1 score cp 3 pv e7e5'; echo 'bestmove e7e5';;\nquit) exit;;\nesac; done\n",
        noted.display()
    );
    std::fs::write(&script, text).unwrap();
    let text = format!(
        "[program.toy]\ncommand = \"sh {}\"\n[program.toy.options]\nUCI_LimitStrength = true\nUCI_Elo = 900\n\"Skill Level\" = 3\n",
        script.display()
    );
    std::fs::write(&configuration, text).unwrap();
    let place = Location { path: Some(configuration), named: true };
    (Model::with(ConfiguredEngines::new(place)), noted)
}

/// Waits for a condition, then takes the recorded values of the options out of the file.
fn values(model: &mut Model, noted: &Path, has_come: impl Fn(&Model) -> bool) -> [String; 3] {
    model.wait("the options", has_come);
    let text = std::fs::read_to_string(noted).unwrap();
    std::fs::remove_file(noted).unwrap();
    [LIMIT, ELO, SKILL].map(|option| {
        let begins = format!("name {option} value ");
        text.lines().filter_map(|line| line.strip_prefix(&begins)).next_back().unwrap_or_default().to_owned()
    })
}

#[test]
fn who_analyzes_is_never_limited() {
    let folder = tempfile::tempdir().unwrap();
    let (mut model, noted) = limited(folder.path());
    model.type_move("e4");
    model.analysis.engine = "toy".into();
    model.command(AnalysisCommand::Switch(true));
    let has_lines =
        |model: &Model| model.analysis.seat.as_ref().is_some_and(|seat| seat.progress.first().is_some());
    assert_eq!(values(&mut model, &noted, has_lines)[..], ["false", "900", "20"], "analysis");
    model.command(AnalysisCommand::Switch(false));
    model.command(ReviewCommand::Start("toy".into(), Limit::Depth(1)));
    let noted = values(&mut model, &noted, |model| !model.review.is_running());
    assert_eq!(noted[..], ["false", "900", "20"], "review");
}

#[test]
fn an_opponent_is_as_strong_as_was_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let (mut model, noted) = limited(folder.path());
    for (elo, expected) in [
        (Some(1200), ["true", "1200", "20"]),
        (None, ["false", "900", "20"]),
        (Some(5), ["true", "800", "20"]),
    ] {
        let players = [Player::Human, Player::Engine("toy".into()).limited_to(elo)];
        model.command(PlayCommand::NewGame { players, level: Level::Depth(1), start: None });
        model.command(Command::Leave(LeaveChoice::Keep));
        model.type_move("e4");
        assert_eq!(values(&mut model, &noted, |model| model.plies() == 2), expected);
    }
    model.command(EnginesCommand::Strength("toy".into()));
    values(&mut model, &noted, |model| model.engines.strengths.range("toy").is_some());
    assert_eq!(model.engines.strengths.range("toy"), Some((800, 2000)));
}
