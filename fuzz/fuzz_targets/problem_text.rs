//! Any bytes, read as the text of a problem: no panic, and what parses is printed and parsed back unchanged.

#![no_main]

use dominox::Problem;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match Problem::parse(&String::from_utf8_lossy(bytes)) {
        Ok(problem) => {
            let text = problem.to_text().expect("a parsed problem has a text");
            assert_eq!(Problem::parse(&text).expect(&text), problem);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
