//! The desktop program: a model without any window, windows that only draw it, and commands between them.

pub mod app;
pub mod command;
pub mod dock;
pub mod model;
pub mod roster;
pub mod settings;
pub mod sound;
pub mod store;
pub mod texts;
pub mod theme;
pub mod widgets;
pub mod windows;

mod dialogs;
mod menus;
