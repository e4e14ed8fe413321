//! An existing net as the starting point of a training.

use heirloom_flagship::net::{NetError, Parts, WIN_HALF};

use super::model::Model;
use super::quantize;

/// The parts of a net file that a training uses.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainedNet {
    /// The weights.
    pub model: Model,
    /// The scale in centipawns of an output of one, in the units of its file.
    pub scale: f32,
    /// The score with an even chance of winning as its file specifies it, in tenths of a centipawn.
    pub win_half: Option<u32>,
    /// The checksum of its file.
    pub checksum: u32,
    /// The description in its file, by line.
    pub about: Vec<String>,
}

/// Why a net cannot be trained further.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TrainedNetError {
    /// The file is not a valid net.
    #[error(transparent)]
    Net(NetError),
    /// Nets of its shape cannot be trained.
    #[error("nets of this size cannot be trained; see 'heirloom train --help'")]
    Shape,
}

impl TrainedNet {
    /// Returns the scale in centipawns of an output of one, in the units of the search.
    pub fn search_scale(&self) -> f32 {
        self.scale * WIN_HALF as f32 / self.win_half.unwrap_or(WIN_HALF) as f32
    }

    /// Reads a net file. Fails if the net cannot be used.
    pub fn from_bytes(bytes: &[u8]) -> Result<TrainedNet, TrainedNetError> {
        let parts = Parts::from_bytes(bytes).map_err(TrainedNetError::Net)?;
        let model = quantize::model(&parts).ok_or(TrainedNetError::Shape)?;
        Ok(TrainedNet {
            model,
            scale: parts.scale as f32,
            win_half: parts.win_half,
            checksum: crc32fast::hash(bytes),
            about: parts.about,
        })
    }
}
