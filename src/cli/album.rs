//! Where pictures go to: one document each, or all on one page.
//!
//! ```text
//!   svg, png   picture 1 ─▶ the output          picture 2 ─▶ refused
//!              picture 1 ─▶ name-1.svg          picture 2 ─▶ name-2.svg, where the output is `name-%.svg`
//!   html       head ─ puzzle ─ puzzle ─ … ─ answer ─ answer ─ tail       answers wait until the puzzles are over
//! ```

use std::error::Error;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::drawing::{Draws, Form, Look};
use super::files::{IS_INPUT, Inputs};

/// The pictures of a run.
pub struct Album {
    draws: Draws,
    /// The name of each document, with `%` for its number.
    names: Option<PathBuf>,
    /// The files that must not be written.
    inputs: Inputs,
    /// The number of pictures so far.
    count: u64,
    /// Answers that come after all puzzles.
    waiting: Vec<u8>,
    is_over: bool,
}

/// A picture that is printed.
pub struct Drawn {
    pub document: Vec<u8>,
    /// Whether it is a question: those come first.
    pub is_question: bool,
}

/// Why results cannot be written.
#[derive(Debug)]
pub enum AlbumFault {
    /// There is a second picture, but only one place for it.
    Several(Form),
    /// The file is also an input.
    Input(PathBuf),
    /// A file cannot be written.
    File(PathBuf, io::Error),
}

impl fmt::Display for AlbumFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AlbumFault::Several(form) => {
                let name = if *form == Form::Png { "png" } else { "svg" };
                write!(
                    f,
                    "there are several pictures: `--output 'picture-%.{name}'` writes each to a file with its number, \
                     `--format html` all on one page"
                )
            }
            AlbumFault::Input(path) => write!(f, "{}: {IS_INPUT}", path.display()),
            AlbumFault::File(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl Error for AlbumFault {}

impl From<AlbumFault> for io::Error {
    fn from(fault: AlbumFault) -> io::Error {
        io::Error::other(fault)
    }
}

/// Whether the name stands for several files.
pub fn is_pattern(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name.to_string_lossy().contains('%'))
}

impl Album {
    /// An album whose pictures go to the output, or to files of these names.
    pub fn new(draws: Draws, names: Option<&Path>) -> Album {
        Album {
            draws,
            names: names.map(Path::to_owned),
            inputs: Inputs::default(),
            count: 0,
            waiting: Vec::new(),
            is_over: false,
        }
    }

    /// The same album, which writes none of these files.
    pub fn sparing(self, inputs: &Inputs) -> Album {
        Album {
            inputs: inputs.clone(),
            ..self
        }
    }

    /// Adds a picture.
    ///
    /// # Errors
    /// If it cannot be written, or if there is no place for it.
    pub fn add(&mut self, drawn: &Drawn, output: &mut impl Write) -> io::Result<()> {
        self.count += 1;
        if self.draws.form == Form::Html {
            if self.count == 1 {
                output.write_all(self.head().as_bytes())?;
            }
            if self.draws.has_questions && !drawn.is_question {
                self.waiting.extend_from_slice(&drawn.document);
                return Ok(());
            }
            return output.write_all(&drawn.document);
        }
        match &self.names {
            Some(names) => {
                let path = numbered(names, self.count);
                if self.inputs.contain(&path) {
                    return Err(AlbumFault::Input(path).into());
                }
                fs::write(&path, &drawn.document)
                    .map_err(|error| AlbumFault::File(path, error).into())
            }
            None if self.count > 1 => Err(AlbumFault::Several(self.draws.form).into()),
            None => output.write_all(&drawn.document),
        }
    }

    /// Whether there were no pictures.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Ends a page.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end(&mut self, output: &mut impl Write) -> io::Result<()> {
        if self.draws.form != Form::Html || self.count == 0 || self.is_over {
            return Ok(());
        }
        self.is_over = true;
        if !self.waiting.is_empty() {
            output.write_all(b"</main>\n<h2>Answers</h2>\n<main>\n")?;
            output.write_all(&self.waiting)?;
        }
        output.write_all(b"</main>\n</body>\n</html>\n")
    }

    fn head(&self) -> String {
        let (scheme, dark) = match self.draws.look {
            Look::Auto => (
                "light dark",
                format!("@media(prefers-color-scheme:dark){{{DARK}}}"),
            ),
            Look::Light => ("light", String::new()),
            Look::Dark => ("dark", DARK.to_owned()),
        };
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"{scheme}\">\n<title>Puzzles</title>\n\
             <style>\n{STYLE}{dark}</style>\n</head>\n<body>\n<main>\n"
        )
    }
}

/// On paper two pictures stand side by side, three rows on a sheet.
const STYLE: &str = "\
body{margin:1.5rem;font:1rem/1.4 Helvetica,Arial,sans-serif;color:#1b1e23;background:#fff}
main{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1.5rem}
figure{margin:0;break-inside:avoid}
figure.wide{grid-column:1/-1}
figcaption{margin-bottom:.3rem;color:#565c66}
figure svg{max-width:100%;height:auto}
h2{break-before:page}
@page{margin:14mm}
@media print{
body{margin:0;color:#000;background:#fff}
main{grid-template-columns:1fr 1fr;gap:4mm}
figure svg{max-height:66mm;width:auto;display:block}
}
";

const DARK: &str = "@media screen{body{color:#eceef1;background:#16181d}figcaption{color:#a9b0bb}}";

/// The name with a number instead of `%`, with two digits instead of `%%`, and so on.
fn numbered(names: &Path, number: u64) -> PathBuf {
    let name = names.file_name().unwrap_or_default().to_string_lossy();
    let (Some(start), true) = (name.find('%'), is_pattern(names)) else {
        return names.to_owned();
    };
    let rest = name[start..].trim_start_matches('%');
    let width = name.len() - start - rest.len();
    names.with_file_name(format!("{}{number:0width$}{rest}", &name[..start]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_takes_the_place_of_the_signs() {
        let name = |names: &str, number| numbered(Path::new(names), number);
        assert_eq!(name("a%b/step-%.svg", 7), Path::new("a%b/step-7.svg"));
        assert_eq!(name("%%%.png", 12), Path::new("012.png"));
        assert_eq!(name("%%.png", 123), Path::new("123.png"));
        assert!(!is_pattern(Path::new("a%b/c.svg")));
    }

    #[test]
    fn a_second_picture_needs_a_place() {
        let mut album = Album::new(Draws::plain(Form::Svg), None);
        let drawn = Drawn {
            document: b"<svg/>".to_vec(),
            is_question: false,
        };
        let mut output = Vec::new();
        album.add(&drawn, &mut output).unwrap();
        assert!(album.add(&drawn, &mut output).is_err());
        album.end(&mut output).unwrap();
        assert_eq!(output, b"<svg/>");
    }

    #[test]
    fn answers_come_after_all_puzzles() {
        let mut draws = Draws::plain(Form::Html);
        draws.has_questions = true;
        let (mut album, mut output) = (Album::new(draws, None), Vec::new());
        for (text, is_question) in [("q1", true), ("a1", false), ("q2", true), ("a2", false)] {
            let document = text.into();
            album
                .add(
                    &Drawn {
                        document,
                        is_question,
                    },
                    &mut output,
                )
                .unwrap();
        }
        album.end(&mut output).unwrap();
        album.end(&mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(text.contains("<main>\nq1q2</main>\n<h2>Answers</h2>\n<main>\na1a2</main>"));
        assert_eq!(text.matches("</html>").count(), 1);
    }
}
