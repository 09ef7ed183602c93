//! Long output: it is printed while it is written, so that it need not be held in memory, and it ends at a limit.

use std::fmt::{self, Write};

use dominox::engine::Limit;

use super::json::Object;
use super::pen::Pen;
use super::session::Session;

/// The limits are checked each time this number of bytes was written.
const BETWEEN: usize = 1 << 12;

/// A page that is printed while it is written.
pub struct Paper<'a, 'b> {
    pub pen: &'a mut Pen<'b>,
    session: &'a Session<'a>,
    /// Bytes since the limits were last checked.
    bytes: usize,
    stopped: Option<Limit>,
}

impl<'a, 'b> Paper<'a, 'b> {
    pub fn new(pen: &'a mut Pen<'b>, session: &'a Session<'a>) -> Paper<'a, 'b> {
        pen.flush_next();
        Paper {
            pen,
            session,
            bytes: 0,
            stopped: None,
        }
    }

    /// The limit that stopped the writing. That the reader has gone away is not reported.
    pub fn stopped(&self) -> Option<Limit> {
        self.stopped
    }

    /// Writes an object of a JSON array for each of these values, and closes the array even if a limit came first.
    pub fn list<T>(
        &mut self,
        name: &str,
        mut values: impl Iterator<Item = T>,
        mut write: impl FnMut(T, &mut Object),
    ) -> fmt::Result {
        self.append(&format!(",\"{name}\":["));
        let mut text = Vec::new();
        let written = values.try_for_each(|value| {
            let mut object = Object::new(&mut text);
            write(value, &mut object);
            object.close();
            let written = self.write_str(str::from_utf8(&text).expect("JSON is UTF-8"));
            text.clear();
            text.push(b',');
            written
        });
        self.append("]");
        written
    }

    /// Writes one string of a JSON object, and closes it even if a limit came first.
    pub fn string(&mut self, name: &str, value: impl fmt::Display) -> fmt::Result {
        self.append(&format!(",\"{name}\":\""));
        let written = write!(Quoted(self), "{value}");
        self.append("\"");
        written
    }

    /// Closes a JSON object, with the reason if it is not complete.
    pub fn close(&mut self) -> Option<Limit> {
        if let Some(limit) = self.stopped {
            let reason = self.session.reason(limit);
            self.append(&format!(",\"error\":\"stopped by {reason}\""));
        }
        self.append("}\n");
        self.stopped
    }

    /// Writes text without checking the limits.
    pub fn append(&mut self, text: &str) {
        self.pen.page.answers.extend_from_slice(text.as_bytes());
    }
}

impl Write for Paper<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.append(text);
        self.bytes += text.len();
        if self.bytes < BETWEEN {
            return Ok(());
        }
        self.bytes = 0;
        self.stopped = self.session.interruption();
        match self.stopped.is_some() || self.pen.flush_if_due().is_break() {
            true => Err(fmt::Error),
            false => Ok(()),
        }
    }
}

/// Escapes text for a JSON string.
struct Quoted<'a, W>(&'a mut W);

impl<W: Write> Write for Quoted<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let is_special = |c: char| c < ' ' || c == '"' || c == '\\';
        let mut rest = text;
        while let Some(at) = rest.find(is_special) {
            self.0.write_str(&rest[..at])?;
            match rest.as_bytes()[at] {
                b'"' => self.0.write_str("\\\"")?,
                b'\\' => self.0.write_str("\\\\")?,
                b'\n' => self.0.write_str("\\n")?,
                byte => write!(self.0, "\\u{byte:04x}")?,
            }
            rest = &rest[at + 1..];
        }
        self.0.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_is_quoted_as_json() {
        let text = "a \"b\"\\c\n\u{1}é";
        let mut quoted = String::from("\"");
        Quoted(&mut quoted).write_str(text).unwrap();
        quoted.push('"');
        let read: String = serde_json::from_str(&quoted).unwrap();
        assert_eq!(read, text);
    }
}
