//! The colours of the paints, in both themes.
//!
//! Pieces have the nine colours of the *light* scheme of Paul Tol (*Colour Schemes*, SRON/EPS/TN/09-002, 2021), which was made
//! for the grounds of dark labels, and which people with colour blindness can distinguish. In the dark theme these are dimmed,
//! so that light labels can be read on them. Heat follows his *YlOrBr*. Faint lines have a contrast of three to one to the
//! paper; what is shaded has less, so that digits can be read on it, and a faint edge.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::render::paint::{PIECES, Paint, Theme};

/// Red, green and blue.
type Color = [u8; 3];

const PIECE_COLORS: [Color; PIECES as usize] = [
    [0x77, 0xaa, 0xdd],
    [0xee, 0xdd, 0x88],
    [0x44, 0xbb, 0x99],
    [0xff, 0xaa, 0xbb],
    [0xdd, 0xdd, 0xdd],
    [0xee, 0x88, 0x66],
    [0x99, 0xdd, 0xff],
    [0xbb, 0xcc, 0x33],
    [0xaa, 0xaa, 0x00],
];

/// From cold to hot.
const LIGHT_HEAT: [Color; 5] = [
    [0xff, 0xff, 0xff],
    [0xff, 0xf3, 0xbf],
    [0xfe, 0xe3, 0x91],
    [0xfe, 0xc4, 0x4f],
    [0xf3, 0x8a, 0x1d],
];
const DARK_HEAT: [Color; 5] = [
    [0x16, 0x18, 0x1d],
    [0x33, 0x29, 0x18],
    [0x55, 0x3a, 0x10],
    [0x78, 0x47, 0x08],
    [0x9c, 0x4e, 0x00],
];

const WHITE: Color = [0xff; 3];
const BLACK: Color = [0; 3];

/// The colours of a paint: light and dark.
pub fn colors(paint: Paint) -> [Color; 2] {
    let two = |light: u32, dark: u32| {
        [light, dark].map(|color| {
            let [_, red, green, blue] = color.to_be_bytes();
            [red, green, blue]
        })
    };
    match paint {
        Paint::Paper => two(0xff_ffff, 0x16_181d),
        Paint::Ink => two(0x1b_1e23, 0xec_eef1),
        Paint::Muted => two(0x56_5c66, 0xa9_b0bb),
        Paint::Faint => two(0x8e_939c, 0x65_6b76),
        Paint::Shade => two(0xd2_d6dd, 0x3b_414c),
        Paint::Given => two(0x0c_0d10, 0xff_ffff),
        Paint::Found => two(0x1a_56b0, 0x9c_c4ff),
        Paint::Accent => two(0x00_5f67, 0x5f_d6c9),
        Paint::Glow => two(0xff_efad, 0x4c_4318),
        Paint::Wrong => two(0xb8_1428, 0xff_9b9b),
        Paint::Blush => two(0xff_d3d3, 0x63_262c),
        Paint::White => [[0xf8, 0xf9, 0xfa]; 2],
        Paint::Black => [[0x08, 0x09, 0x0b]; 2],
        Paint::Piece(number) => {
            let light = PIECE_COLORS[(number % PIECES) as usize];
            [mixed(light, WHITE, 0.12), mixed(light, BLACK, 0.56)]
        }
        Paint::Shaded(number, percent) => {
            let part = f64::from(percent.min(100)) / 100.0;
            colors(Paint::Piece(number)).map(|color| mixed(color, BLACK, part))
        }
        Paint::Heat(percent) => [LIGHT_HEAT, DARK_HEAT].map(|steps| {
            let place = f64::from(percent.min(100)) / 25.0;
            let step = (place as usize).min(steps.len() - 2);
            mixed(steps[step], steps[step + 1], place - step as f64)
        }),
    }
}

/// A mix of two colours; `part` is the share of the second one.
fn mixed(from: Color, to: Color, part: f64) -> Color {
    [0, 1, 2].map(|channel| {
        let (from, to) = (f64::from(from[channel]), f64::from(to[channel]));
        (from + (to - from) * part).round() as u8
    })
}

/// The class of a paint, for grounds and texts or for lines.
pub fn class(paint: Paint, is_line: bool) -> String {
    let name = match paint {
        Paint::Paper => "paper".into(),
        Paint::Ink => "ink".into(),
        Paint::Muted => "muted".into(),
        Paint::Faint => "faint".into(),
        Paint::Shade => "shade".into(),
        Paint::Given => "given".into(),
        Paint::Found => "found".into(),
        Paint::Accent => "accent".into(),
        Paint::Glow => "glow".into(),
        Paint::Wrong => "wrong".into(),
        Paint::Blush => "blush".into(),
        Paint::White => "white".into(),
        Paint::Black => "black".into(),
        Paint::Piece(number) => format!("p{}", number % PIECES),
        Paint::Shaded(number, percent) => format!("p{}-{}", number % PIECES, percent.min(100)),
        Paint::Heat(percent) => format!("h{}", percent.min(100)),
    };
    match is_line {
        true => format!("dx-{name}-l"),
        false => format!("dx-{name}"),
    }
}

/// The class of a picture in a theme.
pub fn theme_class(theme: Theme) -> &'static str {
    match theme {
        Theme::Auto => "dx-auto",
        Theme::Light => "dx-light",
        Theme::Dark => "dx-dark",
    }
}

/// The style sheet for these paints; with `true`, for lines.
pub fn style(theme: Theme, uses: &BTreeSet<(Paint, bool)>) -> String {
    let [light, dark] = [0, 1].map(|tone| rules(theme, uses, tone));
    match theme {
        Theme::Auto => format!("{light}@media(prefers-color-scheme:dark){{{dark}}}"),
        Theme::Light => light,
        Theme::Dark => dark,
    }
}

fn rules(theme: Theme, uses: &BTreeSet<(Paint, bool)>, tone: usize) -> String {
    let (mut rules, mut written) = (String::new(), BTreeSet::new());
    for &(paint, is_line) in uses {
        let class = class(paint, is_line);
        let [red, green, blue] = colors(paint)[tone];
        let property = if is_line { "stroke" } else { "fill" };
        let rule = format!(
            ".{} .{class}{{{property}:#{red:02x}{green:02x}{blue:02x}}}",
            theme_class(theme)
        );
        if written.insert(class) {
            rules.write_str(&rule).expect("memory can be written");
        }
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colours, from 1 to 21, as the Web Content Accessibility Guidelines 2 define it.
    fn contrast(one: Color, other: Color) -> f64 {
        let channel = |value: u8| {
            let value = f64::from(value) / 255.0;
            match value <= 0.04045 {
                true => value / 12.92,
                false => ((value + 0.055) / 1.055).powf(2.4),
            }
        };
        let light = |[red, green, blue]: Color| {
            0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)
        };
        let [one, other] = [light(one), light(other)];
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn least(texts: &[Paint], grounds: &[Paint]) -> f64 {
        let mut least = f64::MAX;
        for (text, ground) in texts
            .iter()
            .flat_map(|text| grounds.iter().map(move |ground| (*text, *ground)))
        {
            for tone in 0..2 {
                least = least.min(contrast(colors(text)[tone], colors(ground)[tone]));
            }
        }
        least
    }

    #[test]
    fn letters_can_be_read_on_every_ground() {
        let pieces = (0..PIECES).map(Paint::Piece);
        let heats = (0..=100).map(Paint::Heat);
        let grounds = [Paint::Paper, Paint::Glow, Paint::Blush, Paint::Shade];
        let all = Vec::from_iter(pieces.chain(heats).chain(grounds));
        assert!(least(&[Paint::Ink, Paint::Given], &all) >= 4.5);
        let texts = [Paint::Muted, Paint::Found, Paint::Accent, Paint::Wrong];
        let contrast = least(&texts, &grounds);
        assert!(contrast >= 4.5, "{contrast}");
    }

    #[test]
    fn pieces_differ() {
        let colors = (0..PIECES).map(|number| colors(Paint::Piece(number)));
        assert_eq!(BTreeSet::from_iter(colors).len(), 9);
        assert_eq!(class(Paint::Piece(12), true), "dx-p3-l");
    }

    #[test]
    fn a_side_is_darker() {
        let [top, side] = [Paint::Piece(2), Paint::Shaded(2, 30)].map(colors);
        assert!((0..2).all(|tone| (0..3).all(|channel| side[tone][channel] < top[tone][channel])));
        assert_eq!(colors(Paint::Heat(100))[0], LIGHT_HEAT[4]);
    }
}
