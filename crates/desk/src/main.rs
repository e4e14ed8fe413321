//! The `heirloom-desk` program: reads its arguments and opens the window.

use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use web_time::{Duration, Instant};

use clap::{Parser, Subcommand};
use eframe::egui::{IconData, ViewportBuilder};
use heirloom_app::{identity, paths, played, puzzle};
use heirloom_desk::app::Desk;
use heirloom_desk::model::command::{FileCommand, InsightCommand, LibraryCommand};
use heirloom_desk::model::protocol_log::LogCommand;
use heirloom_desk::motion;
use heirloom_desk::roster::ConfiguredEngines;
use heirloom_desk::store::{self, SavedState, Store};
use heirloom_protocol::Protocol;

/// The side of the window's icon, in pixels.
const ICON: u32 = 128;

/// Play, analyze, manage games and look inside the search.
#[derive(Parser)]
#[command(
    name = "heirloom-desk",
    version = identity::version(),
    long_version = identity::report(),
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  heirloom-desk                    open the desktop program with your last game
  heirloom-desk games.pgn          list the games of a file and show the first one
  heirloom-desk uci                run as a UCI engine (for chess GUIs), with windows that show the game and the search
  heirloom-desk xboard rdchess     run as an XBoard engine, with another engine"
)]
struct Arguments {
    #[command(subcommand)]
    mode: Option<Mode>,
    /// PGN file to open; its first game is shown
    games: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Mode {
    /// Run as a UCI engine for another program; the windows show the game and the search
    Uci(Served),
    /// Run as an XBoard engine for another program; the windows show the game and the search
    #[command(aliases = ["/xb", "/wb"])]
    Xboard(Served),
}

#[derive(clap::Args)]
struct Served {
    /// Built-in engine, or engine from the configuration
    #[arg(default_value = "heirloom")]
    engine: String,
    /// Append everything that is said to this file
    #[arg(long)]
    log: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let folder = paths::data("desk");
    let is_first = folder.as_deref().is_some_and(|folder| !folder.join(store::FILE).exists());
    let mut kept = folder.as_deref().map(|folder| Store::open(&folder.join(store::FILE)));
    if let Some((_, saved, _)) = kept.as_mut().filter(|_| is_first) {
        saved.settings.reduced_motion = motion::is_reduced_by_system();
    }
    let size = kept.as_ref().and_then(|(_, saved, _)| saved.size).unwrap_or([1180.0, 800.0]);
    let options = eframe::NativeOptions { viewport: viewport(size), ..eframe::NativeOptions::default() };
    let opened = eframe::run_native(
        "heirloom-desk",
        options,
        Box::new(move |creation| {
            let mut desk = Desk::new(
                &creation.egui_ctx,
                Arc::new(ConfiguredEngines::new(paths::find(None))),
                SavedState::default().settings,
            );
            if let Some((store, saved, notice)) = kept {
                desk.keep_in(&creation.egui_ctx, store, saved);
                notice.into_iter().for_each(|notice| desk.model.notify(notice));
            }
            desk.files.ask_system(rfd::AsyncFileDialog::new().set_parent(creation));
            match arguments.mode {
                Some(Mode::Uci(served)) => serve(&mut desk, served, Protocol::Uci)?,
                Some(Mode::Xboard(served)) => serve(&mut desk, served, Protocol::XBoard)?,
                None => begin(&mut desk, folder.as_deref(), arguments.games),
            }
            Ok(Box::new(desk))
        }),
    );
    match opened {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cannot open a window: {error}; heirloom-desk needs X11 or Wayland, and OpenGL");
            ExitCode::FAILURE
        }
    }
}

/// Returns the window's properties. The app ID is the name of the `.desktop` file, which connects the two.
fn viewport(size: [f32; 2]) -> ViewportBuilder {
    let viewport = ViewportBuilder::default()
        .with_title("Heirloom")
        .with_app_id("heirloom-desk")
        .with_inner_size(size)
        .with_min_inner_size([640.0, 480.0]);
    match heirloom_picture::icon_pixels(ICON) {
        Ok(rgba) => viewport.with_icon(IconData { rgba, width: ICON, height: ICON }),
        Err(_) => viewport,
    }
}

/// Brings back the game, the library and the progress of last time, or opens a file.
fn begin(desk: &mut Desk, folder: Option<&Path>, games: Option<PathBuf>) {
    open_library(desk);
    if let Some(progress) = puzzle::progress_path() {
        desk.model.keep_puzzles_in(progress);
    }
    if let Some(path) = played::path() {
        desk.model.keep_rating_in(path);
    }
    if let Some(folder) = folder {
        desk.model.keep_in(folder.to_owned());
    }
    match games {
        Some(games) => desk.model.apply(FileCommand::OpenFile(games), Instant::now()),
        None => desk.welcome(),
    }
}

/// Opens the user's opening library, which the windows show.
fn open_library(desk: &mut Desk) {
    if let Some(own) = paths::data("library.txt") {
        desk.model.apply(LibraryCommand::OpenOwn(own), Instant::now());
    }
}

/// Offers the engine to another program over standard input and output, while the windows show its work.
fn serve(desk: &mut Desk, served: Served, dialect: Protocol) -> std::io::Result<()> {
    open_library(desk);
    if let Some(log) = served.log {
        desk.model.apply(InsightCommand::Log(LogCommand::Keep(Some(log))), Instant::now());
    }
    let serve = desk.model.serve(&served.engine);
    let run = move || {
        if let Err(error) = serve.run(dialect, BufReader::new(std::io::stdin()), std::io::stdout()) {
            eprintln!("heirloom-desk: {error}");
        }
        // The window closes with its next frame; one that is minimized has none.
        std::thread::sleep(Duration::from_secs(3));
        std::process::exit(0);
    };
    std::thread::Builder::new().name("server".into()).spawn(run).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn winboard_may_use_the_short_words_for_its_protocol() {
        for word in ["xboard", "/xb", "/wb"] {
            let arguments = Arguments::parse_from(["heirloom-desk", word, "rdchess"]);
            assert!(
                matches!(arguments.mode, Some(Mode::Xboard(served)) if served.engine == "rdchess"),
                "{word}"
            );
        }
        let arguments = Arguments::parse_from(["heirloom-desk", "games.pgn"]);
        assert!(arguments.mode.is_none() && arguments.games == Some(PathBuf::from("games.pgn")));
    }
}
