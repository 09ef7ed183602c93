//! Any bytes, read as the listing of a diagram: they are read or refused, and what is read is whole. The first byte tells
//! how many options the problem has.

#![no_main]

use dominox::{Count, Zdd};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((options, text)) = bytes.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(text);
    let Ok(zdd) = Zdd::parse(&text, usize::from(*options)) else {
        return;
    };
    let written = zdd.to_text().to_string();
    let read = Zdd::parse(&written, usize::from(*options)).expect("what was written");
    assert_eq!(read.to_text().to_string(), written);
    assert_eq!(read.count(), zdd.count());
    let mut last = None;
    for (cost, solution) in zdd.cheapest(|option| option.index() as u64).take(50) {
        assert!(last <= Some(cost));
        last = Some(cost);
        let with = zdd.with(solution.options());
        assert!(with.count() > Count::ZERO);
    }
    assert_eq!(zdd.option_counts().len(), usize::from(*options));
});
