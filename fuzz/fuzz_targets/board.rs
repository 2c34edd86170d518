#![no_main]

#[path = "../../tests/service/fuzz.rs"]
mod fuzz;

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::run("board", data));
