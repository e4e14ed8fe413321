//! Files with many games, read like the game tools do.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| heirloom_fuzz::games(data));
