//! Random games, with all properties of positions checked after each move.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| heirloom_fuzz::legal_moves(data));
