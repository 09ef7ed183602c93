//! Numbers as short as possible: at most two digits after the point.

/// A number with at most two places after the point, and no zeros at its end: `0.3`, `12`.
pub fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".into(),
        text => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn zeros_are_left_out() {
        let numbers = [0.1 + 0.2, 12.0, -0.001, 100.0, -3.456, 0.005];
        assert_eq!(
            numbers.map(short),
            ["0.3", "12", "0", "100", "-3.46", "0.01"]
        );
    }
}
