//! Games and positions that come from files and the clipboard, and go there.

use std::io::{ErrorKind, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use web_time::Instant;

use heirloom_chess::Position;
use heirloom_chess::game::Game;
use heirloom_chess::notation::epd::{Epd, Lines};
use heirloom_chess::notation::fen::FenRemark;
use heirloom_chess::notation::pgn::{self, PgnError};
use tempfile::TempDir;

use super::clocks::Clocks;
use super::games::GamesCommand;
use super::notice::Notice;
use super::play::Table;
use super::players::Player;
use super::record::Record;
use super::{Model, Stage, epd};
use crate::command::Command;

/// A game that is opened begins and ends within so many bytes of its file.
const READ_AT_MOST: u64 = 32 << 20;

fn is_epd(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("epd") || ending.eq_ignore_ascii_case("fen"))
}

/// Has the game neither moves nor a position of its own nor tags that say who played?
fn is_nothing(game: &Game) -> bool {
    let is_known = |name: &str| game.tags().get(name).is_some_and(|value| value != "?");
    game.move_count() == 0
        && game.start() == &Position::startpos()
        && !["Event", "White", "Black"].into_iter().any(is_known)
}

/// A file of several games that were pasted; it goes when others take its place.
#[derive(Debug)]
pub(super) struct Pasted {
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

/// Is a text a position or a game?
pub(super) fn is_readable(text: &str) -> bool {
    let text = text.trim();
    let game = || pgn::Reader::new(text.as_bytes()).games().next().and_then(Result::ok);
    Epd::parse(text).is_ok() || game().is_some_and(|game| !is_nothing(&game))
}

impl Model {
    /// Shows a game; nobody plays it.
    pub(super) fn show(&mut self, game: Game) {
        // While it is known who was playing.
        self.shelve();
        self.record.changed = false;
        self.clocks = Clocks::new(self.clocks.level());
        self.stage = Stage::Free;
        self.players = [Player::Human, Player::Human];
        for color in heirloom_chess::Color::ALL {
            self.seats.vacate(color);
        }
        self.replace(Record::new(game));
        self.moved();
    }

    /// Puts another game in the place of the one there was.
    pub(super) fn replace(&mut self, record: Record) {
        self.shelve();
        self.notices.retain(|notice| *notice != Notice::Recovered);
        self.stop_engines();
        self.table = Table::default();
        (self.replay, self.analysis.hint) = (None, None);
        self.record = record;
    }

    pub(super) fn paste(&mut self, text: &str, now: Instant) {
        let text = text.trim();
        let error = match Epd::parse(text) {
            Ok(line) => {
                self.show(epd::game(&line));
                return self.report_repairs(&line.remarks);
            }
            Err(error) => error.reason.to_string(),
        };
        let mut games = pgn::Reader::new(text.as_bytes()).games();
        let game = games.next().and_then(Result::ok).unwrap_or_default();
        let damage = games.take_damage();
        if !is_nothing(&game) && games.any(|game| game.is_ok_and(|game| !is_nothing(&game))) {
            return self.paste_several(text, now);
        }
        if !is_nothing(&game) {
            self.show(game);
            return self.report_damage(damage);
        }
        let as_game = damage.filter(|_| text.contains(['.', '['])).map(|damage| damage.to_string());
        self.tell(Notice::Pasted(as_game.unwrap_or(error)));
    }

    /// Several games are listed like those of a file.
    fn paste_several(&mut self, text: &str, now: Instant) {
        match Pasted::write(text) {
            Ok(pasted) => {
                let path = pasted.path.clone();
                self.pasted = Some(pasted);
                self.open_named(&path, now);
            }
            Err(error) => self.tell(Notice::Pasted(error.to_string())),
        }
    }

    /// Notes where the game on the board lies in a file, so that it is saved there; not of a file that only lends its games.
    pub(super) fn came_from(&mut self, path: &Path, place: Range<u64>) {
        let lends = self.pasted.as_ref().is_some_and(|pasted| pasted.path == path)
            || [self.earlier_games(), self.earlier_matches()].iter().any(|own| own.as_deref() == Some(path));
        if !lends {
            self.record.came_from(path, place);
        }
    }

    /// Says where and why the game on the board is damaged, if it is.
    pub(super) fn report_damage(&mut self, damage: Option<PgnError>) {
        if let Some(damage) = damage {
            self.damaged = Some(self.record.id());
            self.notices.retain(|notice| !matches!(notice, Notice::Damaged(_)));
            self.tell(Notice::Damaged(damage.to_string()));
        }
    }

    /// Says what was left out of a position so that it is one.
    fn report_repairs(&mut self, remarks: &[FenRemark]) {
        if !remarks.is_empty() {
            self.tell(Notice::Repaired(remarks.to_vec()));
        }
    }

    /// Shows the first game of a file, and lists them all.
    pub(super) fn open_named(&mut self, path: &Path, now: Instant) {
        // The folder that a program was started in does not matter later.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.into());
        self.open(&path, 0);
        if path.is_file() && !is_epd(&path) {
            self.carry_out(Command::Games(GamesCommand::List(path)), now);
            self.games.opened = true;
        }
    }

    pub(super) fn open(&mut self, path: &Path, index: usize) {
        let wrong = |reason: String| Notice::File(path.into(), reason);
        let opened = if path.is_dir() {
            Err(ErrorKind::IsADirectory.into())
        } else {
            heirloom_files::open_text(path, Arc::default())
        };
        let file = match opened {
            // Nobody waits for a game that begins later, and there is none.
            Ok(file) => file.take(READ_AT_MOST),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return self.tell(Notice::NoFile(path.into()));
            }
            Err(error) => return self.tell(wrong(error.to_string())),
        };
        let mut damage = None;
        let (read, place) = if is_epd(path) {
            let line = Lines::new(file).nth(index);
            (line.map(|line| line.map(|line| epd::game(&line)).map_err(|error| error.to_string())), None)
        } else {
            let mut games = pgn::Reader::new(file).games();
            let read = games.nth(index).map(|game| game.map_err(|error| error.to_string()));
            damage = games.take_damage();
            (read, Some(games.place().offset..games.reader().place().offset))
        };
        match read {
            None => self.tell(Notice::NoGame(path.into(), index)),
            Some(Err(error)) => self.tell(wrong(error)),
            Some(Ok(game)) if is_nothing(&game) && damage.is_some() => {
                self.tell(wrong(damage.map(|damage| damage.to_string()).unwrap_or_default()));
            }
            Some(Ok(game)) => {
                self.show(game);
                self.report_damage(damage);
                if let Some(place) = place {
                    self.came_from(path, place);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Step;
    use crate::roster::Nobody;
    use crate::texts::Language;

    fn named(path: &Path) -> Model {
        let mut model = Model::new(Arc::new(Nobody), Arc::new(|| {}));
        model.open_named(path, Instant::now());
        let end = Instant::now() + web_time::Duration::from_secs(20);
        while model.games.progress().is_some() {
            assert!(Instant::now() < end);
            model.poll(Instant::now());
        }
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
        assert_eq!((model.record.game().tags().get("White"), model.games.rows.len()), (Some("Tal"), 2));
        assert_eq!((model.record.file.as_ref(), model.notices.len()), (Some(&path), 0));
        model.apply(Command::Go(Step::Last), Instant::now());
        assert_eq!(model.record.last_san().as_deref(), Some("e5"));
        for (name, text) in [
            ("one.epd", "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n"),
            ("one.fen", "4k3/8/8/8/8/8/8/4K2R w K - 3 30\n"),
        ] {
            let (_folder, path) = file(name, text.as_bytes());
            let model = named(&path);
            assert!(
                model.record.position().fen().starts_with("4k3/8/8/8/8/8/8/4K2R") && model.notices.is_empty(),
                "{name}"
            );
        }
    }

    #[test]
    fn what_cannot_be_opened_costs_one_message_that_names_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing.pgn");
        let model = named(&missing);
        assert_eq!(model.notices, [Notice::NoFile(missing)]);
        let (_keep, empty) = file("empty.pgn", b"");
        let (_other, noise) = file("noise.pgn", &[0x9c; 3000]);
        for path in [empty, noise, folder.path().to_owned()] {
            let model = named(&path);
            assert!(!model.notices.is_empty(), "{path:?}");
            for language in Language::ALL {
                assert!(
                    model
                        .notices
                        .iter()
                        .all(|notice| language.notice(notice).contains(&path.display().to_string()))
                );
            }
            assert_eq!(model.record.game().move_count(), 0);
        }
        let (_keep, damaged) =
            file("damaged.pgn", b"[White \"Tal\"]\n\n1. e4 Ke5 *\n\n[White \"Keres\"]\n\n1. d4 *\n");
        let model = named(&damaged);
        assert_eq!(
            (model.record.game().move_count(), model.games.rows.len()),
            (1, 2),
            "the moves before the damage are shown"
        );
        let Some(Notice::Damaged(reason)) = model.notices.first() else { panic!("{:?}", model.notices) };
        assert!(reason.contains("line 3") && reason.contains("e5"), "{reason}");
    }

    #[test]
    fn damaged_games_are_shown_up_to_the_damage_and_listed() {
        let text = "[White \"Tal\"]\n\n1. e4 e5 2. Nf6 *\n\n[White \"Keres\"]\n\n1. d4 {never closed d5 *\n";
        let (_keep, path) = file("damaged.pgn", text.as_bytes());
        let mut model = named(&path);
        assert_eq!((model.record.game().move_count(), model.games.rows.len()), (2, 2));
        assert!(
            matches!(model.notices.first(), Some(Notice::Damaged(reason)) if reason.contains("Nf6")),
            "{:?}",
            model.notices
        );
        model.apply(Command::Open(path, 1), Instant::now());
        assert_eq!(
            (model.record.game().tags().get("White"), model.record.game().move_count()),
            (Some("Keres"), 1)
        );
        let about_another =
            |notice: &&Notice| matches!(notice, Notice::Damaged(reason) if reason.contains("Nf6"));
        assert!(!model.notices.iter().any(|notice| about_another(&notice)), "{:?}", model.notices);
    }

    #[test]
    fn a_file_that_is_named_takes_the_place_of_the_game_of_last_time() {
        let folder = tempfile::tempdir().unwrap();
        let begin = || {
            let mut model = Model::new(Arc::new(Nobody), Arc::new(|| {}));
            model.keep_in(folder.path().join("desk"));
            model
        };
        let mut model = begin();
        model.apply(Command::Type("e4".into()), Instant::now());
        model.keep_now();
        drop(model);
        let (_keep, path) = file("games.pgn", b"[White \"Tal\"]\n\n1. d4 *\n");
        let mut model = begin();
        assert_eq!(model.notices, [Notice::Recovered]);
        model.open_named(&path, Instant::now());
        assert!(!model.notices.contains(&Notice::Recovered), "{:?}", model.notices);
    }
}
