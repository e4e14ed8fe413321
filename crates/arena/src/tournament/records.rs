//! The records of a match: its files, and for each finished game its journal entry, its PGN, and the
//! transcript if there was a fault.

use std::path::{Path, PathBuf};

use heirloom_chess::notation::pgn;
use heirloom_chess::{Color, Line};

use super::{Records, Tournament, TournamentError};
use crate::game::{EngineFault, FinishedGame, Player};
use crate::journal::{Header, Journal};
use crate::pgn_file::PgnFile;
use crate::schedule::Fixture;
use crate::standings::GameEntry;

/// Hashes the positions of a game to a number that is the same on every machine and never 0 (FNV-1a over
/// their keys).
fn fingerprint(line: &Line) -> u64 {
    let keys = line.keys().iter().copied().chain([line.position().key()]);
    keys.fold(0xCBF2_9CE4_8422_2325, |hash: u64, key| (hash ^ key).wrapping_mul(0x0100_0000_01B3)).max(1)
}

impl Records {
    /// Opens the files of a match, and creates those that do not exist. Returns the games that the journal
    /// already has; those missing from the PGN file are added to it. The length of the PGN file in the header
    /// is filled in. Fails if a file cannot be used, or if the journal belongs to a match with other
    /// settings.
    pub fn open(
        pgn: Option<&Path>,
        journal: Option<(&Path, Header)>,
    ) -> Result<(Records, Vec<GameEntry>), TournamentError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| TournamentError::File(path, error)
        };
        let mut file = match pgn {
            Some(path) => Some((path.to_owned(), PgnFile::open(path).map_err(failed(path))?)),
            None => None,
        };
        let Some((path, header)) = journal else {
            return Ok((Records { journal: None, pgn: file }, Vec::new()));
        };
        let pgn_begin = match &file {
            Some((path, file)) => file.len().map_err(failed(path))?,
            None => 0,
        };
        let (journal, header, games) =
            Journal::open(path, &Header { pgn_begin, ..header }).map_err(TournamentError::Journal)?;
        if let Some((path, file)) = &mut file {
            let texts = games.iter().map(|game| game.pgn.as_str()).filter(|text| !text.is_empty());
            file.complete(header.pgn_begin, texts).map_err(failed(path))?;
        }
        Ok((Records { journal: Some(journal), pgn: file }, games))
    }
}

impl Tournament<'_> {
    pub(super) fn entry(&self, fixture: Fixture, opening: usize, played: &FinishedGame) -> GameEntry {
        let engine_of = |color: Color| fixture.players[color.index()];
        GameEntry {
            game: fixture.game,
            players: fixture.players,
            opening,
            result: played.ending.result().as_str().to_owned(),
            termination: played.ending.termination().to_owned(),
            ending: played.ending.to_string(),
            plies: played.line.moves().len(),
            fault: played
                .ending
                .fault()
                .map(|(color, fault): (Color, EngineFault)| (engine_of(color), fault)),
            usage: played.usage(),
            fingerprint: fingerprint(&played.line),
            pgn: String::new(),
        }
    }

    pub(super) fn pgn(&self, fixture: Fixture, played: &FinishedGame) -> String {
        let [white, black] = fixture.players.map(|player| &self.contestants[player]);
        let mut game = played.record([&white.name, &black.name], [white.control, black.control]);
        let tags = game.tags_mut();
        for (name, value) in &self.tags {
            tags.set(name, value);
        }
        tags.set("Round", &format!("{}.{}", fixture.round + 1, fixture.game + 1));
        pgn::to_string(&game)
    }

    /// Saves the transcript of a game with a fault, if there is a folder for it.
    pub(super) fn save_transcript(
        &self,
        fixture: Fixture,
        player: &Player,
        played: &FinishedGame,
    ) -> Result<Option<PathBuf>, TournamentError> {
        let Some(folder) = &self.transcripts else { return Ok(None) };
        let plain: String = player
            .name
            .chars()
            .map(|letter| if letter.is_alphanumeric() || letter == '-' { letter } else { '_' })
            .collect();
        let path = folder.join(format!("game-{:06}-{plain}.txt", fixture.game + 1));
        let [white, black] = fixture.players.map(|number| self.contestants[number].name.as_str());
        let text = format!(
            "game {}: {white} - {black}\n{}\n\n{}\n\n\
             seconds since the engine started; > sent, < received, ! error output, # referee\n{}",
            fixture.game + 1,
            played.ending,
            pgn::to_string(
                &played
                    .record([white, black], fixture.players.map(|number| self.contestants[number].control))
            )
            .trim_end(),
            player.transcript.text()
        );
        let saved = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
        saved.map_err(|error| TournamentError::File(path.clone(), error))?;
        Ok(Some(path))
    }
}
