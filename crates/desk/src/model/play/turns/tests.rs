//! Tests of games against programs that crash, hang or send nonsense: there is a message, the game continues.

use std::path::Path;
use std::time::Duration;

use heirloom_chess::game::GameResult;

use super::*;
use crate::model::Model;
use crate::model::command::{AnalysisCommand, Command, LeaveChoice, PlayCommand, Step};
use crate::model::level::Level;
#[cfg(unix)]
use crate::model::testing::uci_program;
use crate::roster::{BuiltInEngines, ConfiguredEngines};
use crate::texts::Language;

fn against(engine: &str, level: Level) -> Model {
    let mut model = Model::with(BuiltInEngines);
    let players = [Player::Human, Player::Engine(engine.into())];
    model.command(PlayCommand::NewGame { players, level, start: None });
    model
}

const SHORT: Level = Level::PerMove(Duration::from_millis(50));

fn failures(model: &Model) -> usize {
    model.notices().iter().filter(|notice| matches!(notice, Notice::EngineFailed { .. })).count()
}

/// Checks that after a failure the message names the engine and the remedies, the game waits, and another
/// try and another engine are possible.
fn goes_on(model: &mut Model, engine: &str) {
    model.wait("the message", |model| failures(model) == 1);
    assert_eq!(
        (model.play.stage(), model.play.thinking(), model.play.clocks().running(), model.plies()),
        (Stage::Playing, None, None, 1)
    );
    let notice = model.notices().last().cloned().unwrap();
    assert!(matches!(&notice, Notice::EngineFailed { name, .. } if name == engine));
    for texts in Language::ALL {
        let words = texts.notice(&notice);
        for part in [engine, texts.move_for_me(), texts.menu_mode()] {
            assert!(words.contains(part), "{words}");
        }
    }
    model.command(PlayCommand::MoveForMe);
    model.wait("another try", |model| failures(model) == 2);
    model.command(PlayCommand::SetPlayer(Color::Black, Player::Engine("firstchess".into())));
    model.wait("another engine's move", |model| model.plies() == 2);
    model.type_move("Nf3");
    model.wait("its next move", |model| model.plies() == 4);
    assert_eq!((model.play.stage(), failures(model)), (Stage::Playing, 0), "a message stays");
}

#[cfg(unix)]
#[test]
fn programs_that_fail_at_a_move_cost_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let faults = [
        ("crashes", "echo 'out of order' >&2; exit 3"),
        ("is-killed", "kill -9 $$"),
        ("babbles", "echo 'bestmove joho'"),
        ("cheats", "echo 'bestmove e2e5'"),
        ("passes", "echo 'bestmove (none)'"),
        ("spills", "head -c 300000 /dev/urandom; echo; echo 'info depth x score pv pv'; echo 'bestmove'"),
        ("falls-silent", "exec >&-; exit"),
    ];
    for (name, go) in faults {
        let engine = uci_program(folder.path(), name, "", go, "");
        let mut model = against(&engine, SHORT);
        model.type_move("e4");
        goes_on(&mut model, &engine);
    }
}

#[cfg(unix)]
#[test]
fn programs_that_do_not_start_cost_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let (ends, plain) = (file("ends", "exit\n"), file("plain.txt", "no program"));
    let missing = folder.path().join("missing").display().to_string();
    for (engine, expected) in [
        (format!("sh {ends}"), "exited"),
        (plain, "chmod +x"),
        (missing, "check the path"),
        ("'".into(), "quote"),
    ] {
        let mut model = against(&engine, SHORT);
        model.wait("the first message", |model| failures(model) == 1);
        let Some(Notice::EngineFailed { reason, .. }) = model.take_notice() else {
            panic!("{:?}", model.notices())
        };
        assert!(reason.contains(expected), "{reason}");
        model.type_move("e4");
        goes_on(&mut model, &engine);
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_hangs_is_killed_and_its_time_given_back() {
    let folder = tempfile::tempdir().unwrap();
    let engine = uci_program(folder.path(), "hangs", "", "while :; do sleep 1; done", "");
    // With a clock and with a fixed time per move, the program is killed.
    let clock = Level::Increment { base: Duration::from_millis(400), increment: Duration::ZERO };
    for level in [clock, SHORT] {
        let mut model = against(&engine, level);
        model.play.clocks.set_level(level);
        model.type_move("e4");
        model.wait("the kill", |model| failures(model) == 1);
        assert_eq!((model.play.stage(), model.play.thinking(), model.plies()), (Stage::Playing, None, 1));
        assert_eq!(model.play.clocks().left(Color::Black, Instant::now()), level.start());
        model.command(PlayCommand::Level(SHORT));
        model.command(PlayCommand::SetPlayer(Color::Black, Player::Engine("roce".into())));
        model.wait("another engine's move", |model| model.plies() == 2);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_that_hangs_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let noted = folder.path().join("noted");
    let engine = uci_program(
        folder.path(),
        "hangs",
        "",
        &format!("echo $$ >{}; trap '' TERM HUP; while :; do sleep 0.1; done", noted.display()),
        "",
    );
    let mut model = against(&engine, Level::Unlimited);
    model.type_move("e4");
    model.wait("its number", |_| std::fs::read_to_string(&noted).is_ok_and(|text| text.ends_with('\n')));
    let process = Path::new("/proc").join(std::fs::read_to_string(&noted).unwrap().trim());
    assert!(process.exists());
    model.dismiss_engines();
    assert!(!process.exists());
}

/// Returns the comment that is written for the move of a program that sends these reports before it moves.
#[cfg(unix)]
fn written_after(reports: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let reports: String = reports.iter().map(|report| format!("echo 'info {report} pv e7e5'; ")).collect();
    let engine = uci_program(folder.path(), "reports", "", &format!("{reports}echo 'bestmove e7e5'"), "");
    let mut model = against(&engine, Level::PerMove(Duration::from_secs(1)));
    model.type_move("e4");
    model.wait("its move", |model| model.plies() == 2);
    model.play.record.game().comments(model.play.record.game().last()).join(" ")
}

#[cfg(unix)]
#[test]
fn a_fail_low_leaves_the_score_of_the_last_full_line() {
    let comment = written_after(&["depth 9 score cp 30", "depth 10 score cp -250 upperbound"]);
    assert!(comment.contains("[%eval -0.3") && comment.contains(",9]"), "{comment}");
}

#[cfg(unix)]
#[test]
fn a_program_that_ends_on_a_bound_has_no_score() {
    let comment = written_after(&["depth 1 score cp -250 upperbound"]);
    assert!(!comment.contains("%eval") && comment.contains("[%"), "{comment}");
    let comment = written_after(&["depth 1 score cp 40 lowerbound"]);
    assert!(!comment.contains("%eval"), "{comment}");
}

#[cfg(unix)]
#[test]
fn a_flood_of_words_does_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let flood = "yes 'info depth 3 score cp 10 nodes 5 pv e7e5' & flood=$!";
    // The flood may end in the middle of a line.
    let engine = uci_program(
        folder.path(),
        "floods",
        "",
        flood,
        "kill $flood; wait $flood; echo; echo 'bestmove e7e5'",
    );
    let mut model = against(&engine, Level::Unlimited);
    model.type_move("e4");
    model.wait("a line", |model| {
        model.play.seat(Color::Black).is_some_and(|seat| seat.progress.first().is_some())
    });
    for _ in 0..20 {
        std::thread::sleep(Duration::from_millis(15));
        model.poll(Instant::now());
    }
    assert_eq!((model.play.thinking(), failures(&model)), (Some(Color::Black), 0));
    model.command(PlayCommand::MoveNow);
    model.wait("its move", |model| model.plies() == 2);
}

#[cfg(unix)]
#[test]
fn a_program_that_only_oversteps_its_time_loses() {
    let folder = tempfile::tempdir().unwrap();
    let engine = uci_program(folder.path(), "slow", "", ":", "echo 'bestmove e7e5'");
    let mut model =
        against(&engine, Level::Increment { base: Duration::from_millis(300), increment: Duration::ZERO });
    model.type_move("e4");
    model.wait("the flag", |model| model.play.stage() != Stage::Playing);
    assert_eq!(model.play.stage(), Stage::Over(Ending::Flag { loser: Color::Black, mating: true }));
    assert_eq!(
        (model.plies(), model.play.record.game().result(), failures(&model)),
        (1, GameResult::WhiteWins, 0)
    );
}

#[cfg(unix)]
#[test]
fn a_program_that_dies_in_its_opponents_time_is_started_anew() {
    let folder = tempfile::tempdir().unwrap();
    let go = "case $rest in *ponder*) exit 1;; *) echo 'bestmove e7e5 ponder g1f3';; esac";
    let engine = uci_program(folder.path(), "dies", "", go, "");
    let mut model = against(&engine, Level::default());
    model.command(PlayCommand::Ponder(true));
    model.type_move("e4");
    model.wait("the failure", |model| failures(model) == 1);
    assert_eq!((model.plies(), model.play.clocks().running()), (2, Some(Color::White)));
    model.command(PlayCommand::Ponder(false));
    // The same answer is now illegal, and the error shows that the restarted program was heard.
    model.type_move("d4");
    model.wait("the next answer", |model| failures(model) == 2);
    assert!(
        matches!(model.notices().last(), Some(Notice::EngineFailed { reason, .. }) if reason.contains("e7e5"))
    );
}

#[cfg(unix)]
#[test]
fn an_analysis_that_fails_costs_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let engine = uci_program(folder.path(), "crashes", "", "exit 1", "");
    let mut model = against("firstchess", Level::Depth(1));
    model.analysis.engine.clone_from(&engine);
    model.command(AnalysisCommand::Switch(true));
    model.wait("the message", |model| {
        model.notices().iter().any(|notice| matches!(notice, Notice::AnalysisFailed { .. }))
    });
    assert!(!model.analysis.on);
    model.type_move("e4");
    model.wait("the answer", |model| model.plies() == 2);
    model.analysis.engine = "firstchess".into();
    model.command(AnalysisCommand::Hint);
    model.wait("the hint", |model| model.analysis.hint.is_some());
}

#[test]
fn a_move_waits_while_somebody_looks_around() {
    let mut model = against("firstchess", Level::Depth(2));
    model.type_move("e4");
    model.command(PlayCommand::Go(Step::First));
    model.wait("the answer", |model| model.play.pending.held.is_some());
    assert_eq!(
        (model.play.thinking(), model.play.clocks().running(), model.plies()),
        (Some(Color::Black), None, 0)
    );
    model.command(PlayCommand::Go(Step::Last));
    assert_eq!(
        (model.play.thinking(), model.play.clocks().running(), model.plies()),
        (None, Some(Color::White), 2)
    );
}

#[test]
fn another_level_holds_at_once() {
    let mut model = against("heirloom", Level::Unlimited);
    model.type_move("e4");
    model.wait("a line", |model| {
        model.play.seat(Color::Black).is_some_and(|seat| seat.progress.first().is_some())
    });
    model.command(PlayCommand::Level(Level::Depth(1)));
    model.wait("the answer", |model| model.plies() == 2);
}

#[cfg(unix)]
#[test]
fn programs_for_xboard_give_up_and_claim() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("heirloom.toml");
    let mut text = String::new();
    for (name, answer) in
        [("resigns", "resign"), ("boasts", "0-1 {Black mates}"), ("draws", "1/2-1/2 {draw}")]
    {
        let script = folder.path().join(name);
        let talk = format!(
            "while read word rest; do case $word in\nprotover) echo 'feature usermove=1 ping=1 done=1';;\nping) echo pong $rest;;\n\
             go|usermove) echo '{answer}';;\nquit) exit;;\nesac; done\n"
        );
        std::fs::write(&script, talk).unwrap();
        text += &format!("[program.{name}]\ncommand = \"sh {}\"\nprotocol = \"xboard\"\n", script.display());
    }
    std::fs::write(&path, text).unwrap();
    let place = heirloom_app::paths::Location { path: Some(path), named: true };
    let mut model = Model::with(ConfiguredEngines::new(place));
    let begin = |model: &mut Model, engine: &str| {
        let players = [Player::Human, Player::Engine(engine.into())];
        model.command(PlayCommand::NewGame { players, level: SHORT, start: None });
        model.command(Command::Leave(LeaveChoice::Keep));
        model.type_move("e4");
    };
    begin(&mut model, "resigns");
    model.wait("the end", |model| model.play.stage() != Stage::Playing);
    assert_eq!(model.play.stage(), Stage::Over(Ending::Resigned(Color::Black)));
    begin(&mut model, "boasts");
    model.wait("the message", |model| failures(model) == 1);
    assert_eq!(model.play.stage(), Stage::Playing);
    begin(&mut model, "draws");
    model.wait("the offer", |model| model.play.pending.offer.is_some());
    assert_eq!(model.notices().last(), Some(&Notice::DrawOffered(Color::Black)));
    model.command(PlayCommand::Draw);
    assert_eq!(model.play.stage(), Stage::Over(Ending::Agreed));
}

#[test]
fn moves_found_for_the_user_are_noted_as_those_of_a_program() {
    let two_people = || {
        let mut model = Model::with(BuiltInEngines);
        model.context.figures = true;
        let players = [Player::Human, Player::Human];
        model.command(PlayCommand::NewGame { players, level: Level::Depth(2), start: None });
        model
    };
    let comment = |model: &Model| {
        let game = model.record().game();
        game.comments(game.last()).join(" ")
    };
    let mut model = two_people();
    model.type_move("e4");
    assert!(comment(&model).ends_with(" P"), "{}", comment(&model));
    model.command(PlayCommand::MoveForMe);
    model.wait("a searched move", |model| model.plies() == 2);
    let searched = comment(&model);
    assert!(searched.contains("[%eval ") && searched.contains(" C "), "{searched}");
    let mut model = two_people();
    model.command(PlayCommand::UseLibrary(true));
    model.command(PlayCommand::MoveForMe);
    model.wait("a move of the book", |model| model.plies() == 1);
    assert!(comment(&model).ends_with(" B"), "{}", comment(&model));
}
