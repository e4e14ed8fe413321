//! Tests of games against programs that crash, hang or send nonsense: there is a message, the game continues.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use heirloom_chess::game::GameResult;

use super::*;
use crate::model::Model;
use crate::model::command::{AnalysisCommand, Command, LeaveChoice, PlayCommand, Step};
use crate::model::level::Level;
use crate::model::worker::WakeFn;
use crate::roster::BuiltInEngines;
use crate::texts::Language;

/// The time limit for every wait. A hanging program is stopped after five seconds and killed after ten.
const PATIENCE: Duration = Duration::from_secs(60);

fn model() -> Model {
    let wake: WakeFn = Arc::new(|| {});
    Model::new(Arc::new(BuiltInEngines), wake)
}

/// Polls the model until a condition holds.
fn wait(model: &mut Model, what: &str, has_come: impl Fn(&Model) -> bool) {
    let end = Instant::now() + PATIENCE;
    while !has_come(model) {
        assert!(
            Instant::now() < end,
            "waited in vain: {what}; {:?}, notices: {:?}",
            model.play.stage(),
            model.notices()
        );
        std::thread::sleep(Duration::from_millis(5));
        model.poll(Instant::now());
    }
}

fn play(model: &mut Model, text: &str) {
    model.apply(PlayCommand::Type(text.into()), Instant::now());
}

/// Returns the command of a program that runs these shell commands at `go` and at `stop`. A shell runs the
/// script, since a file that was just written cannot always be executed.
#[cfg(unix)]
fn program(folder: &Path, name: &str, go: &str, stop: &str) -> String {
    let path = folder.join(name);
    let text = format!(
        "while read word rest; do case $word in\nuci) echo 'id name {name}'; echo uciok;;\nisready) echo readyok;;\n\
         go) {go};;\nstop) {stop};;\nquit) exit;;\nesac; done\n"
    );
    std::fs::write(&path, text).unwrap();
    format!("sh {}", path.display())
}

fn against(engine: &str, level: Level) -> Model {
    let mut model = model();
    let players = [Player::Human, Player::Engine(engine.into())];
    model.apply(PlayCommand::NewGame { players, level, start: None }, Instant::now());
    model
}

const SHORT: Level = Level::PerMove(Duration::from_millis(50));

fn plies(model: &Model) -> usize {
    model.play.record.line().moves().len()
}

fn failures(model: &Model) -> usize {
    model.notices().iter().filter(|notice| matches!(notice, Notice::EngineFailed { .. })).count()
}

/// Checks that after a failure the message names the engine and the remedies, the game waits, and another
/// try and another engine are possible.
fn goes_on(model: &mut Model, engine: &str) {
    wait(model, "the message", |model| failures(model) == 1);
    assert_eq!(
        (model.play.stage(), model.play().thinking(), model.play.clocks().running(), plies(model)),
        (Stage::Playing, None, None, 1)
    );
    let notice = model.notices().last().cloned().unwrap();
    assert!(matches!(&notice, Notice::EngineFailed { name, .. } if name == engine));
    for texts in Language::ALL {
        let words = texts.notice(&notice);
        assert!(
            words.contains(engine)
                && words.contains(texts.move_for_me())
                && words.contains(texts.menu_mode()),
            "{words}"
        );
    }
    model.apply(PlayCommand::MoveForMe, Instant::now());
    wait(model, "another try", |model| failures(model) == 2);
    model.apply(PlayCommand::SetPlayer(Color::Black, Player::Engine("firstchess".into())), Instant::now());
    wait(model, "another engine's move", |model| plies(model) == 2);
    play(model, "Nf3");
    wait(model, "its next move", |model| plies(model) == 4);
    assert_eq!(
        (model.play.stage(), failures(model)),
        (Stage::Playing, 0),
        "a message stays although the game goes on"
    );
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
        let engine = program(folder.path(), name, go, "");
        let mut model = against(&engine, SHORT);
        play(&mut model, "e4");
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
    for (engine, told) in [
        (format!("sh {ends}"), "exited"),
        (plain, "chmod +x"),
        (missing, "check the path"),
        ("'".into(), "quote"),
    ] {
        let mut model = against(&engine, SHORT);
        wait(&mut model, "the first message", |model| failures(model) == 1);
        let Some(Notice::EngineFailed { reason, .. }) = model.context.notices.dismiss() else {
            panic!("{:?}", model.notices())
        };
        assert!(reason.contains(told), "{reason}");
        play(&mut model, "e4");
        goes_on(&mut model, &engine);
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_hangs_is_killed_and_its_time_given_back() {
    let folder = tempfile::tempdir().unwrap();
    let engine = program(folder.path(), "hangs", "while :; do sleep 1; done", "");
    // With a clock and with a fixed time per move, the program is killed.
    let clock = Level::Increment { base: Duration::from_millis(400), increment: Duration::ZERO };
    for level in [clock, SHORT] {
        let mut model = against(&engine, level);
        model.play.clocks.set_level(level);
        play(&mut model, "e4");
        wait(&mut model, "the kill", |model| failures(model) == 1);
        assert_eq!((model.play.stage(), model.play().thinking(), plies(&model)), (Stage::Playing, None, 1));
        assert_eq!(model.play.clocks().left(Color::Black, Instant::now()), level.start());
        model.apply(PlayCommand::Level(SHORT), Instant::now());
        model.apply(PlayCommand::SetPlayer(Color::Black, Player::Engine("roce".into())), Instant::now());
        wait(&mut model, "another engine's move", |model| plies(model) == 2);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_that_hangs_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let noted = folder.path().join("noted");
    let engine = program(
        folder.path(),
        "hangs",
        &format!("echo $$ >{}; trap '' TERM HUP; while :; do sleep 0.1; done", noted.display()),
        "",
    );
    let mut model = against(&engine, Level::Unlimited);
    play(&mut model, "e4");
    wait(&mut model, "its number", |_| {
        std::fs::read_to_string(&noted).is_ok_and(|text| text.ends_with('\n'))
    });
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
    let engine = program(folder.path(), "reports", &format!("{reports}echo 'bestmove e7e5'"), "");
    let mut model = against(&engine, Level::PerMove(Duration::from_secs(1)));
    play(&mut model, "e4");
    wait(&mut model, "its move", |model| plies(model) == 2);
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
    let engine =
        program(folder.path(), "floods", flood, "kill $flood; wait $flood; echo; echo 'bestmove e7e5'");
    let mut model = against(&engine, Level::Unlimited);
    play(&mut model, "e4");
    wait(&mut model, "a line", |model| {
        model.play.seat(Color::Black).is_some_and(|seat| seat.progress.first().is_some())
    });
    for _ in 0..20 {
        std::thread::sleep(Duration::from_millis(15));
        model.poll(Instant::now());
    }
    assert_eq!((model.play().thinking(), failures(&model)), (Some(Color::Black), 0));
    model.apply(PlayCommand::MoveNow, Instant::now());
    wait(&mut model, "its move", |model| plies(model) == 2);
}

#[cfg(unix)]
#[test]
fn a_program_that_only_oversteps_its_time_loses() {
    let folder = tempfile::tempdir().unwrap();
    let engine = program(folder.path(), "slow", ":", "echo 'bestmove e7e5'");
    let mut model =
        against(&engine, Level::Increment { base: Duration::from_millis(300), increment: Duration::ZERO });
    play(&mut model, "e4");
    wait(&mut model, "the flag", |model| model.play.stage() != Stage::Playing);
    assert_eq!(model.play.stage(), Stage::Over(Ending::Flag { loser: Color::Black, mating: true }));
    assert_eq!(
        (plies(&model), model.play.record.game().result(), failures(&model)),
        (1, GameResult::WhiteWins, 0)
    );
}

#[cfg(unix)]
#[test]
fn a_program_that_dies_in_its_opponents_time_is_started_anew() {
    let folder = tempfile::tempdir().unwrap();
    let go = "case $rest in *ponder*) exit 1;; *) echo 'bestmove e7e5 ponder g1f3';; esac";
    let engine = program(folder.path(), "dies", go, "");
    let mut model = against(&engine, Level::default());
    model.apply(PlayCommand::Ponder(true), Instant::now());
    play(&mut model, "e4");
    wait(&mut model, "the failure", |model| failures(model) == 1);
    assert_eq!((plies(&model), model.play.clocks().running()), (2, Some(Color::White)));
    model.apply(PlayCommand::Ponder(false), Instant::now());
    // The same answer is now illegal, and the error shows that the restarted program was heard.
    play(&mut model, "d4");
    wait(&mut model, "the next answer", |model| failures(model) == 2);
    assert!(
        matches!(model.notices().last(), Some(Notice::EngineFailed { reason, .. }) if reason.contains("e7e5"))
    );
}

#[cfg(unix)]
#[test]
fn an_analysis_that_fails_costs_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let engine = program(folder.path(), "crashes", "exit 1", "");
    let mut model = against("firstchess", Level::Depth(1));
    model.analysis.engine.clone_from(&engine);
    model.apply(AnalysisCommand::Switch(true), Instant::now());
    wait(&mut model, "the message", |model| {
        model.notices().iter().any(|notice| matches!(notice, Notice::AnalysisFailed { .. }))
    });
    assert!(!model.analysis.on);
    play(&mut model, "e4");
    wait(&mut model, "the answer", |model| plies(model) == 2);
    model.analysis.engine = "firstchess".into();
    model.apply(AnalysisCommand::Hint, Instant::now());
    wait(&mut model, "the hint", |model| model.analysis.hint.is_some());
}

#[test]
fn a_move_waits_while_somebody_looks_around() {
    let mut model = against("firstchess", Level::Depth(2));
    play(&mut model, "e4");
    model.apply(PlayCommand::Go(Step::First), Instant::now());
    wait(&mut model, "the answer", |model| model.play.pending.held.is_some());
    assert_eq!(
        (model.play().thinking(), model.play.clocks().running(), plies(&model)),
        (Some(Color::Black), None, 0)
    );
    model.apply(PlayCommand::Go(Step::Last), Instant::now());
    assert_eq!(
        (model.play().thinking(), model.play.clocks().running(), plies(&model)),
        (None, Some(Color::White), 2)
    );
}

#[test]
fn another_level_holds_at_once() {
    let mut model = against("heirloom", Level::Unlimited);
    play(&mut model, "e4");
    wait(&mut model, "a line", |model| {
        model.play.seat(Color::Black).is_some_and(|seat| seat.progress.first().is_some())
    });
    model.apply(PlayCommand::Level(Level::Depth(1)), Instant::now());
    wait(&mut model, "the answer", |model| plies(model) == 2);
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
    let wake: WakeFn = Arc::new(|| {});
    let mut model = Model::new(Arc::new(crate::roster::ConfiguredEngines::new(place)), wake);
    let begin = |model: &mut Model, engine: &str| {
        let players = [Player::Human, Player::Engine(engine.into())];
        model.apply(PlayCommand::NewGame { players, level: SHORT, start: None }, Instant::now());
        model.apply(Command::Leave(LeaveChoice::Keep), Instant::now());
        play(model, "e4");
    };
    begin(&mut model, "resigns");
    wait(&mut model, "the end", |model| model.play.stage() != Stage::Playing);
    assert_eq!(model.play.stage(), Stage::Over(Ending::Resigned(Color::Black)));
    begin(&mut model, "boasts");
    wait(&mut model, "the message", |model| failures(model) == 1);
    assert_eq!(model.play.stage(), Stage::Playing);
    begin(&mut model, "draws");
    wait(&mut model, "the offer", |model| model.play.pending.offer.is_some());
    assert_eq!(model.notices().last(), Some(&Notice::DrawOffered(Color::Black)));
    model.apply(PlayCommand::Draw, Instant::now());
    assert_eq!(model.play.stage(), Stage::Over(Ending::Agreed));
}
