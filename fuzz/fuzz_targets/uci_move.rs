//! Moves in UCI notation.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| heirloom_fuzz::uci_move(data));
