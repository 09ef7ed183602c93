//! For tests of random choices: do the observed numbers match the expected ones?

/// Asserts that the numbers seen fit the expected ones, by the chi-squared test: so far off, or so close, would be one sample in
/// some thousands. Rare values are taken together.
pub(super) fn assert_fair(numbers: impl IntoIterator<Item = (u64, f64)>) {
    let (mut groups, mut rare) = (Vec::new(), (0.0, 0.0));
    for (seen, expected) in numbers {
        let seen = seen as f64;
        match expected >= 5.0 {
            true => groups.push((seen, expected)),
            false => rare = (rare.0 + seen, rare.1 + expected),
        }
    }
    if rare.1 > 0.0 {
        groups.push(rare);
    }
    let squares = groups
        .iter()
        .map(|(seen, expected)| (seen - expected).powi(2) / expected);
    let chi_squared: f64 = squares.sum();
    let degrees = (groups.len() - 1) as f64;
    // Its cube root is about normal (E. B. Wilson, M. M. Hilferty, *The Distribution of Chi-Square*, 1931).
    let spread = 2.0 / (9.0 * degrees);
    let deviation = ((chi_squared / degrees).cbrt() - (1.0 - spread)) / spread.sqrt();
    assert!(
        deviation.abs() < 3.5,
        "chi squared {chi_squared}, of {degrees} degrees: {deviation} deviations off"
    );
}
