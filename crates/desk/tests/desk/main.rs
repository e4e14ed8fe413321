//! The desk without a display: every window in both languages, and a whole story.

mod collection;
mod driver;
mod playing;
mod story;
mod windows;
