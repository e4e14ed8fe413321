//! The system's file dialog: it runs in a task, which reports if there is none.

use std::pin::Pin;
use web_time::{Duration, Instant};

use rfd::FileHandle;

use super::Answer;
use super::request::{ALL, Kind, Purpose, Request};
use crate::model::task::Task;
use crate::model::worker::WakeFn;
use crate::texts::Language;

/// No user closes a dialog this soon: an answer within this time means that there was no dialog.
const SOONER_THAN_A_PERSON: Duration = Duration::from_millis(250);

/// A dialog without a request, which knows the window that it belongs to.
pub use rfd::AsyncFileDialog as Parent;

/// Opens the system's dialog, as a child of the window of `parent`.
pub fn ask(parent: &Parent, request: &Request, texts: Language, wake: &WakeFn) -> Task<Answer> {
    // On macOS this opens the dialog, which is allowed on the main thread only; elsewhere the task does.
    let dialog = dialog(parent.clone(), request, texts);
    let chosen: Pin<Box<dyn Future<Output = Option<FileHandle>> + Send>> = match request.purpose {
        Purpose::Open => Box::pin(dialog.pick_file()),
        Purpose::Save(..) => Box::pin(dialog.save_file()),
        Purpose::Folder => Box::pin(dialog.pick_folder()),
    };
    Task::start(wake, move |_| {
        if !is_there() {
            return Answer::Missing;
        }
        let begin = Instant::now();
        match pollster::block_on(chosen) {
            Some(file) => Answer::Chosen(file.path().to_owned()),
            None if cfg!(target_os = "linux") && begin.elapsed() < SOONER_THAN_A_PERSON => Answer::Missing,
            None => Answer::Cancelled,
        }
    })
}

fn dialog(parent: Parent, request: &Request, texts: Language) -> Parent {
    let mut dialog =
        parent.set_title(crate::texts::without_dots((request.title)(texts))).set_directory(&request.folder);
    if !request.name().is_empty() {
        dialog = dialog.set_file_name(request.name());
    }
    // macOS has one list of extensions for all kinds, and would refuse names with any other extension.
    let narrows = |kind: &&Kind| !(cfg!(target_os = "macos") && kind.endings.is_empty());
    let kinds = request.kinds.iter().chain([&ALL]).filter(narrows);
    let kinds = kinds
        .filter(|_| request.purpose != Purpose::Folder && !(cfg!(target_os = "macos") && request.saves()));
    kinds.fold(dialog, |dialog, kind| dialog.add_filter((kind.name)(texts), &patterns(kind)))
}

/// Returns the endings as the system expects them, without the dot.
fn patterns(kind: &Kind) -> Vec<String> {
    let endings = kind.endings.iter().map(|ending| ending.trim_start_matches('.'));
    match std::env::consts::OS {
        _ if kind.endings.is_empty() => vec!["*".into()],
        "windows" => endings.map(String::from).collect(),
        // For this system only what follows the last dot is an ending.
        "macos" => endings.filter_map(|ending| ending.rsplit('.').next()).map(String::from).collect(),
        // This system distinguishes capital letters.
        _ => endings.flat_map(|ending| [ending.to_owned(), ending.to_uppercase()]).collect(),
    }
}

/// Returns true if the desktop has a file dialog: its portal reports a version.
#[cfg(target_os = "linux")]
fn is_there() -> bool {
    use zbus::connection::Builder;
    /// A portal that takes longer does not work.
    const PATIENCE: Duration = Duration::from_secs(2);
    const PORTAL: &str = "org.freedesktop.portal.Desktop";
    const PATH: &str = "/org/freedesktop/portal/desktop";
    const PROPERTIES: &str = "org.freedesktop.DBus.Properties";
    let version = async {
        let bus = Builder::session()?.method_timeout(PATIENCE).build().await?;
        bus.call_method(
            Some(PORTAL),
            PATH,
            Some(PROPERTIES),
            "Get",
            &("org.freedesktop.portal.FileChooser", "version"),
        )
        .await
    };
    pollster::block_on(version).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn is_there() -> bool {
    true
}

#[cfg(test)]
mod tests;
