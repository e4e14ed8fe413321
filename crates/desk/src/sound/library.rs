//! Plays the sound with rodio, on systems where that needs no development files.

use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::mpsc::{self, Sender};
use std::thread;

use rodio::DeviceSinkBuilder;
use rodio::buffer::SamplesBuffer;

use super::{RATE, samples};

/// Plays the sound without waiting for it. Returns true if there is a device for it.
pub fn knock() -> bool {
    static KNOCKS: OnceLock<Option<Sender<()>>> = OnceLock::new();
    KNOCKS.get_or_init(start).as_ref().is_some_and(|knocks| knocks.send(()).is_ok())
}

/// Starts a thread that owns the device, which must stay on one thread, and plays the sound on request.
fn start() -> Option<Sender<()>> {
    let ((knocks, asked), (ready, opened)) = (mpsc::channel(), mpsc::channel());
    let play = move || {
        let device = DeviceSinkBuilder::open_default_sink().ok();
        let _ = ready.send(device.is_some());
        let Some(device) = device else { return };
        while let Ok(()) = asked.recv() {
            device.mixer().add(SamplesBuffer::new(
                NonZero::<u16>::MIN,
                NonZero::<u32>::MIN.saturating_add(RATE - 1),
                samples(),
            ));
        }
    };
    thread::Builder::new().name("knock".into()).spawn(play).ok()?;
    opened.recv().ok()?.then_some(knocks)
}
