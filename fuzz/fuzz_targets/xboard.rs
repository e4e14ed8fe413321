//! Lines of the XBoard protocol from either side, and conversations with a server.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| heirloom_fuzz::xboard(data));
