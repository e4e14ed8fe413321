//! Games and positions that are read from files and the clipboard, and games that are saved.

mod recent;

use std::io::{ErrorKind, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use heirloom_app::paths;
use heirloom_chess::Position;
use heirloom_chess::game::Game;
use heirloom_chess::notation::epd::{Epd, Lines};
use heirloom_chess::notation::fen::FenRepair;
use heirloom_chess::notation::pgn::{self, PgnError};
use heirloom_games::LoadedGame;
use tempfile::TempDir;

use super::context::{Context, Effect};
use super::epd;
use super::file_kind::FileKind;
use super::games::Fetched;
use super::notice::Notice;
use super::play::Play;
use super::record::Record;
use super::saving::Saving;
use recent::RecentFiles;

/// The number of folders remembered.
const FOLDERS: usize = 8;

/// What can be asked about files and the clipboard.
#[derive(Clone, PartialEq, Debug)]
pub enum FileCommand {
    /// Puts a FEN or a PGN text on the board.
    Paste(String),
    /// Puts a position on the board, as a new game without moves.
    SetUp(Box<Position>),
    /// Opens the game of a file with this index.
    Open(PathBuf, usize),
    /// Opens the first game of a file, and lists all of its games.
    OpenFile(PathBuf),
    /// Opens a file by what it is: games, positions, puzzles, a book or an engine.
    OpenAny(PathBuf),
    /// Writes the game into a file; one that holds other games gets it at its end.
    Save(PathBuf),
    /// Remembers a folder where a file was found.
    Visited(PathBuf),
    /// Removes a file from the list of recent files; none removes all.
    ForgetRecent(Option<PathBuf>),
}

/// Reads games from files and writes them.
#[derive(Debug, Default)]
pub struct Files {
    saving: Saving,
    /// The file of games that were pasted together.
    pasted: Option<Pasted>,
    /// The folders where files were found, the latest first.
    folders: Vec<PathBuf>,
    recent: RecentFiles,
}

/// A game that is opened must begin and end within this many bytes of its file.
const READ_AT_MOST: u64 = 32 << 20;

fn is_epd(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("epd") || ending.eq_ignore_ascii_case("fen"))
}

/// Returns true if the game has no moves, no position of its own and no tags that say who played.
fn is_nothing(game: &Game) -> bool {
    let is_known = |name: &str| game.tags().get(name).is_some_and(|value| value != "?");
    game.move_count() == 0
        && game.start() == &Position::startpos()
        && !["Event", "White", "Black"].into_iter().any(is_known)
}

/// A file of several games that were pasted; it is deleted when others replace it.
#[derive(Debug)]
struct Pasted {
    _folder: TempDir,
    path: PathBuf,
}

impl Pasted {
    fn write(text: &str) -> std::io::Result<Pasted> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("pasted.pgn");
        std::fs::write(&path, text)?;
        Ok(Pasted { _folder: folder, path })
    }
}

/// Returns true if a text is a position or a game.
pub fn is_readable(text: &str) -> bool {
    let text = text.trim();
    let game = || pgn::Reader::new(text.as_bytes()).games().next().and_then(Result::ok);
    Epd::parse(text).is_ok() || game().is_some_and(|game| !is_nothing(&game))
}

impl Files {
    /// Carries a command out.
    pub fn apply(&mut self, command: FileCommand, play: &mut Play, context: &mut Context) {
        match command {
            FileCommand::Paste(text) => self.paste(&text, play, context),
            FileCommand::SetUp(position) => play.show(Game::from_position(*position), context),
            FileCommand::Open(path, index) => self.open(&path, index, play, context),
            FileCommand::OpenFile(path) => self.open_all(&path, play, context),
            FileCommand::OpenAny(path) => self.open_any(path, play, context),
            FileCommand::Save(path) => self.saving.save(path, play.record(), context),
            FileCommand::Visited(folder) => self.visit(folder),
            FileCommand::ForgetRecent(None) => self.recent.clear(),
            FileCommand::ForgetRecent(Some(path)) => self.recent.forget(&path),
        }
    }

    /// Notes which games have been saved.
    pub fn poll(&mut self, records: &mut [&mut Record], context: &mut Context) {
        self.saving.poll(records, context);
        self.recent.poll(context);
    }

    /// Waits until everything is saved, at the end of the program.
    pub fn finish_saving(&mut self, records: &mut [&mut Record], context: &mut Context) {
        self.saving.wait(records, context);
    }

    /// Returns the folders where files were found, the latest first. Some may be gone.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Takes over the folders that were known before the program was started.
    pub fn restore_folders(&mut self, folders: Vec<PathBuf>) {
        self.folders = folders;
    }

    /// Returns the files that were opened or saved last, the latest first. Some may be gone.
    pub fn recent(&self) -> &[PathBuf] {
        self.recent.paths()
    }

    /// Returns true if a recent file did not exist when it was looked for.
    pub fn is_missing(&self, path: &Path) -> bool {
        self.recent.is_missing(path)
    }

    /// Takes over the recent files that were known before the program was started.
    pub fn restore_recent(&mut self, files: Vec<PathBuf>) {
        self.recent.restore(files);
    }

    /// Remembers a file that was opened or saved, unless it is one that the program keeps for itself.
    pub fn used(&mut self, path: &Path, play: &Play) {
        if path.is_file() && !self.lends(path, play) {
            self.recent.used(path);
        }
    }

    /// Remembers a folder where a file was found.
    fn visit(&mut self, folder: PathBuf) {
        let Ok(folder) = std::path::absolute(folder) else { return };
        self.folders.retain(|other| *other != folder);
        self.folders.insert(0, folder);
        self.folders.truncate(FOLDERS);
    }

    /// Shows a game that was read from a list.
    pub fn show(&self, fetched: Fetched, play: &mut Play, context: &mut Context) {
        let Fetched { path, range, opened: LoadedGame { game, damage }, position, .. } = fetched;
        play.show(game.clone(), context);
        report_damage(damage, play, context);
        if !play.take_from_shelf(&path, &game, context) {
            self.came_from(&path, range, play);
        }
        if let Some(position) = position
            && play.record.seek(&position)
        {
            context.ask(Effect::Moved);
        }
    }

    fn paste(&mut self, text: &str, play: &mut Play, context: &mut Context) {
        let text = text.trim();
        let error = match Epd::parse(text) {
            Ok(line) => {
                play.show(epd::game(&line), context);
                return report_repairs(&line.remarks, context);
            }
            Err(error) => error.reason.to_string(),
        };
        let mut games = pgn::Reader::new(text.as_bytes()).games();
        let game = games.next().and_then(Result::ok).unwrap_or_default();
        let damage = games.take_damage();
        if !is_nothing(&game) && games.any(|game| game.is_ok_and(|game| !is_nothing(&game))) {
            return self.paste_several(text, play, context);
        }
        if !is_nothing(&game) {
            play.show(game, context);
            return report_damage(damage, play, context);
        }
        let as_game = damage.filter(|_| text.contains(['.', '['])).map(|damage| damage.to_string());
        context.notify(Notice::Pasted(as_game.unwrap_or(error)));
    }

    /// Lists several games like those of a file.
    fn paste_several(&mut self, text: &str, play: &mut Play, context: &mut Context) {
        match Pasted::write(text) {
            Ok(pasted) => {
                let path = pasted.path.clone();
                self.pasted = Some(pasted);
                self.open_all(&path, play, context);
            }
            Err(error) => context.notify(Notice::Pasted(error.to_string())),
        }
    }

    /// Notes the place of the game on the board in a file, so that it is saved there; not if the file only
    /// lends its games.
    fn came_from(&self, path: &Path, range: Range<u64>, play: &mut Play) {
        if !self.lends(path, play) {
            play.record.came_from(path, range);
        }
    }

    /// Returns true if a file belongs to the program, which only lends its games.
    fn lends(&self, path: &Path, play: &Play) -> bool {
        let included = [paths::MASTER_GAMES, paths::ENDGAMES, paths::PUZZLES].map(paths::included);
        let own = [play.earlier_games(), play.earlier_matches()];
        self.pasted.as_ref().is_some_and(|pasted| pasted.path == path)
            || own.iter().chain(&included).any(|own| own.as_deref() == Some(path))
    }

    /// Opens a file by what it is.
    fn open_any(&mut self, path: PathBuf, play: &mut Play, context: &mut Context) {
        match FileKind::of(&path) {
            _ if !path.exists() => {
                self.recent.not_found(&path);
                context.notify(Notice::NoFile(path));
            }
            FileKind::Games | FileKind::Positions => self.open_all(&path, play, context),
            kind => context.ask(Effect::Open(path, kind)),
        }
    }

    /// Shows the first game of a file, and lists them all.
    fn open_all(&self, path: &Path, play: &mut Play, context: &mut Context) {
        // The program's working folder may change.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.into());
        self.open(&path, 0, play, context);
        if path.is_file() && !is_epd(&path) {
            context.ask(Effect::List(path));
        }
    }

    /// Shows the game of a file with this index.
    fn open(&self, path: &Path, index: usize, play: &mut Play, context: &mut Context) {
        let wrong = |reason: String| Notice::File(path.into(), reason);
        let opened = if path.is_dir() {
            Err(ErrorKind::IsADirectory.into())
        } else {
            heirloom_files::open_text(path, Arc::default())
        };
        let file = match opened {
            // A game that begins after this limit counts as missing, to limit the wait.
            Ok(file) => file.take(READ_AT_MOST),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return context.notify(Notice::NoFile(path.into()));
            }
            Err(error) => return context.notify(wrong(error.to_string())),
        };
        let mut damage = None;
        let (read, range) = if is_epd(path) {
            let line = Lines::new(file).nth(index);
            (line.map(|line| line.map(|line| epd::game(&line)).map_err(|error| error.to_string())), None)
        } else {
            let mut games = pgn::Reader::new(file).games();
            let read = games.nth(index).map(|game| game.map_err(|error| error.to_string()));
            damage = games.take_damage();
            (read, Some(games.place().offset..games.reader().place().offset))
        };
        match read {
            None => context.notify(Notice::NoGame(path.into(), index)),
            Some(Err(error)) => context.notify(wrong(error)),
            Some(Ok(game)) if is_nothing(&game) && damage.is_some() => {
                context.notify(wrong(damage.map(|damage| damage.to_string()).unwrap_or_default()));
            }
            Some(Ok(game)) => {
                play.show(game, context);
                report_damage(damage, play, context);
                if let Some(range) = range {
                    self.came_from(path, range, play);
                }
            }
        }
    }
}

/// Reports where and why the game on the board is damaged, if it is.
fn report_damage(damage: Option<PgnError>, play: &mut Play, context: &mut Context) {
    if let Some(damage) = damage {
        play.record.damaged = true;
        context.notices.remove(|notice| matches!(notice, Notice::Damaged(_)));
        context.notify(Notice::Damaged(damage.to_string()));
    }
}

/// Reports what was left out of a position so that it is a legal one.
fn report_repairs(remarks: &[FenRepair], context: &mut Context) {
    if !remarks.is_empty() {
        context.notify(Notice::Repaired(remarks.to_vec()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::model::command::{PlayCommand, Step};
    use crate::texts::Language;

    fn open(model: &mut Model, path: &Path) {
        model.command(FileCommand::OpenFile(path.into()));
    }

    fn named(path: &Path) -> Model {
        let mut model = Model::bare();
        open(&mut model, path);
        model.wait("the list", |model| model.games.progress().is_none());
        model
    }

    fn file(name: &str, bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        (folder, path)
    }

    #[test]
    fn a_file_that_is_named_is_opened_and_listed() {
        let (_folder, path) =
            file("games.pgn", b"[White \"Tal\"]\n\n1. e4 e5 *\n\n[White \"Keres\"]\n\n1. d4 *\n");
        let mut model = named(&path);
        assert_eq!((model.tag("White"), model.games.rows.len()), (Some("Tal"), 2));
        assert_eq!((model.play.record.file.as_ref(), model.notices().len()), (Some(&path), 0));
        model.command(PlayCommand::Go(Step::Last));
        assert_eq!(model.last_san(), "e5");
        for (name, text) in [
            ("one.epd", "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n"),
            ("one.fen", "4k3/8/8/8/8/8/8/4K2R w K - 3 30\n"),
        ] {
            let (_folder, path) = file(name, text.as_bytes());
            let model = named(&path);
            assert!(model.play.record.position().fen().starts_with("4k3/8/8/8/8/8/8/4K2R"), "{name}");
            assert!(model.notices().is_empty(), "{name}");
        }
    }

    #[test]
    fn what_cannot_be_opened_costs_one_message_that_names_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing.pgn");
        let model = named(&missing);
        assert_eq!(model.notices(), [Notice::NoFile(missing)]);
        let (_keep, empty) = file("empty.pgn", b"");
        let (_other, noise) = file("noise.pgn", &[0x9c; 3000]);
        for path in [empty, noise, folder.path().to_owned()] {
            let model = named(&path);
            assert!(!model.notices().is_empty(), "{path:?}");
            let name = path.display().to_string();
            for language in Language::ALL {
                assert!(model.notices().iter().all(|notice| language.notice(notice).contains(&name)));
            }
            assert_eq!(model.play.record.game().move_count(), 0);
        }
        let (_keep, damaged) =
            file("damaged.pgn", b"[White \"Tal\"]\n\n1. e4 Ke5 *\n\n[White \"Keres\"]\n\n1. d4 *\n");
        let model = named(&damaged);
        // The moves before the damage are shown.
        assert_eq!((model.play.record.game().move_count(), model.games.rows.len()), (1, 2));
        let Some(Notice::Damaged(reason)) = model.notices().first() else { panic!("{:?}", model.notices()) };
        assert!(reason.contains("line 3") && reason.contains("e5"), "{reason}");
    }

    #[test]
    fn damaged_games_are_shown_up_to_the_damage_and_listed() {
        let text = "[White \"Tal\"]\n\n1. e4 e5 2. Nf6 *\n\n[White \"Keres\"]\n\n1. d4 {never closed d5 *\n";
        let (_keep, path) = file("damaged.pgn", text.as_bytes());
        let mut model = named(&path);
        assert_eq!((model.play.record.game().move_count(), model.games.rows.len()), (2, 2));
        let is_reported =
            |notice: &Notice| matches!(notice, Notice::Damaged(reason) if reason.contains("Nf6"));
        assert!(model.notices().iter().any(is_reported), "{:?}", model.notices());
        model.command(FileCommand::Open(path, 1));
        assert_eq!((model.tag("White"), model.play.record.game().move_count()), (Some("Keres"), 1));
        assert!(!model.notices().iter().any(is_reported), "{:?}", model.notices());
    }

    #[test]
    fn a_file_that_is_named_takes_the_place_of_the_game_of_last_time() {
        let folder = tempfile::tempdir().unwrap();
        let begin = || {
            let mut model = Model::bare();
            model.keep_in(folder.path().join("desk"));
            model
        };
        let mut model = begin();
        model.type_move("e4");
        model.keep_now();
        drop(model);
        let (_keep, path) = file("games.pgn", b"[White \"Tal\"]\n\n1. d4 *\n");
        let mut model = begin();
        assert_eq!(model.notices(), [Notice::Recovered]);
        open(&mut model, &path);
        assert!(!model.notices().contains(&Notice::Recovered), "{:?}", model.notices());
    }
}
