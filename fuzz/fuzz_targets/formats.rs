//! Any bytes, read in each format: no panic, and what is read is written and read back as the same problem. The first byte chooses
//! the format.

#![no_main]

use dominox::formats::{Format, read, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    let format = Format::ALL[usize::from(choice) % Format::ALL.len()];
    match read(&String::from_utf8_lossy(text), format) {
        Ok(problem) => {
            let written = write(&problem, Format::Json).expect("JSON holds any problem");
            let back = read(&written.text, Format::Json).expect(&written.text);
            assert_eq!(back.to_string(), problem.to_string());
            if let Ok(written) = write(&problem, format) {
                let back = read(&written.text, format).expect(&written.text);
                assert_eq!(back.option_count(), problem.option_count());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
