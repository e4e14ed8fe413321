//! Files with many games, as the tools for games read them.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| heirloom_fuzz::games(data));
