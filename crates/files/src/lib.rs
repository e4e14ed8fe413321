//! Files that are written completely or not at all, files that may be compressed or not text, and where files
//! are found.
//!
//! Books, libraries, checkpoints, nets and the configuration are someone's work or days of computing, so
//! there is one way to write them. [`replace`] writes next to the old file and renames, keeps links and
//! permissions, respects write protection, and only replaces regular files. [`open`] decompresses and decodes
//! UTF-16 while reading, and counts the bytes for progress bars. [`open_text`] rejects what is not text and
//! says what it is. [`resolve`] looks next to the program for what is not in the current directory. The crate
//! does not interpret the content of files.

mod compressed;
mod replace;
mod resolve;
mod text;

pub use compressed::{decompressed, is_compressed, open, read, without_compression};
pub use replace::{Replacement, replace};
pub use resolve::resolve;
pub use text::{expect_text, open_text};
