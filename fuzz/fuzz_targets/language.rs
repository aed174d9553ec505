#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ferz_tests::fuzzing::language(data));
