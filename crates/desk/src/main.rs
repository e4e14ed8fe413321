//! The `heirloom-desk` program: reads its arguments and opens the window.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clap::Parser;
use eframe::egui::ViewportBuilder;
use heirloom_app::paths;
use heirloom_desk::app::Desk;
use heirloom_desk::command::Command;
use heirloom_desk::model::library::LibraryCommand;
use heirloom_desk::roster::Configured;
use heirloom_desk::settings::Settings;

/// Play, analyse, keep games and look inside the search.
#[derive(Parser)]
#[command(name = "heirloom-desk", version)]
struct Arguments {
    /// A file of games; its first game is opened
    games: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let options = eframe::NativeOptions {
        viewport: ViewportBuilder::default().with_title("Heirloom").with_inner_size([1180.0, 800.0]).with_min_inner_size([640.0, 480.0]),
        ..eframe::NativeOptions::default()
    };
    let opened = eframe::run_native(
        "heirloom-desk",
        options,
        Box::new(|creation| {
            let mut desk = Desk::new(&creation.egui_ctx, Arc::new(Configured::new(paths::find(None))), Settings::default());
            if let Some(own) = paths::data("library.txt") {
                desk.model.apply(Command::Library(LibraryCommand::OpenOwn(own)), Instant::now());
            }
            if let Some(folder) = paths::data("desk") {
                desk.model.keep_in(folder);
            }
            if let Some(games) = arguments.games {
                desk.model.open_named(&games, Instant::now());
            }
            Ok(Box::new(desk))
        }),
    );
    match opened {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("no window: {error}; the desk needs X or Wayland, and OpenGL");
            ExitCode::FAILURE
        }
    }
}
