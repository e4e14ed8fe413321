//! Makes the pictures of the desk for the docs.
//!
//! `cargo run --release -p heirloom-desk-tests --example pictures -- docs/pictures`

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
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
use heirloom_desk::texts::Language;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::Driver;
use heirloom_desk_tests::picture;

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
    let folder = std::env::args_os()
        .nth(1)
        .context("name the folder that the pictures go to, such as docs/pictures")?;
    [home, playing, analysing, review, searching, settings]
        .iter()
        .try_for_each(|make| make(Path::new(&folder)))
}

fn keep(folder: &Path, name: &str, driver: &mut Driver) -> Result<()> {
    driver.leave();
    let path = folder.join(format!("desk-{name}.png"));
    picture::write(&path, &driver.picture()).map_err(|reason| anyhow!(reason))?;
    println!("{}", path.display());
    Ok(())
}

fn opened(size: Vec2, language: Language, dark: bool) -> Driver {
    Driver::sized(size, language, dark, Arc::new(BuiltInEngines))
}

/// The page that the desk begins with.
fn home(folder: &Path) -> Result<()> {
    let mut driver = opened(vec2(900.0, 640.0), Language::English, false);
    driver.desk().home.open();
    driver.settle();
    keep(folder, "home", &mut driver)
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
    let mut driver = opened(SIZE, Language::English, true);
    driver.paste(&pgn::to_string(&game));
    driver.command(PlayCommand::Go(Step::Last));
    let moves = driver.model().record().line().moves().to_vec();
    let level = Level::MovesIn { moves: 40, time: Duration::from_secs(9000) };
    let mut now = Instant::now();
    let players = [Player::Human, Player::Human];
    driver.desk().model.apply(PlayCommand::NewGame { players, level, start: None }, now);
    for (ply, mv) in moves.iter().take(PLIES).enumerate() {
        // Opening moves are played fast, later moves take longer.
        now += Duration::from_secs(if ply < 16 { 25 } else { 60 } + 41 * (ply as u64 * ply as u64 % 7));
        driver.desk().model.apply(PlayCommand::Move(*mv), now);
    }
    for name in ["Event", "White", "Black", "Date"] {
        driver.desk().model.apply(EditCommand::Tag(name.into(), tag(&game, name)), now);
    }
    driver.command(AnalysisCommand::Switch(true));
    driver.run_for(Duration::from_secs(20));
    keep(folder, "game", &mut driver)
}

/// A famous game with the engine's analysis.
fn analysing(folder: &Path) -> Result<()> {
    for (name, language) in [("analysis", Language::English), ("german", Language::German)] {
        let mut driver = opened(SIZE, language, language == Language::English);
        driver.paste(GAME);
        (0..36).for_each(|_| driver.command(PlayCommand::Go(Step::Forward)));
        driver.desk().dock = Dock::analysing();
        reviewed(&mut driver);
        driver.command(AnalysisCommand::Switch(true));
        driver.run_for(Duration::from_secs(8));
        keep(folder, name, &mut driver)?;
    }
    Ok(())
}

/// Reviews the game with an engine.
fn reviewed(driver: &mut Driver) {
    driver.command(ReviewCommand::Start("heirloom".into(), Limit::Depth(14)));
    driver.wait("the review", |model| model.reviewed().is_some());
}

/// The explanation of a mistake.
fn review(folder: &Path) -> Result<()> {
    let mut driver = opened(SIZE, Language::English, false);
    driver.paste(GAME);
    reviewed(&mut driver);
    driver.desk().dock = Dock::analysing();
    driver.desk().dock.toggle(Window::Graph);
    driver.desk().dock.bring(Window::Review);
    (0..30).for_each(|_| driver.command(PlayCommand::Go(Step::Forward)));
    driver.settle();
    keep(folder, "review", &mut driver)
}

/// The windows that look inside the search.
fn searching(folder: &Path) -> Result<()> {
    let mut driver = opened(vec2(1380.0, 900.0), Language::English, true);
    driver.paste(GAME);
    (0..26).for_each(|_| driver.command(PlayCommand::Go(Step::Forward)));
    driver.desk().dock = Dock::searching();
    driver.command(AnalysisCommand::Lines(1));
    driver.command(AnalysisCommand::Switch(true));
    driver.run_for(Duration::from_secs(8));
    keep(folder, "search", &mut driver)
}

/// The settings.
fn settings(folder: &Path) -> Result<()> {
    let mut driver = opened(vec2(900.0, 640.0), Language::English, false);
    let texts = driver.texts();
    driver.menu(texts.menu_options(), texts.open_settings());
    keep(folder, "settings", &mut driver)
}
