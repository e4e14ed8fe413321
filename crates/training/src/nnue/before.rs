//! A net that was trained before and goes on learning.

use std::fmt;

use heirloom_flagship::net::{EVEN, NetError, Parts};

use super::model::Model;
use super::quantise;

/// What a training takes over from a net.
#[derive(Clone, PartialEq, Debug)]
pub struct Before {
    /// Its numbers.
    pub model: Model,
    /// Centipawns of an output of one, as its file counts them.
    pub scale: f32,
    /// The score of an even chance to win that its file states, in tenths of a centipawn.
    pub even: Option<u32>,
    /// Of its file.
    pub checksum: u32,
    /// Where it comes from, a line each.
    pub about: Vec<String>,
}

/// Why a net cannot be learned on from.
#[derive(Clone, PartialEq, Debug)]
pub enum BeforeError {
    /// It is none.
    Net(NetError),
    /// Nets of its shape are not trained.
    Shape,
}

impl fmt::Display for BeforeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BeforeError::Net(error) => write!(f, "{error}"),
            BeforeError::Shape => {
                write!(f, "nets of this size cannot be trained; see 'heirloom train --help'")
            }
        }
    }
}

impl std::error::Error for BeforeError {}

impl Before {
    /// Centipawns of an output of one, as the search counts them.
    pub fn search_scale(&self) -> f32 {
        self.scale * EVEN as f32 / self.even.unwrap_or(EVEN) as f32
    }

    /// What the bytes of a net's file hold.
    ///
    /// # Errors
    /// Why it is of no use.
    pub fn from_bytes(bytes: &[u8]) -> Result<Before, BeforeError> {
        let parts = Parts::from_bytes(bytes).map_err(BeforeError::Net)?;
        let model = quantise::model(&parts).ok_or(BeforeError::Shape)?;
        Ok(Before {
            model,
            scale: parts.scale as f32,
            even: parts.even,
            checksum: crc32fast::hash(bytes),
            about: parts.about,
        })
    }
}
