#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| herringbone_fuzz::delta_length_byte_array(bytes));
