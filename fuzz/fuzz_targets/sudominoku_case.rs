//! Any bytes, read as one case of Sudominoku: no panic, and what is read is printed and read back unchanged.

#![no_main]

use dominox::puzzles::{Puzzle, Sudominoku};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match String::from_utf8_lossy(bytes).parse::<Sudominoku>() {
        Ok(case) => {
            let text = case.to_string();
            assert_eq!(text.parse::<Sudominoku>().expect(&text), case);
            assert_eq!(case.givens().len(), case.pieces().len());
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
});
