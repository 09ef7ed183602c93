//! A picture as SVG: one self-contained text, as a file or within a page.
//!
//! ```text
//!   <svg viewBox="0 0 380 380" role="img" aria-labelledby="…" class="dx-auto">
//!     <title>…</title><desc>…</desc>       for those who cannot see it
//!     <style>…</style>                     the colours of the paints that occur, light and dark
//!     <rect class="dx-paper" …/>           shapes, from back to front
//! ```
//!
//! A cell is 40 units wide, since letters smaller than a unit look bad in some programs. Classes begin with `dx-`, and colours
//! are set below the class of the theme, so that one page can have pictures in several themes.

mod escape;
mod number;
mod palette;

use std::collections::BTreeSet;
use std::fmt::Write;

use super::paint::{Paint, Stroke, Theme};
use super::picture::{Align, Picture, Point, Shape, Text};
use escape::escaped;
use number::short;
use palette::class;

/// Units of a cell.
const UNIT: f64 = 40.0;

/// A picture is shown no wider or higher than this number of pixels, unless asked otherwise.
const LARGEST: f64 = 1000.0;

/// The distance of the baseline below the middle of a text, as a fraction of the size of its letters.
const BASELINE: f64 = 0.36;

/// The fonts, in order of preference.
const FONTS: &str = "Helvetica,Arial,sans-serif";

impl Picture {
    /// The picture as SVG. It follows the light or dark setting of the viewer.
    pub fn to_svg(&self) -> String {
        let id = format!("dx-{:016x}", self.digest());
        self.to_svg_with(Theme::Auto, &id)
    }

    /// The picture as SVG in a theme. The `id`s in it begin with this word, which must be different for each picture of a page.
    pub fn to_svg_with(&self, theme: Theme, id: &str) -> String {
        self.to_svg_scaled(theme, id, 1.0)
    }

    /// Like [`to_svg_with`](Self::to_svg_with), shown larger by this factor. With 1, a cell is 40 pixels wide, and no picture is wider or
    /// higher than 1000.
    pub fn to_svg_scaled(&self, theme: Theme, id: &str, factor: f64) -> String {
        let id = escaped(id);
        let [width, height] = self.size().map(|length| length.max(0.1) * UNIT);
        let scale = (LARGEST / width.max(height)).min(1.0) * factor;
        let [shown_width, shown_height] = [width, height].map(|length| short(length * scale));
        let [width, height] = [width, height].map(short);
        let (has_title, has_words) = (!self.title().is_empty(), !self.description().is_empty());
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{shown_width}\" \
             height=\"{shown_height}\" role=\"img\""
        );
        let labels = [has_title.then_some("t"), has_words.then_some("d")];
        let labels = labels.into_iter().flatten();
        let labels = Vec::from_iter(labels.map(|label| format!("{id}-{label}")));
        if !labels.is_empty() {
            put(
                &mut svg,
                format_args!(" aria-labelledby=\"{}\"", labels.join(" ")),
            );
        }
        put(
            &mut svg,
            format_args!(
                " class=\"{}\" font-family=\"{FONTS}\" \
                 text-anchor=\"middle\">\n",
                palette::theme_class(theme)
            ),
        );
        if has_title {
            let title = escaped(self.title());
            put(
                &mut svg,
                format_args!("<title id=\"{id}-t\">{title}</title>\n"),
            );
        }
        if has_words {
            let words = escaped(self.description());
            put(
                &mut svg,
                format_args!("<desc id=\"{id}-d\">{words}</desc>\n"),
            );
        }
        let style = palette::style(theme, &self.uses());
        put(&mut svg, format_args!("<style>{style}</style>\n"));
        put(
            &mut svg,
            format_args!("<rect class=\"dx-paper\" width=\"{width}\" height=\"{height}\"/>\n"),
        );
        for shape in self.shapes() {
            put_shape(&mut svg, shape);
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The paints that occur, each for grounds and texts or, with `true`, for lines.
    fn uses(&self) -> BTreeSet<(Paint, bool)> {
        let mut uses = BTreeSet::from([(Paint::Paper, false)]);
        for shape in self.shapes() {
            let (fill, stroke) = match shape {
                Shape::Area { fill, stroke, .. } | Shape::Circle { fill, stroke, .. } => {
                    (*fill, *stroke)
                }
                Shape::Lines { stroke, .. } => (None, Some(*stroke)),
                Shape::Text(text) => (Some(text.paint), None),
            };
            uses.extend(fill.map(|paint| (paint, false)));
            uses.extend(stroke.map(|stroke| (stroke.paint, true)));
        }
        uses
    }

    /// A number that is another one for nearly every other picture: FNV-1a of all that it consists of.
    fn digest(&self) -> u64 {
        let all = format!("{self:?}");
        all.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }
}

fn put(svg: &mut String, text: std::fmt::Arguments) {
    svg.write_fmt(text).expect("memory can be written");
}

fn put_shape(svg: &mut String, shape: &Shape) {
    match shape {
        Shape::Area {
            rings,
            fill,
            stroke,
        } => {
            put(svg, format_args!("<path{}", paints(*fill, *stroke)));
            if rings.len() > 1 && fill.is_some() {
                svg.push_str(" fill-rule=\"evenodd\"");
            }
            svg.push_str(" d=\"");
            rings.iter().for_each(|ring| put_path(svg, ring, true));
            svg.push_str("\"/>\n");
        }
        Shape::Lines { lines, stroke } => {
            put(
                svg,
                format_args!("<path{} d=\"", paints(None, Some(*stroke))),
            );
            lines.iter().for_each(|line| put_path(svg, line, false));
            svg.push_str("\"/>\n");
        }
        Shape::Circle {
            center,
            radius,
            fill,
            stroke,
        } => {
            let [x, y] = center.map(units);
            let (radius, paints) = (units(*radius), paints(*fill, *stroke));
            put(
                svg,
                format_args!("<circle{paints} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>\n"),
            );
        }
        Shape::Text(text) => put_text(svg, text),
    }
}

fn put_text(svg: &mut String, text: &Text) {
    let [x, y] = [text.at[0], text.at[1] + BASELINE * text.size].map(units);
    let anchor = match text.align {
        Align::Start => " text-anchor=\"start\"",
        Align::Middle => "",
        Align::End => " text-anchor=\"end\"",
    };
    let weight = match text.is_bold {
        true => " font-weight=\"bold\"",
        false => "",
    };
    let (class, size) = (class(text.paint, false), units(text.size));
    let words = escaped(&text.text);
    put(
        svg,
        format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{weight}{anchor}>{words}</text>\n"
        ),
    );
}

/// The attributes for a ground and a line.
fn paints(fill: Option<Paint>, stroke: Option<Stroke>) -> String {
    let classes = fill.map(|paint| class(paint, false)).into_iter();
    let classes = classes.chain(stroke.map(|stroke| class(stroke.paint, true)));
    let mut text = format!(" class=\"{}\"", Vec::from_iter(classes).join(" "));
    if fill.is_none() {
        text += " fill=\"none\"";
    }
    if let Some(stroke) = stroke {
        put(
            &mut text,
            format_args!(" stroke-width=\"{}\"", units(stroke.width)),
        );
        match stroke.dash {
            Some(lengths) => {
                let [dash, gap] = lengths.map(units);
                put(
                    &mut text,
                    format_args!(" stroke-dasharray=\"{dash} {gap}\""),
                );
            }
            None => text += " stroke-linecap=\"round\"",
        }
        text += " stroke-linejoin=\"round\"";
    }
    text
}

/// A line through some points, with the short forms of level and upright ones.
fn put_path(svg: &mut String, points: &[Point], is_closed: bool) {
    let mut last: Option<[String; 2]> = None;
    for point in points {
        let [x, y] = point.map(units);
        match &last {
            None => put(svg, format_args!("M{x} {y}")),
            Some([_, before]) if *before == y => put(svg, format_args!("H{x}")),
            Some([before, _]) if *before == x => put(svg, format_args!("V{y}")),
            Some(_) => put(svg, format_args!("L{x} {y}")),
        }
        last = Some([x, y]);
    }
    if is_closed {
        svg.push('Z');
    }
}

/// A length in units.
fn units(cells: f64) -> String {
    short(cells * UNIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile() -> Picture {
        let mut picture = Picture::new("A < B", [2.0, 1.0]);
        picture.set_description("\"one\" & another");
        picture.rectangle([0.1, 0.2], [0.3, 0.1], Paint::Piece(1));
        picture.circle([1.5, 0.5], 0.3, None, Some(Stroke::new(Paint::Ink, 0.05)));
        picture.text([0.5, 0.5], 0.5, "<6>", Paint::Given);
        picture
    }

    #[test]
    fn a_picture_is_a_text_that_can_be_checked() {
        insta::assert_snapshot!(tile().to_svg_with(Theme::Light, "a"), @r##"
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40" width="80" height="40" role="img" aria-labelledby="a-t a-d" class="dx-light" font-family="Helvetica,Arial,sans-serif" text-anchor="middle">
        <title id="a-t">A &lt; B</title>
        <desc id="a-d">&quot;one&quot; &amp; another</desc>
        <style>.dx-light .dx-paper{fill:#ffffff}.dx-light .dx-ink-l{stroke:#1b1e23}.dx-light .dx-given{fill:#0c0d10}.dx-light .dx-p1{fill:#f0e196}</style>
        <rect class="dx-paper" width="80" height="40"/>
        <path class="dx-p1" d="M4 8H16V12H4Z"/>
        <circle class="dx-ink-l" fill="none" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" cx="60" cy="20" r="12"/>
        <text class="dx-given" x="20" y="27.2" font-size="20">&lt;6&gt;</text>
        </svg>
        "##);
    }

    #[test]
    fn the_theme_of_the_viewer_has_both_colours() {
        let svg = tile().to_svg();
        assert_eq!(svg.matches("prefers-color-scheme:dark").count(), 1);
        let id = svg.split("<title id=\"").nth(1).unwrap();
        let id = &id[..id.find('"').unwrap()];
        assert!(svg.contains(&format!("aria-labelledby=\"{id} ")));
    }

    #[test]
    fn other_pictures_have_other_ids() {
        let mut other = tile();
        other.circle([0.0, 0.0], 1.0, Some(Paint::Ink), None);
        assert_ne!(tile().digest(), other.digest());
        assert_eq!(tile().to_svg(), tile().to_svg());
    }

    #[test]
    fn nothing_is_a_picture_too() {
        let svg = Picture::default().to_svg();
        assert!(!svg.contains("title") && !svg.contains("aria-labelledby"));
        assert!(svg.contains("viewBox=\"0 0 4 4\""));
    }

    #[test]
    fn large_pictures_are_shown_small() {
        let svg = Picture::new("", [100.0, 50.0]).to_svg();
        assert!(svg.contains("viewBox=\"0 0 4000 2000\" width=\"1000\" height=\"500\""));
    }
}
