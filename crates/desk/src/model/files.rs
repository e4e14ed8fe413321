//! Games and positions that come from files and the clipboard, and go there.

use std::path::Path;
use std::sync::Arc;

use heirloom_chess::Position;
use heirloom_chess::game::Game;
use heirloom_chess::notation::epd::{Epd, Lines};
use heirloom_chess::notation::pgn;

use super::notice::Notice;
use super::play::Table;
use super::players::Player;
use super::record::Record;
use super::{Model, Stage, epd};

impl Model {
    /// Shows a game; nobody plays it.
    pub(super) fn show(&mut self, game: Game) {
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
        self.stop_engines();
        self.table = Table::default();
        (self.replay, self.analysis.hint) = (None, None);
        self.record = record;
    }

    pub(super) fn paste(&mut self, text: &str) {
        let text = text.trim();
        match Position::from_fen(text) {
            Ok(position) => self.show(Game::from_position(position)),
            Err(_) if Epd::parse(text).is_ok_and(|line| self.show_epd(&line)) => {}
            Err(error) => match pgn::parse(text) {
                Some(Ok(game)) if game.move_count() > 0 => self.show(game),
                Some(Err(wrong)) if text.contains(['.', '[']) => self.tell(Notice::Pasted(wrong.to_string())),
                _ => self.tell(Notice::Pasted(error.to_string())),
            },
        }
    }

    fn show_epd(&mut self, line: &Epd) -> bool {
        self.show(epd::game(line));
        true
    }

    pub(super) fn open(&mut self, path: &Path, index: usize) {
        let wrong = |reason: String| Notice::File(path.into(), reason);
        let file = match heirloom_files::open(path, Arc::default()) {
            Ok(file) => file,
            Err(error) => return self.tell(wrong(error.to_string())),
        };
        let is_epd = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("epd"));
        let read = if is_epd {
            let line = Lines::new(file).nth(index);
            line.map(|line| line.map(|line| epd::game(&line)).map_err(|error| error.to_string()))
        } else {
            pgn::Reader::new(file).games().nth(index).map(|game| game.map_err(|error| error.to_string()))
        };
        match read {
            None => self.tell(wrong("no game there".into())),
            Some(Err(error)) => self.tell(wrong(error)),
            Some(Ok(game)) => {
                self.show(game);
                self.record.file = Some(path.into());
            }
        }
    }

    pub(super) fn save(&mut self, path: &Path) {
        let mut text = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return self.tell(Notice::File(path.into(), error.to_string())),
        };
        if !text.is_empty() && !text.ends_with(b"\n\n") {
            text.extend(b"\n\n");
        }
        text.extend(pgn::to_string(self.record.game()).into_bytes());
        match heirloom_files::replace(path, &text) {
            Ok(()) => {
                self.record.saved();
                self.record.file = Some(path.into());
                self.tell(Notice::Saved(path.into()));
            }
            Err(error) => self.tell(Notice::File(path.into(), error.to_string())),
        }
    }
}
