//! Reads files of labeled positions and games into samples on several threads, with some held out.

pub mod games;
pub mod label;

use std::collections::HashSet;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use heirloom_chess::Position;
use heirloom_chess::notation::pgn::{self, Reader};
use rayon::prelude::*;

use super::model::{Model, Trace, Tunable};
use super::quiet;
use super::samples::{Label, Samples};
use games::{Choice, Collector};

/// How files are read.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceOptions {
    /// Resolves the captures of each position to a quiet one.
    pub quiet: bool,
    /// Which positions of games are taken.
    pub choice: Choice,
    /// The share of games that is held out, 0 to 1.
    pub holdout: f64,
    /// The value in centipawns of one unit of the scores in files of positions.
    pub score_unit: f64,
    /// Keeps positions that occurred before.
    pub keep_duplicates: bool,
    /// Maximum number of samples; 0 for all.
    pub limit: usize,
    /// The random seed.
    pub seed: u64,
}

impl Default for SourceOptions {
    fn default() -> SourceOptions {
        let choice = Choice { skip_plies: 16, one_in: 1 };
        SourceOptions {
            quiet: false,
            choice,
            holdout: 0.1,
            score_unit: 1.0,
            keep_duplicates: false,
            limit: 0,
            seed: 1,
        }
    }
}

/// Counts of everything that was read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceCounts {
    /// Lines or games read.
    pub read: u64,
    /// Invalid lines and games.
    pub bad: u64,
    /// The first of them: file, place, reason.
    pub first_bad: Option<String>,
    /// Positions in check, without a trace, or (if quiet ones are requested) without a quiet end.
    pub unfit: u64,
    /// Positions that occurred before.
    pub duplicates: u64,
    /// Samples for training.
    pub training: u64,
    /// Samples held out.
    pub holdout: u64,
    /// Samples with a result.
    pub results: u64,
    /// Samples with a score.
    pub scores: u64,
    /// The largest difference in centipawns between an evaluation and its trace, for some of the samples.
    pub difference: u32,
}

/// The error for a file that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {path}: {error}")]
pub struct SourceError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub error: io::Error,
}

/// Consecutive lines of a position file that are held out together: neighbors may come from the same game.
const BLOCK: u64 = 64;

/// Number of positions processed at a time.
const BATCH: usize = 16_384;

/// One in this many samples is compared with the evaluation.
const COMPARED_ONE_IN: usize = 64;

/// Reads files into samples.
pub struct Source<'a> {
    evaluation: &'a dyn Tunable,
    model: &'a Model,
    reading: &'a SourceOptions,
    seen: HashSet<u64>,
    /// Samples for training, each in a random part.
    parts: Vec<Samples>,
    holdout: Samples,
    random: fastrand::Rng,
    /// Counts of what was read.
    pub counts: SourceCounts,
}

/// Number of parts that training samples are distributed over and that are concatenated at the end: neighbors
/// in memory then come from different games without a further shuffle.
const PARTS: usize = 64;

/// A position or line to be processed, with the number of its game.
type OfGame<T> = (u64, T);

impl<'a> Source<'a> {
    /// Creates a source before reading; `model` is that of `evaluation`.
    pub fn new(evaluation: &'a dyn Tunable, model: &'a Model, reading: &'a SourceOptions) -> Source<'a> {
        let (parts, holdout) = (vec![Samples::default(); PARTS], Samples::default());
        let random = fastrand::Rng::with_seed(reading.seed);
        Source {
            evaluation,
            model,
            reading,
            seen: HashSet::new(),
            parts,
            holdout,
            random,
            counts: SourceCounts::default(),
        }
    }

    /// Returns the training samples, those held out, and the counts.
    pub fn finish(self) -> ([Samples; 2], SourceCounts) {
        let mut training = Samples::with_room_for(&self.parts);
        for part in self.parts {
            training.append(&part);
        }
        ([training, self.holdout], self.counts)
    }

    /// Reads a file, compressed or not: games if its name ends with `.pgn`, else a position per line. `bytes`
    /// is increased by the bytes read from disk. Ends early if `stop` is set or the limit is reached. Fails
    /// if the file cannot be read; invalid lines and games are only counted.
    pub fn read(&mut self, path: &Path, bytes: Arc<AtomicU64>, stop: &AtomicBool) -> Result<(), SourceError> {
        let failed = |error| SourceError { path: path.into(), error };
        let input = heirloom_files::open(path, bytes).map_err(failed)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        if name.trim_end_matches(".zst").ends_with(".pgn") {
            self.read_games(path, input, stop).map_err(failed)
        } else {
            self.read_lines(path, input, stop).map_err(failed)
        }
    }

    fn is_full(&self, stop: &AtomicBool) -> bool {
        let samples = self.counts.training + self.counts.holdout;
        stop.load(Ordering::Relaxed) || (self.reading.limit > 0 && samples >= self.reading.limit as u64)
    }

    fn read_lines(
        &mut self,
        path: &Path,
        mut input: Box<dyn BufRead + Send>,
        stop: &AtomicBool,
    ) -> io::Result<()> {
        let (mut number, mut over) = (0, false);
        while !over && !self.is_full(stop) {
            let mut lines: Vec<OfGame<String>> = Vec::with_capacity(BATCH);
            while lines.len() < BATCH {
                let mut line = Vec::new();
                if input.read_until(b'\n', &mut line)? == 0 {
                    over = true;
                    break;
                }
                number += 1;
                let line = pgn::decode(&line).trim().to_string();
                if !line.is_empty() && !line.starts_with('#') {
                    lines.push((number, line));
                }
            }
            let unit = self.reading.score_unit;
            let parsed: Vec<_> =
                lines.par_iter().map(|(number, line)| (*number, label::parse(line, unit))).collect();
            let mut positions = Vec::with_capacity(parsed.len());
            for (number, outcome) in parsed {
                self.counts.read += 1;
                match outcome {
                    Ok(Some(labelled)) => positions.push((number / BLOCK, labelled)),
                    Ok(None) => {}
                    Err(error) => self.note_bad(|| format!("{}, line {number}: {error}", path.display())),
                }
            }
            self.take(path, &positions);
        }
        Ok(())
    }

    fn read_games(
        &mut self,
        path: &Path,
        input: Box<dyn BufRead + Send>,
        stop: &AtomicBool,
    ) -> io::Result<()> {
        let mut reader = Reader::new(input);
        let mut collector = Collector::new(self.reading.choice, self.reading.seed);
        let mut positions: Vec<OfGame<(Position, Label)>> = Vec::with_capacity(BATCH);
        while !self.is_full(stop) {
            let Some(outcome) = reader.read_game(&mut collector) else { break };
            self.counts.read += 1;
            match outcome {
                Ok(()) => positions
                    .extend(collector.positions.drain(..).map(|labelled| (collector.games, labelled))),
                Err(error) => self.note_bad(|| format!("{}: {error}", path.display())),
            }
            if positions.len() >= BATCH {
                self.take(path, &positions);
                positions.clear();
            }
        }
        self.take(path, &positions);
        Ok(())
    }

    fn note_bad(&mut self, what: impl FnOnce() -> String) {
        self.counts.bad += 1;
        self.counts.first_bad.get_or_insert_with(what);
    }

    /// Traces positions and adds them to the training or hold-out samples.
    fn take(&mut self, path: &Path, positions: &[OfGame<(Position, Label)>]) {
        let (evaluation, quiet) = (self.evaluation, self.reading.quiet);
        let traced: Vec<Option<(u64, Trace)>> = positions
            .par_iter()
            .map(|(_, (position, _))| {
                let resolved = if quiet { quiet::leaf(evaluation, position)? } else { position.clone() };
                let fit = !resolved.in_check() && !resolved.legal_moves().is_empty();
                Some((resolved.key(), evaluation.trace(&resolved).filter(|_| fit)?))
            })
            .collect();
        if !quiet {
            self.compare(positions, &traced);
        }
        for ((game, (_, label)), traced) in positions.iter().zip(traced) {
            let Some((key, trace)) = traced else {
                self.counts.unfit += 1;
                continue;
            };
            if !self.reading.keep_duplicates && !self.seen.insert(key) {
                self.counts.duplicates += 1;
                continue;
            }
            if self.is_held_back(path, *game) {
                self.holdout.push(self.model, &trace, *label);
                self.counts.holdout += 1;
            } else {
                self.parts[self.random.usize(..PARTS)].push(self.model, &trace, *label);
                self.counts.training += 1;
            }
            self.counts.results += u64::from(label.result.is_some());
            self.counts.scores += u64::from(label.score.is_some());
        }
    }

    /// Records the largest difference between traces and evaluations.
    fn compare(&mut self, positions: &[OfGame<(Position, Label)>], traced: &[Option<(u64, Trace)>]) {
        let weights = super::score::Weights::new(self.model, &self.model.values());
        for ((_, (position, label)), traced) in positions.iter().zip(traced).step_by(COMPARED_ONE_IN) {
            let Some((_, trace)) = traced else { continue };
            let mut one = Samples::default();
            one.push(self.model, trace, *label);
            let sign = if position.turn() == heirloom_chess::Color::White { 1.0 } else { -1.0 };
            let explained = sign * weights.score(&one.get(0)).score;
            let difference = (explained - self.evaluation.evaluate(position) as f32).abs();
            self.counts.difference = self.counts.difference.max(difference as u32);
        }
    }

    /// Decides by file, game and seed alone, so that more data does not move games between the sets.
    fn is_held_back(&self, path: &Path, game: u64) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let of_name = name
            .bytes()
            .fold(self.reading.seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        fastrand::Rng::with_seed(of_name ^ game.wrapping_mul(0x9e37_79b9_7f4a_7c15)).f64()
            < self.reading.holdout
    }
}
