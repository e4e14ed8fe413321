//! Annotations that reviews have added to games.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| heirloom_fuzz::review(data));
