//! PGN files.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| heirloom_fuzz::pgn(data));
