//! A question of the page: a JSON object.

use serde_json::{Map, Value};

use crate::fault::Fault;

/// A question. What is missing in it has a default.
#[derive(Clone, Debug)]
pub struct Request(Map<String, Value>);

impl Request {
    /// # Errors
    /// If the text is not a JSON object.
    pub fn parse(text: &str) -> Result<Request, Fault> {
        match serde_json::from_str(text) {
            Ok(Value::Object(fields)) => Ok(Request(fields)),
            Ok(_) => Err(Fault::new("the question is not a JSON object")),
            Err(error) => Err(Fault::new(format_args!(
                "the question is not JSON: {error}"
            ))),
        }
    }

    /// A text; empty if there is none.
    ///
    /// # Errors
    /// If it is something else.
    pub fn text(&self, name: &str) -> Result<&str, Fault> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(""),
            Some(Value::String(text)) => Ok(text),
            Some(_) => Err(expected(name, "a text")),
        }
    }

    /// A whole number, perhaps in quotes, as JavaScript has no large ones.
    ///
    /// # Errors
    /// If it is something else.
    pub fn number(&self, name: &str) -> Result<Option<u64>, Fault> {
        let number = match self.0.get(name) {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::String(text)) => text.trim().parse().ok(),
            Some(value) => value.as_u64(),
        };
        let number = number.ok_or_else(|| expected(name, "a whole number from 0"))?;
        Ok(Some(number))
    }

    /// A whole number from 1 to `most`, or `default`.
    ///
    /// # Errors
    /// If it is something else.
    pub fn count(&self, name: &str, default: u64, most: u64) -> Result<u64, Fault> {
        match self.number(name)? {
            None => Ok(default),
            Some(number) if (1..=most).contains(&number) => Ok(number),
            Some(_) => Err(expected(name, &format!("a number from 1 to {most}"))),
        }
    }

    /// A range of ratings, in tenths: `[2.3, 4.5]`.
    ///
    /// # Errors
    /// If it is something else.
    pub fn ratings(&self, name: &str) -> Result<Option<[u16; 2]>, Fault> {
        let tenths = |value: &Value| {
            let tenths = value.as_f64()? * 10.0;
            (0.0..=1000.0)
                .contains(&tenths)
                .then(|| tenths.round() as u16)
        };
        let range = match self.0.get(name) {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::Array(ends)) if ends.len() == 2 => tenths(&ends[0]).zip(tenths(&ends[1])),
            Some(_) => None,
        };
        let (low, high) = range.ok_or_else(|| expected(name, "two ratings such as [2.3, 4.5]"))?;
        Ok(Some([low, high]))
    }
}

fn expected(name: &str, what: &str) -> Fault {
    Fault::new(format_args!("`{name}`: expected {what}"))
}
