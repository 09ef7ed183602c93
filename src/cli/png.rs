//! Pictures as pixels, with the feature `png`.
//!
//! No system has to have fonts for that: letters come from [`font/`](font/LICENCE.txt), a part of DejaVu Sans that has Latin, Greek
//! and Cyrillic letters and a few signs. What it does not have is left out.

#[cfg(feature = "png")]
mod drawn {
    use std::sync::{Arc, OnceLock};

    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::fontdb::Database;
    use resvg::usvg::{Options, Tree};

    /// The maximum number of pixels of a side, and of a picture.
    const MOST_WIDE: u32 = 1 << 14;
    const MOST: u64 = 1 << 26;

    /// An SVG as the bytes of a PNG.
    ///
    /// # Errors
    /// If it is too large.
    pub fn pixels(svg: &str) -> Result<Vec<u8>, String> {
        let options = Options {
            fontdb: fonts(),
            ..Options::default()
        };
        let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
        let size = tree.size().to_int_size();
        let (width, height) = (size.width(), size.height());
        let is_small =
            width.max(height) <= MOST_WIDE && u64::from(width) * u64::from(height) <= MOST;
        let pixmap = is_small.then(|| Pixmap::new(width, height)).flatten();
        let mut pixmap = pixmap.ok_or_else(|| {
            format!(
                "a picture of {width} × {height} pixels is too large: a smaller `--scale` helps"
            )
        })?;
        resvg::render(&tree, Transform::default(), &mut pixmap.as_mut());
        pixmap.encode_png().map_err(|error| error.to_string())
    }

    /// The fonts, read once.
    fn fonts() -> Arc<Database> {
        static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
        let read = || {
            let mut fonts = Database::new();
            fonts.load_font_data(include_bytes!("font/regular.ttf").to_vec());
            fonts.load_font_data(include_bytes!("font/bold.ttf").to_vec());
            fonts.set_sans_serif_family("Dominox Sans");
            Arc::new(fonts)
        };
        FONTS.get_or_init(read).clone()
    }

    #[cfg(test)]
    mod tests {
        use dominox::render::{Paint, Picture, Theme};

        use super::*;

        /// The number of pixels that are not white.
        fn dark_pixels(text: &str) -> usize {
            let mut picture = Picture::new("", [2.0, 1.0]);
            picture.text([1.0, 0.5], 0.6, text, Paint::Ink);
            let png = pixels(&picture.to_svg_with(Theme::Light, "a")).unwrap();
            let pixmap = Pixmap::decode_png(&png).unwrap();
            assert_eq!((pixmap.width(), pixmap.height()), (80, 40));
            let pixels = pixmap.pixels().iter();
            pixels.filter(|pixel| pixel.red() < 128).count()
        }

        #[test]
        fn letters_are_drawn_without_fonts_of_the_system() {
            assert_eq!(dark_pixels(""), 0);
            for text in ["7", "⊥", "Ω", "я", "→", "é"] {
                assert!(dark_pixels(text) > 15, "{text}");
            }
        }

        #[test]
        fn what_is_too_large_is_refused() {
            let svg = Picture::new("", [25.0, 25.0]).to_svg_scaled(Theme::Light, "a", 20.0);
            let error = pixels(&svg).unwrap_err();
            assert!(error.contains("20000 × 20000 pixels"), "{error}");
        }
    }
}

#[cfg(feature = "png")]
pub use drawn::pixels;

/// An SVG as the bytes of a PNG.
///
/// # Errors
/// Always: the feature is off.
#[cfg(not(feature = "png"))]
pub fn pixels(_svg: &str) -> Result<Vec<u8>, String> {
    Err("this dominox was built without the feature `png`: `--format svg` draws the same".into())
}
