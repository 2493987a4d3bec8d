//! See the body: `crates/nightrider/tests/fuzz_bodies`.
#![no_main]

#[path = "../../crates/nightrider/tests/fuzz_bodies/mod.rs"]
#[allow(dead_code)]
mod fuzz_bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    fuzz_bodies::decisions(bytes);
});
