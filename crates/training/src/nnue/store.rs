//! Shuffled samples on disk, for trainings on more of them than fit into memory.
//!
//! The shuffle has two passes. The first distributes the samples of all games over parts at random, so that
//! each part is a fair sample of the whole. The second is done in each epoch, while the previous part is
//! trained on: a part is read into memory and shuffled there. The order of the parts changes, too. Two parts
//! are in memory at a time, however many samples there are.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;

use serde::{Deserialize, Serialize};

use super::loader::{DataLoader, seed_of};
use super::sample::Sample;
use super::samples::{self, SampleChoice, SamplesError};

/// Approximate number of samples per part: 128 MiB.
const SAMPLES_PER_PART: u64 = 4 << 20;

/// Maximum number of parts, since all of them are written at the same time.
const MAX_PARTS: u64 = 400;

/// The file that describes the others; written last.
const MANIFEST: &str = "positions.json";

const HOLDOUT: &str = "holdout.positions";

/// A folder of samples.
#[derive(Clone, PartialEq, Debug)]
pub struct Store {
    folder: PathBuf,
    manifest: Manifest,
}

/// A description of the content.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The games and how the samples were chosen.
    pub recipe: serde_json::Value,
    /// Number of games read.
    pub games: u64,
    /// Number of samples in each part.
    pub parts: Vec<usize>,
    /// Number of samples held out.
    pub holdout: usize,
    /// Checksum of the scores and results of all samples.
    pub checksum: u32,
}

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The games cannot be read.
    #[error(transparent)]
    Samples(SamplesError),
    /// A file cannot be read or written.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// It holds samples of other games, or different ones of the same games.
    #[error("{0} contains positions of other games or settings; name another folder, or remove it")]
    Other(PathBuf),
}

/// Returns the number of parts for games of this size in bytes. About every second ply gives a sample, and a
/// ply takes four bytes.
pub fn parts_for(bytes: u64) -> usize {
    (bytes / 8).div_ceil(SAMPLES_PER_PART).clamp(1, MAX_PARTS) as usize
}

impl Store {
    /// Opens an existing store made with this recipe; none if there is no complete one. Fails with
    /// [`StoreError::Other`] if it was made with a different recipe.
    pub fn open(folder: &Path, recipe: &serde_json::Value) -> Result<Option<Store>, StoreError> {
        let Ok(text) = fs::read(folder.join(MANIFEST)) else { return Ok(None) };
        match serde_json::from_slice::<Manifest>(&text) {
            Ok(manifest) if manifest.recipe == *recipe => Ok(Some(Store { folder: folder.into(), manifest })),
            _ => Err(StoreError::Other(folder.into())),
        }
    }

    /// Reads games and distributes their samples over parts; remains of an interrupted attempt are
    /// overwritten. `count` is increased by the bytes read. None if `stop` was set. Fails if games cannot be
    /// read or files cannot be written.
    pub fn create(
        folder: &Path,
        files: &[PathBuf],
        choice: SampleChoice,
        recipe: serde_json::Value,
        parts: usize,
        count: &Arc<AtomicU64>,
        stop: &AtomicBool,
    ) -> Result<Option<Store>, StoreError> {
        let wrong = |path: PathBuf| move |error| StoreError::Io(path, error);
        fs::create_dir_all(folder).map_err(wrong(folder.into()))?;
        let create = |path: PathBuf| File::create(&path).map(BufWriter::new).map_err(wrong(path));
        let mut writers =
            (0..parts).map(|part| create(part_path(folder, part))).collect::<Result<Vec<_>, _>>()?;
        let mut holdout = create(folder.join(HOLDOUT))?;
        let mut manifest = Manifest { recipe, games: 0, parts: vec![0; parts], holdout: 0, checksum: 0 };
        let mut random = fastrand::Rng::with_seed(0);
        let mut hasher = crc32fast::Hasher::new();
        manifest.games = samples::each(files, choice, count, stop, &mut |sample, held_out| {
            hasher.update(&sample.label());
            if held_out {
                manifest.holdout += 1;
                return holdout.write_all(bytemuck::bytes_of(&sample));
            }
            let part = random.usize(..parts);
            manifest.parts[part] += 1;
            writers[part].write_all(bytemuck::bytes_of(&sample))
        })
        .map_err(StoreError::Samples)?;
        manifest.checksum = hasher.finalize();
        for writer in writers.iter_mut().chain([&mut holdout]) {
            writer.flush().map_err(wrong(folder.into()))?;
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let path = folder.join(MANIFEST);
        let text =
            serde_json::to_vec(&manifest).map_err(|error| StoreError::Io(path.clone(), error.into()))?;
        heirloom_files::replace(&path, &text).map_err(wrong(path))?;
        Ok(Some(Store { folder: folder.into(), manifest }))
    }

    /// Returns the description of the content.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Returns the number of training samples.
    pub fn training(&self) -> usize {
        self.manifest.parts.iter().sum()
    }

    /// Reads the samples held out. Fails if the file cannot be read.
    pub fn holdout(&self) -> Result<Vec<Sample>, StoreError> {
        let path = self.folder.join(HOLDOUT);
        read(&path, self.manifest.holdout).map_err(|error| StoreError::Io(path, error))
    }

    /// Reads a fair sample of the training samples: the first part. Fails if the file cannot be read.
    pub fn some(&self) -> Result<Vec<Sample>, StoreError> {
        let path = part_path(&self.folder, 0);
        read(&path, self.manifest.parts[0]).map_err(|error| StoreError::Io(path, error))
    }

    /// Returns a loader of the samples, epoch by epoch.
    pub fn loader(&self, seed: u64) -> DiskLoader {
        DiskLoader {
            store: self.clone(),
            seed,
            epoch: 0,
            order: Vec::new(),
            next: 0,
            current: Vec::new(),
            delivered: 0,
            upcoming: None,
        }
    }
}

fn part_path(folder: &Path, part: usize) -> PathBuf {
    folder.join(format!("{part:03}.positions"))
}

/// Reads the samples of a file, which must hold exactly this many.
fn read(path: &Path, count: usize) -> io::Result<Vec<Sample>> {
    let mut file = File::open(path)?;
    let found = file.metadata()?.len();
    if found != (count * size_of::<Sample>()) as u64 {
        let reason = format!(
            "it has {found} bytes instead of {}; remove the folder to rebuild it",
            count * size_of::<Sample>()
        );
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    let mut samples = vec![bytemuck::Zeroable::zeroed(); count];
    file.read_exact(bytemuck::cast_slice_mut(&mut samples))?;
    Ok(samples)
}

/// The samples of a store in the order of an epoch.
pub struct DiskLoader {
    store: Store,
    seed: u64,
    epoch: usize,
    /// The order of the parts in this epoch.
    order: Vec<usize>,
    /// Number of parts requested.
    next: usize,
    current: Vec<Sample>,
    /// Number of samples of the current part already delivered.
    delivered: usize,
    /// The next part, while it is being read.
    upcoming: Option<JoinHandle<io::Result<Vec<Sample>>>>,
}

impl DiskLoader {
    /// Begins to read the next part of the order, if there is one.
    fn read_next(&mut self) {
        let Some(&part) = self.order.get(self.next) else { return };
        self.next += 1;
        let (path, count) = (part_path(&self.store.folder, part), self.store.manifest.parts[part]);
        let seed = seed_of(self.seed, self.epoch, part + 1);
        self.upcoming = Some(std::thread::spawn(move || {
            let named =
                |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
            let mut samples = read(&path, count).map_err(named)?;
            fastrand::Rng::with_seed(seed).shuffle(&mut samples);
            Ok(samples)
        }));
    }

    /// Makes the next part the current one, and begins to read the part after it.
    fn advance(&mut self) -> io::Result<()> {
        let Some(upcoming) = self.upcoming.take() else { return Err(io::ErrorKind::UnexpectedEof.into()) };
        self.current = upcoming.join().map_err(|_| io::Error::other("a reader thread failed"))??;
        self.delivered = 0;
        self.read_next();
        Ok(())
    }
}

impl DataLoader for DiskLoader {
    fn len(&self) -> usize {
        self.store.training()
    }

    fn begin(&mut self, epoch: usize, skip: usize) -> io::Result<()> {
        self.epoch = epoch;
        self.order = (0..self.store.manifest.parts.len()).collect();
        fastrand::Rng::with_seed(seed_of(self.seed, epoch, 0)).shuffle(&mut self.order);
        let mut left = skip;
        self.next = 0;
        while let Some(&part) =
            self.order.get(self.next).filter(|&&part| self.store.manifest.parts[part] <= left)
        {
            left -= self.store.manifest.parts[part];
            self.next += 1;
        }
        (self.current, self.delivered, self.upcoming) = (Vec::new(), 0, None);
        self.read_next();
        if left > 0 {
            self.advance()?;
            self.delivered = left;
        }
        Ok(())
    }

    fn fill(&mut self, batch: &mut Vec<Sample>, count: usize) -> io::Result<()> {
        batch.clear();
        while batch.len() < count {
            if self.delivered == self.current.len() {
                self.advance()?;
            }
            let taken = (count - batch.len()).min(self.current.len() - self.delivered);
            batch.extend_from_slice(&self.current[self.delivered..self.delivered + taken]);
            self.delivered += taken;
        }
        Ok(())
    }
}
