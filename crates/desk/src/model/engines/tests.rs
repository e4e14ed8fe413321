//! Tests of options and programs in a separate configuration, with a model and no window.

use std::path::PathBuf;

use super::*;
use crate::model::Model;
use crate::model::command::PlayCommand;
use crate::model::level::Level;
use crate::model::players::Player;
#[cfg(unix)]
use crate::model::testing::uci_program;
use crate::roster::ConfiguredEngines;

/// The option of the toy engine.
#[cfg(unix)]
const SKILL: &str = "echo 'option name Skill type spin default 3 min 0 max 9'; ";

fn ask(model: &mut Model, command: EnginesCommand) {
    model.command(command);
    model.wait("the engines", |model| !model.engines.is_busy());
}

fn desk() -> (tempfile::TempDir, PathBuf, Model) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("heirloom.toml");
    let roster = ConfiguredEngines::new(Location { path: Some(path.clone()), named: false });
    (folder, path, Model::with(roster))
}

#[test]
fn options_are_read_checked_and_written() {
    let (_folder, path, mut model) = desk();
    ask(&mut model, EnginesCommand::Options("roce".into()));
    let sheet = model.engines.sheet.clone().unwrap().unwrap();
    assert!(sheet.settings.len() > 2 && sheet.mistakes.is_empty());
    let option =
        sheet.settings.iter().find(|setting| matches!(setting.option.kind, OptionKind::Spin { .. })).unwrap();
    let OptionKind::Spin { max, .. } = option.option.kind else { unreachable!() };
    let name = option.option.name.clone();
    ask(&mut model, EnginesCommand::Set("roce".into(), vec![(name.clone(), Some((max + 1).to_string()))]));
    assert!(model.has_reported("Not possible: ", &name) && !path.exists());
    ask(&mut model, EnginesCommand::Set("roce".into(), vec![(name.clone(), Some(max.to_string()))]));
    assert_eq!(model.notices().last(), Some(&Notice::Saved(path.clone())));
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("[engine.roce]") && text.contains(&format!("{name} = {max}")), "{text}");
    ask(&mut model, EnginesCommand::Set("roce".into(), vec![(name, None)]));
    let sheet = model.engines.sheet.clone().unwrap().unwrap();
    assert!(sheet.settings.iter().all(|setting| setting.value.is_none()));
}

#[cfg(unix)]
#[test]
fn a_program_is_found_out_remembered_and_forgotten() {
    let (folder, path, mut model) = desk();
    let command = uci_program(folder.path(), "toy", SKILL, "echo 'bestmove e2e4'", "");
    let program = Program { name: "toy".into(), command, ..Program::default() };
    ask(&mut model, EnginesCommand::Examine(Box::new(program.clone()), None));
    let (_, examined) = model.engines.examined.clone().unwrap();
    let examined = examined.unwrap();
    assert_eq!((examined.protocol, examined.name.as_str()), (Protocol::Uci, "toy"));
    assert_eq!(examined.options.len(), 1);
    assert!(examined.first_move.is_some());
    ask(&mut model, EnginesCommand::Remember(Box::new(program)));
    assert_eq!(model.engines.programs.len(), 1);
    assert_eq!(model.roster().names().last().unwrap(), "toy");
    ask(&mut model, EnginesCommand::Set("toy".into(), vec![("Skill".into(), Some("7".into()))]));
    assert!(std::fs::read_to_string(&path).unwrap().contains("Skill = 7"));
    ask(&mut model, EnginesCommand::Forget("toy".into()));
    assert!(model.engines.programs.is_empty() && !model.roster().names().contains(&"toy".to_owned()));
    let none = Program { name: "none".into(), command: "/no/such/program".into(), ..Program::default() };
    ask(&mut model, EnginesCommand::Examine(Box::new(none), None));
    assert!(matches!(&model.engines.examined, Some((_, Err(reason))) if reason.contains("/no/such/program")));
}

#[test]
fn names_of_ours_are_taken() {
    let (_folder, path, mut model) = desk();
    let program = Program { name: "Heirloom".into(), command: "x".into(), ..Program::default() };
    ask(&mut model, EnginesCommand::Remember(Box::new(program)));
    assert!(model.has_reported("Not possible: ", "another name") && !path.exists());
}

#[cfg(unix)]
#[test]
fn options_that_are_refused_at_the_start_are_told() {
    let (folder, path, mut model) = desk();
    let command = uci_program(folder.path(), "toy", SKILL, "echo 'bestmove e2e4'", "");
    let program = format!("[program.toy]\ncommand = \"{command}\"\n[program.toy.options]\nSkill = 70\n");
    std::fs::write(&path, format!("[engine.roce]\nHash = 100000000\n{program}")).unwrap();
    for (engine, expected) in [("toy", "Skill"), ("roce", "Hash")] {
        let (players, level) = ([Player::Engine(engine.into()), Player::Human], Level::Depth(1));
        model.command(PlayCommand::NewGame { players, level, start: None });
        model.wait("a move", |model| model.plies() > 0);
        let is_reported =
            |notice: &Notice| matches!(notice, Notice::EngineSaid(text) if text.contains(expected));
        assert!(model.notices().iter().any(is_reported), "{engine}: {:?}", model.notices());
    }
}
