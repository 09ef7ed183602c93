//! JSON lines: one object a line, written field by field into the text that is printed.
//!
//! ```text
//! {"file":"<stdin>","index":1,"line":1,"status":"solved","answer":"1243342143122134","number":1}
//! ```

use std::io::Write;
use std::time::Duration;

use dominox::Problem;
use dominox::problem::{OptionId, Solution};
use serde_json::Value;

/// An object that is being written. It is completed when it is dropped.
pub struct Object<'a>(&'a mut Vec<u8>);

impl<'a> Object<'a> {
    /// Begins an object with the fields that every puzzle has.
    pub fn of(
        text: &'a mut Vec<u8>,
        file: &str,
        index: Option<u64>,
        line: Option<u64>,
        status: &str,
    ) -> Object<'a> {
        let mut object = Object::new(text);
        object.string("file", file);
        object.number("index", index);
        object.number("line", line);
        object.string("status", status);
        object
    }

    /// Begins an object without any field.
    pub fn new(text: &'a mut Vec<u8>) -> Object<'a> {
        text.push(b'{');
        Object(text)
    }

    /// Leaves the object open, so that others can write fields.
    pub fn leave_open(self) {
        std::mem::forget(self);
    }

    /// Completes the object, but not the line: the object is within another one.
    pub fn close(self) {
        self.0.push(b'}');
        std::mem::forget(self);
    }

    pub fn string(&mut self, name: &str, value: &str) {
        self.name(name);
        self.quoted(value);
    }

    /// A string, or `null`.
    pub fn string_or_null(&mut self, name: &str, value: Option<&str>) {
        match value {
            Some(value) => self.string(name, value),
            None => self.number(name, None),
        }
    }

    /// A number, or `null`.
    pub fn number(&mut self, name: &str, value: Option<u64>) {
        self.name(name);
        match value {
            Some(number) => write!(self.0, "{number}"),
            None => write!(self.0, "null"),
        }
        .expect("memory can be written");
    }

    /// `true` or `false`.
    pub fn boolean(&mut self, name: &str, value: bool) {
        self.name(name);
        self.0
            .extend_from_slice(if value { b"true" } else { b"false" });
    }

    /// A time in seconds, to a millionth.
    pub fn seconds(&mut self, name: &str, time: Duration) {
        self.name(name);
        write!(self.0, "{:.6}", time.as_secs_f64()).expect("memory can be written");
    }

    /// A share, to a millionth.
    pub fn fraction(&mut self, name: &str, share: f64) {
        self.name(name);
        write!(self.0, "{share:.6}").expect("memory can be written");
    }

    /// A number that is given in tenths: 4.2 for 42.
    pub fn tenths(&mut self, name: &str, tenths: u16) {
        self.name(name);
        write!(self.0, "{}.{}", tenths / 10, tenths % 10).expect("memory can be written");
    }

    pub fn strings<'s>(&mut self, name: &str, values: impl Iterator<Item = &'s str>) {
        self.name(name);
        self.0.push(b'[');
        for (index, value) in values.enumerate() {
            if index > 0 {
                self.0.push(b',');
            }
            self.quoted(value);
        }
        self.0.push(b']');
    }

    /// An array of numbers.
    pub fn numbers(&mut self, name: &str, values: impl Iterator<Item = usize>) {
        self.name(name);
        let values = Vec::from_iter(values);
        serde_json::to_writer(&mut *self.0, &values).expect("memory can be written");
    }

    /// An array of objects, one for each value.
    pub fn objects<T>(
        &mut self,
        name: &str,
        values: impl IntoIterator<Item = T>,
        write: impl FnMut(T, &mut Object),
    ) {
        self.name(name);
        self.array(values, write);
    }

    fn array<T>(
        &mut self,
        values: impl IntoIterator<Item = T>,
        mut write: impl FnMut(T, &mut Object),
    ) {
        self.0.push(b'[');
        for (index, value) in values.into_iter().enumerate() {
            if index > 0 {
                self.0.push(b',');
            }
            let mut object = Object::new(self.0);
            write(value, &mut object);
            object.close();
        }
        self.0.push(b']');
    }

    /// An array of arrays, of strings or numbers.
    pub fn lists(&mut self, name: &str, lists: &[Vec<Value>]) {
        self.name(name);
        serde_json::to_writer(&mut *self.0, lists).expect("memory can be written");
    }

    /// An array of options, each with its number, from 1, and its items.
    pub fn options(&mut self, name: &str, problem: &Problem, options: &[OptionId]) {
        self.objects(name, options, |&option, object| {
            object.option(problem, option)
        });
    }

    /// An array of such arrays, one for each solution.
    pub fn solutions(
        &mut self,
        name: &str,
        problem: &Problem,
        solutions: impl Iterator<Item = Solution>,
    ) {
        self.name(name);
        self.0.push(b'[');
        for (index, solution) in solutions.enumerate() {
            if index > 0 {
                self.0.push(b',');
            }
            self.array(solution.options(), |&option, object| {
                object.option(problem, option);
            });
        }
        self.0.push(b']');
    }

    /// The number of an option, and its items as in the text of the problem.
    pub fn option(&mut self, problem: &Problem, option: OptionId) {
        self.number("number", Some(option.index() as u64 + 1));
        let text = problem.option_text(option);
        self.strings("items", text.split(' ').filter(|word| !word.is_empty()));
    }

    fn name(&mut self, name: &str) {
        if !self.0.ends_with(b"{") {
            self.0.push(b',');
        }
        self.quoted(name);
        self.0.push(b':');
    }

    fn quoted(&mut self, text: &str) {
        serde_json::to_writer(&mut *self.0, text).expect("memory can be written");
    }
}

impl Drop for Object<'_> {
    fn drop(&mut self) {
        self.0.extend_from_slice(b"}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_a_line_of_json() {
        let mut text = Vec::new();
        let mut object = Object::of(&mut text, "a \"b\"\\{", Some(u64::MAX), None, "{");
        object.strings("none", [].into_iter());
        object.strings("some", ["1\n2", "é\u{1}"].into_iter());
        drop(object);
        let line = r#"{"file":"a \"b\"\\{","index":18446744073709551615,"line":null,"status":"{","none":[],"some":["1\n2","é\u0001"]}"#;
        assert_eq!(String::from_utf8(text).unwrap(), format!("{line}\n"));
    }
}
