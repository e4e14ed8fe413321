//! One set of features for the libraries that both programs use, so that building one of them leaves the
//! other only its own crates.
//!
//! Cargo builds a library once per set of features, and all that depends on it as well. If the desk asked for
//! one more feature of `syn` than the engine, the search would be compiled twice. Both programs depend on
//! this crate; it has no code. `tests/features.rs` lists what is missing here.
