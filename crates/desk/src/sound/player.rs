//! Plays the sound with a program of the system; on Linux a library would need ALSA's development files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::thread;

use super::{LENGTH, RATE, samples};

/// Programs that play a file, the most common first, with the arguments before the file's name.
const PLAYERS: [(&str, &[&str]); 4] =
    [("pw-play", &[]), ("paplay", &[]), ("aplay", &["-q"]), ("play", &["-q"])];

/// Plays the sound without waiting for it. Returns true if there is a program for it.
pub fn knock() -> bool {
    static PLAYER: OnceLock<Option<(PathBuf, &[&str])>> = OnceLock::new();
    let Some((player, words)) = PLAYER.get_or_init(|| player(std::env::var_os("PATH").as_deref())) else {
        return false;
    };
    // Without a thread or a place for the file there is no sound.
    let _ = thread::Builder::new().name("knock".into()).spawn(move || {
        let Some(file) = file() else { return };
        let mut command = Command::new(player);
        command.args(*words).arg(file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let _ = command.status();
    });
    true
}

/// Returns the first of the programs that is installed.
fn player(path: Option<&std::ffi::OsStr>) -> Option<(PathBuf, &'static [&'static str])> {
    let folders: Vec<PathBuf> = std::env::split_paths(path?).collect();
    let found = |name: &str| folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file());
    PLAYERS.iter().find_map(|(name, words)| Some((found(name)?, *words)))
}

/// Returns the file to play, which is written once.
fn file() -> Option<&'static Path> {
    static FILE: OnceLock<Option<tempfile::TempPath>> = OnceLock::new();
    let make = || {
        let file = tempfile::Builder::new().prefix("heirloom-").suffix(".wav").tempfile().ok()?;
        fs::write(file.path(), wave()).ok()?;
        Some(file.into_temp_path())
    };
    FILE.get_or_init(make).as_deref()
}

/// Returns the sound as a WAV file.
fn wave() -> Vec<u8> {
    let bytes = 2 * LENGTH;
    let mut wave = Vec::new();
    wave.extend(b"RIFF");
    wave.extend((36 + bytes).to_le_bytes());
    wave.extend(b"WAVEfmt ");
    wave.extend(16_u32.to_le_bytes());
    // PCM, one channel.
    wave.extend([1, 0, 1, 0]);
    wave.extend(RATE.to_le_bytes());
    wave.extend((2 * RATE).to_le_bytes());
    wave.extend([2, 0, 16, 0]);
    wave.extend(b"data");
    wave.extend(bytes.to_le_bytes());
    for sample in samples() {
        wave.extend(((sample * 32_000.0) as i16).to_le_bytes());
    }
    wave
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_knock_is_a_file_that_programs_play() {
        let wave = wave();
        let size = u32::from_le_bytes([wave[4], wave[5], wave[6], wave[7]]);
        assert_eq!((wave.len(), &wave[8..12]), (size as usize + 8, &b"WAVE"[..]));
        assert!(wave[44..].iter().any(|byte| *byte != 0));
        assert!(file().is_some_and(|path| fs::read(path).unwrap() == wave));
    }

    #[test]
    fn the_first_player_that_is_there_plays() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(player(Some(folder.path().as_os_str())), None);
        for name in ["play", "aplay"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        assert_eq!(player(Some(folder.path().as_os_str())), Some((folder.path().join("aplay"), &["-q"][..])));
    }
}
