#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| herringbone_fuzz::byte_stream_split(bytes));
