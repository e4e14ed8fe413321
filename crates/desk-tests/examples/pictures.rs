//! Makes the pictures of the desk for the docs.
//!
//! `cargo run --release -p heirloom-desk-tests --example pictures -- docs/pictures`

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use web_time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use eframe::egui::{Vec2, vec2};
use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn;
use heirloom_desk::dock::Dock;
use heirloom_desk::model::command::{AnalysisCommand, EditCommand, PlayCommand, ReviewCommand, Step};
use heirloom_desk::model::level::Level;
use heirloom_desk::model::players::Player;
use heirloom_desk::model::suite::Limit;
use heirloom_desk::roster::BuiltInEngines;
use heirloom_desk::settings::Settings;
use heirloom_desk::texts::Language;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::picture;
use heirloom_desk_tests::stage::Stage;

const SIZE: Vec2 = vec2(1180.0, 800.0);

/// Anderssen against Dufresne, Berlin 1852.
const GAME: &str = r#"[White "Anderssen, Adolf"]
[Black "Dufresne, Jean"]
[Event "Berlin"]
[Date "1852.??.??"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d3?! (7... Nge7 8. Ng5 d5 {is how it is played today}) 8. Qb3 Qf6
9. e5 Qg6 10. Re1 Nge7 11. Ba3 b5? {Black had better castle.} 12. Qxb5 Rb8 13. Qa4 Bb6 14. Nbd2 Bb7 15. Ne4 Qf5 16. Bxd3 Qh5 17. Nf6+!?
gxf6 18. exf6 Rg8 19. Rad1! Qxf3? {Rg4 held on.} 20. Rxe7+! Nxe7 21. Qxd7+!! Kxd7 22. Bf5+ Ke8 23. Bd7+ Kf8 24. Bxe7# 1-0
"#;

/// The master games that come with the program.
const MASTER_GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/master-games.pgn");

fn main() -> Result<()> {
    let folder: PathBuf = std::env::args_os()
        .nth(1)
        .context("name the folder that the pictures go to, such as docs/pictures")?
        .into();
    playing(&folder)?;
    analysing(&folder)?;
    review(&folder)?;
    searching(&folder)?;
    settings(&folder)
}

fn keep(folder: &Path, name: &str, stage: &mut Stage) -> Result<()> {
    stage.leave();
    let path = folder.join(format!("desk-{name}.png"));
    picture::write(&path, &stage.picture()).map_err(|reason| anyhow!(reason))?;
    println!("{}", path.display());
    Ok(())
}

fn stage(size: Vec2, language: Language, dark: bool) -> Stage {
    Stage::new(size, Settings { language, dark, ..Settings::default() }, Arc::new(BuiltInEngines))
}

/// Botvinnik against Capablanca, AVRO 1938, before move 30, with the tournament's time control.
fn playing(folder: &Path) -> Result<()> {
    const PLIES: usize = 58;
    let mut games = pgn::Reader::new(BufReader::new(File::open(MASTER_GAMES)?)).games();
    let tag = |game: &Game, name: &str| game.tags().get(name).unwrap_or_default().to_owned();
    let is_wanted = |game: &Game| {
        tag(game, "White").starts_with("Botvinnik")
            && tag(game, "Black").starts_with("Capablanca")
            && tag(game, "Date").starts_with("1938")
    };
    let game = games.find_map(|game| game.ok().filter(is_wanted)).context("there is no such game")?;
    let mut stage = stage(SIZE, Language::English, true);
    stage.paste(&pgn::to_string(&game));
    stage.command(PlayCommand::Go(Step::Last));
    let moves = stage.model().record().line().moves().to_vec();
    let level = Level::MovesIn { moves: 40, time: Duration::from_secs(9000) };
    let mut now = Instant::now();
    stage
        .desk()
        .model
        .apply(PlayCommand::NewGame { players: [Player::Human, Player::Human], level, start: None }, now);
    for (ply, mv) in moves.iter().take(PLIES).enumerate() {
        // Opening moves are played fast, later moves take longer.
        now += Duration::from_secs(if ply < 16 { 25 } else { 60 } + 41 * (ply as u64 * ply as u64 % 7));
        stage.desk().model.apply(PlayCommand::Move(*mv), now);
    }
    for name in ["Event", "White", "Black", "Date"] {
        stage.desk().model.apply(EditCommand::Tag(name.into(), tag(&game, name)), now);
    }
    stage.command(AnalysisCommand::Switch(true));
    stage.run_for(Duration::from_secs(20));
    keep(folder, "game", &mut stage)
}

/// A famous game with the engine's analysis.
fn analysing(folder: &Path) -> Result<()> {
    for (name, language, dark) in [("analysis", Language::English, true), ("german", Language::German, false)]
    {
        let mut stage = stage(SIZE, language, dark);
        stage.paste(GAME);
        (0..36).for_each(|_| stage.command(PlayCommand::Go(Step::Forward)));
        stage.desk().dock = Dock::analysing();
        reviewed(&mut stage);
        stage.command(AnalysisCommand::Switch(true));
        stage.run_for(Duration::from_secs(8));
        keep(folder, name, &mut stage)?;
    }
    Ok(())
}

/// Reviews the game with an engine.
fn reviewed(stage: &mut Stage) {
    stage.command(ReviewCommand::Start("heirloom".into(), Limit::Depth(14)));
    stage.wait("the review", |model| model.reviewed().is_some());
}

/// The explanation of a mistake.
fn review(folder: &Path) -> Result<()> {
    let mut stage = stage(SIZE, Language::English, false);
    stage.paste(GAME);
    reviewed(&mut stage);
    stage.desk().dock = Dock::analysing();
    stage.desk().dock.toggle(Window::Graph);
    stage.desk().dock.bring(Window::Review);
    (0..30).for_each(|_| stage.command(PlayCommand::Go(Step::Forward)));
    stage.settle();
    keep(folder, "review", &mut stage)
}

/// The windows that look inside the search.
fn searching(folder: &Path) -> Result<()> {
    let mut stage = stage(vec2(1380.0, 900.0), Language::English, true);
    stage.paste(GAME);
    (0..26).for_each(|_| stage.command(PlayCommand::Go(Step::Forward)));
    stage.desk().dock = Dock::searching();
    stage.command(AnalysisCommand::Lines(1));
    stage.command(AnalysisCommand::Switch(true));
    stage.run_for(Duration::from_secs(8));
    keep(folder, "search", &mut stage)
}

/// The settings.
fn settings(folder: &Path) -> Result<()> {
    let mut stage = stage(vec2(900.0, 640.0), Language::English, false);
    let texts = stage.texts();
    stage.menu(texts.menu_options(), texts.open_settings());
    keep(folder, "settings", &mut stage)
}
