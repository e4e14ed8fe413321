//! In a browser there is no dialog of the system: a browser's own tells the contents of files, but not their paths.

use super::Answer;
use super::request::Request;
use crate::model::task::Task;
use crate::model::worker::Wake;
use crate::texts::Language;

/// The window that a dialog belongs to; none can have one.
#[derive(Clone, Copy)]
pub enum Parent {}

/// Is never called.
pub fn ask(parent: &Parent, _: &Request, _: Language, _: &Wake) -> Task<Answer> {
    match *parent {}
}
