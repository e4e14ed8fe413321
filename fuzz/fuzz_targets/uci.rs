//! Lines of UCI from either side, and conversations with a server.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| heirloom_fuzz::uci(data));
