//! The system's file dialog in a browser: there is none, since browsers give the contents of files without
//! their paths.

use super::Answer;
use super::request::Request;
use crate::model::task::Task;
use crate::model::worker::WakeFn;
use crate::texts::Language;

/// The window that a dialog belongs to. It has no values, so no dialog can be opened.
#[derive(Clone, Copy)]
pub enum Parent {}

/// Opens the dialog. It cannot be called.
pub fn ask(parent: &Parent, _: &Request, _: Language, _: &WakeFn) -> Task<Answer> {
    match *parent {}
}
