//! The sound of a piece put on the board.

#[cfg(any(windows, target_os = "macos"))]
mod library;
#[cfg(not(any(windows, target_os = "macos")))]
mod player;

use std::f32::consts::TAU;

#[cfg(any(windows, target_os = "macos"))]
pub use library::knock;
#[cfg(not(any(windows, target_os = "macos")))]
pub use player::knock;

/// Samples per second.
const RATE: u32 = 22_050;
/// The length of the sound, in samples.
const LENGTH: u32 = RATE / 12;

/// Returns two decaying tones, between -1 and 1.
fn samples() -> Vec<f32> {
    let sample = |index: u32| {
        let time = index as f32 / RATE as f32;
        let tone = (TAU * 320.0 * time).sin() + 0.5 * (TAU * 870.0 * time).sin();
        tone * (-time * 70.0).exp() * 0.28
    };
    (0..LENGTH).map(sample).collect()
}
