//! Pictures: which format and theme they have, and how one is written.
//!
//! ```text
//!   Picture ──to_svg──▶ svg ──┬─▶ --format svg      a document
//!                             ├─▶ --format html     a figure with a heading, of a page of many
//!                             └─▶ --format png      pixels
//! ```
//!
//! Where the documents go to, `album.rs` says.

use std::path::{Path, PathBuf};

use clap::{Args, Command, ValueEnum};
use dominox::render::{Picture, Theme};

use super::album::{AlbumFault, is_pattern};
use super::escape::escaped;
use super::exit::Failure;
use super::idle::note_if;
use super::names::OneOf;
use super::output::Format;
use super::png;
use super::values::written;

/// A picture that is wider than this many times its height has a row of the page for itself.
const WIDE: f64 = 1.6;

/// A format of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Svg,
    Html,
    Png,
}

/// How pictures are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draws {
    pub form: Form,
    pub look: Look,
    /// How large they are, in percent.
    percent: Option<u32>,
    /// Whether answers are numbered, because several for each puzzle are requested.
    pub has_numbers: bool,
    /// Whether the questions are drawn, too.
    pub has_questions: bool,
}

/// Whether pictures are light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum, Debug)]
pub enum Look {
    /// Follow the setting of the program that displays them; PNG is light
    #[default]
    Auto,
    /// Dark lines on white
    Light,
    /// Light lines on black
    Dark,
}

/// How pictures look.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Pictures")]
pub struct Drawing {
    /// Whether pictures are light or dark
    #[arg(long, value_enum, default_value_t = Look::Auto)]
    theme: Look,

    /// Make pictures larger or smaller by this factor [default: 1; for PNG, 2]
    #[arg(long, value_name = "FACTOR", value_parser = percent, allow_negative_numbers = true)]
    scale: Option<u32>,

    /// With `--format html`, draw the puzzles first, and the answers after them on new pages
    #[arg(long)]
    with_puzzles: bool,
}

/// Where pictures go to.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Output")]
pub struct Destination {
    /// Write to this file instead of standard output. For several pictures, `%` in the name stands for the number of each:
    /// `picture-%.svg`; `%%%` stands for three digits
    #[arg(short, long, value_name = "FILE", value_parser = written())]
    pub output: Option<PathBuf>,
}

impl Destination {
    /// The file, as one that nothing was written to before.
    pub fn target(&self) -> Option<(&Path, u64)> {
        self.target_after(None)
    }

    /// Checks that this number of pictures can be written, before the file is opened and emptied.
    ///
    /// # Errors
    /// If there are several, but only one place for them.
    pub fn has_room_for(&self, pictures: u64, format: Format) -> Result<(), Failure> {
        let form = format.draws().map(|draws| draws.form);
        let has_numbers = self.output.as_deref().is_some_and(is_pattern);
        match form.filter(|&form| form != Form::Html && pictures > 1 && !has_numbers) {
            Some(form) => Err(Failure::Usage(AlbumFault::Several(form).to_string())),
            None => Ok(()),
        }
    }

    /// The file, and the bytes that a search which is resumed had written there.
    pub fn target_after(&self, written: Option<u64>) -> Option<(&Path, u64)> {
        let path = self.output.as_deref();
        path.map(|path| (path, written.unwrap_or(0)))
    }
}

/// Reads a factor, in percent.
fn percent(text: &str) -> Result<u32, String> {
    let percent = text.parse::<f64>().ok().map(|factor| factor * 100.0);
    let percent = percent.filter(|percent| (10.0..=2000.0).contains(percent));
    let percent = percent.ok_or("expected a number from 0.1 to 20")?;
    Ok(percent.round() as u32)
}

impl Drawing {
    /// The format with the look that the arguments ask for.
    ///
    /// # Errors
    /// If they do not fit the format.
    pub fn of(&self, format: Format) -> Result<Format, Failure> {
        let Format::Drawn(draws) = format else {
            let is_asked_for = self.theme != Look::Auto || self.scale.is_some();
            note_if(
                is_asked_for || self.with_puzzles,
                "`--theme`, `--scale` and `--with-puzzles` have no effect without `--format svg`, `html` or `png`",
            );
            return Ok(format);
        };
        if self.with_puzzles && draws.form != Form::Html {
            return Err(Failure::Usage(
                "`--with-puzzles` needs `--format html`".into(),
            ));
        }
        Ok(Format::Drawn(Draws {
            look: self.theme,
            percent: self.scale,
            has_questions: self.with_puzzles,
            ..draws
        }))
    }
}

impl Draws {
    /// Pictures of this format, with default settings.
    pub const fn plain(form: Form) -> Draws {
        Draws {
            form,
            look: Look::Auto,
            percent: None,
            has_numbers: false,
            has_questions: false,
        }
    }

    /// A picture as a document, or as a figure of a page.
    ///
    /// # Errors
    /// If it is too large.
    pub fn written(self, picture: &Picture, heading: &str) -> Result<Vec<u8>, String> {
        let (theme, form) = (self.theme(), self.form);
        let factor = f64::from(self.percent.unwrap_or(match form {
            Form::Png => 200,
            Form::Svg | Form::Html => 100,
        })) / 100.0;
        let svg = picture.to_svg_scaled(theme, &id(heading), factor);
        match form {
            Form::Svg => Ok(svg.into_bytes()),
            Form::Png => png::pixels(&svg),
            Form::Html => {
                let heading = escaped(heading);
                let [width, height] = picture.size();
                let class = match width > WIDE * height {
                    true => " class=\"wide\"",
                    false => "",
                };
                let figure = format!(
                    "<figure{class}>\n<figcaption>{heading}</figcaption>\n{svg}</figure>\n"
                );
                Ok(figure.into_bytes())
            }
        }
    }

    fn theme(self) -> Theme {
        match (self.look, self.form) {
            (Look::Auto, Form::Png) | (Look::Light, _) => Theme::Light,
            (Look::Auto, _) => Theme::Auto,
            (Look::Dark, _) => Theme::Dark,
        }
    }
}

/// The heading of a picture as the beginning of an `id`.
fn id(heading: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let word: String = heading.chars().map(plain).collect();
    format!("dx-{}", word.trim_matches('-'))
}

/// The names of the formats, and what they are.
const ALL: [(&str, &str, Format); 5] = [
    ("text", "Plain text", Format::Text),
    (
        "jsonl",
        "One JSON object per line, also for a bad puzzle or one without an answer; counts are strings",
        Format::Jsonl,
    ),
    (
        "svg",
        "A vector picture; for several, see `--output`",
        Format::drawn(Form::Svg),
    ),
    (
        "html",
        "A page of pictures, to view or to print",
        Format::drawn(Form::Html),
    ),
    (
        "png",
        "A bitmap picture; for several, see `--output`",
        Format::drawn(Form::Png),
    ),
];

/// The formats by name.
pub const FORMATS: OneOf<Format> = OneOf(|| ALL.into());

/// The formats that are not of pictures.
const PLAIN: OneOf<Format> = OneOf(|| {
    let plain = ALL.into_iter();
    let plain = plain.filter(|(.., format)| format.draws().is_none());
    plain.collect()
});

/// Removes the formats of pictures from an action that draws nothing: one without `--theme`.
pub fn plain_where_nothing_is_drawn(action: Command) -> Command {
    let has = |name: &str| action.get_arguments().any(|arg| arg.get_id() == name);
    match has("format") && !has("theme") {
        true => action.mut_arg("format", |arg| arg.value_parser(PLAIN)),
        false => action,
    }
}
