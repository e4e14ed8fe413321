//! Queries for games: positions, patterns, material, dates, names.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| heirloom_fuzz::questions(data));
