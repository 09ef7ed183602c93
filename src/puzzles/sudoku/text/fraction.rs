//! Whole numbers that are printed with a fraction, as NumPy and pandas do where some number may have one: `5.`, `5.0`, `5.000e+00`.

/// The bytes of a word without the fraction after its whole number: all of them, if it is no such number.
pub(super) fn without_fraction(word: &str) -> usize {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let is_zero = |text: &str| text.bytes().all(|byte| byte == b'0');
    let is_whole = word[digits..].strip_prefix('.').is_some_and(|rest| {
        let (fraction, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, ""));
        is_zero(fraction) && is_zero(exponent.trim_start_matches(['+', '-']))
    });
    match digits > 0 && is_whole {
        true => digits,
        false => word.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::without_fraction;

    #[test]
    fn fractions_of_zero_are_left_out() {
        for word in ["5.", "5.0", "5.000", "5.000e+00", "5.0E-0", "5"] {
            assert_eq!(without_fraction(word), 1, "{word}");
        }
        for word in ["5.1", "1.6e+01", ".5", ".", "..", "5x", "5..", "NaN", ""] {
            assert_eq!(without_fraction(word), word.len(), "{word}");
        }
        assert_eq!(without_fraction("16.0"), 2);
    }
}
