//! Tests of options and programs in a separate configuration, with a model and no window.

use std::path::PathBuf;
use std::sync::Arc;
use web_time::{Duration, Instant};

use super::*;
use crate::model::Model;
use crate::model::command::{Command, PlayCommand};
use crate::roster::ConfiguredEngines;

fn ask(model: &mut Model, command: EnginesCommand) {
    model.apply(Command::Engines(command), Instant::now());
    let end = Instant::now() + Duration::from_secs(100);
    while model.engines.is_busy() {
        model.poll(Instant::now());
        assert!(Instant::now() < end);
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn desk() -> (tempfile::TempDir, PathBuf, Model) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("heirloom.toml");
    let roster = ConfiguredEngines::new(Location { path: Some(path.clone()), named: false });
    let model = Model::new(Arc::new(roster), Arc::new(|| {}));
    (folder, path, model)
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
    assert!(
        matches!(model.notices().last(), Some(Notice::Refused(reason)) if reason.contains(&name))
            && !path.exists()
    );
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
    use std::os::unix::fs::PermissionsExt;
    let (folder, path, mut model) = desk();
    let script = folder.path().join("engine.sh");
    let words = "#!/bin/sh\nwhile read word rest; do case $word in\n\
        uci) echo 'id name Toy 1'; echo 'option name Skill type spin default 3 min 0 max 9'; echo uciok;;\n\
        isready) echo readyok;;\n go) echo 'bestmove e2e4';;\n quit) exit;;\nesac; done\n";
    std::fs::write(&script, words).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let program = Program { name: "toy".into(), command: script.display().to_string(), ..Program::default() };
    ask(&mut model, EnginesCommand::Examine(Box::new(program.clone()), None));
    let (_, examined) = model.engines.examined.clone().unwrap();
    let examined = examined.unwrap();
    assert_eq!(
        (examined.protocol, examined.name.as_str(), examined.options.len()),
        (Protocol::Uci, "Toy 1", 1)
    );
    assert!(examined.first_move.is_some());
    ask(&mut model, EnginesCommand::Remember(Box::new(program)));
    assert_eq!(
        (model.engines.programs.len(), model.roster().names().last().cloned()),
        (1, Some("toy".into()))
    );
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
    assert!(
        matches!(model.notices().last(), Some(Notice::Refused(reason)) if reason.contains("another name"))
            && !path.exists()
    );
}

#[cfg(unix)]
#[test]
fn options_that_are_refused_at_the_start_are_told() {
    use crate::model::level::Level;
    use crate::model::players::Player;
    let (folder, path, mut model) = desk();
    let script = folder.path().join("engine.sh");
    let words = "while read word rest; do case $word in\n\
        uci) echo 'option name Skill type spin default 3 min 0 max 9'; echo uciok;;\n\
        isready) echo readyok;;\n go) echo 'bestmove e2e4';;\n quit) exit;;\nesac; done\n";
    std::fs::write(&script, words).unwrap();
    let program =
        format!("[program.toy]\ncommand = \"sh {}\"\n[program.toy.options]\nSkill = 70\n", script.display());
    std::fs::write(&path, format!("[engine.roce]\nHash = 100000000\n{program}")).unwrap();
    for (engine, told) in [("toy", "Skill"), ("roce", "Hash")] {
        let (players, level) = ([Player::Engine(engine.into()), Player::Human], Level::Depth(1));
        model.apply(PlayCommand::NewGame { players, level, start: None }, Instant::now());
        let end = Instant::now() + Duration::from_secs(60);
        while model.play.record.line().moves().is_empty() {
            model.poll(Instant::now());
            assert!(Instant::now() < end, "{:?}", model.notices());
            std::thread::sleep(Duration::from_millis(2));
        }
        let said = model
            .notices()
            .iter()
            .any(|notice| matches!(notice, Notice::EngineSaid(text) if text.contains(told)));
        assert!(said, "{engine}: {:?}", model.notices());
    }
}
