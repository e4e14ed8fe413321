//! The desk without a display: painted by the processor, for snapshots of its windows, pictures of it and the times of its frames.

pub mod canvas;
pub mod picture;
pub mod scripted;
pub mod stage;
