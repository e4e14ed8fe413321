//! One set of features for the libraries that both programs use, so that after one of them is built, the
//! other compiles only the crates that it adds.
//!
//! Cargo builds a library, and everything that depends on it, once per set of features. If the desk enabled
//! one more feature of `syn` than the engine, the search would be compiled twice. Both programs depend on
//! this crate; it contains no code. `tests/features.rs` reports features that are missing here.
