//! Random sets of items.

use super::{Cover, Family, Random};

pub(super) const FAMILIES: &[Family] = &[Family {
    name: "planted",
    size: &["ITEMS", "OPTIONS", "LENGTH"],
    about: "random options of LENGTH items each, among them a partition of all items",
    make: planted,
}];

fn planted(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [items, options, length] = *size else {
        return Err("expected three numbers".into());
    };
    if length == 0 || length > items {
        return Err(format!("options cannot have {length} of {items} items"));
    }
    let mut cover = Cover::default();
    let item = cover.primaries("i", items);
    for part in random.permutation(items).chunks(length) {
        cover.option(part.iter().map(|&number| item[number]));
    }
    while cover.option_count() < options {
        let part = random.sample(length, items);
        cover.option(part.into_iter().map(|number| item[number]));
    }
    cover.shuffle(random);
    Ok(cover)
}
