//! JSON as a tree of values, as far as links need it.

/// The most levels of nested values.
const DEEPEST: usize = 32;

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Null,
    Bool(bool),
    /// A number as it stands.
    Number(String),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The field of this name.
    pub fn field(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Object(fields) => fields.iter().find(|(key, _)| key == name).map(|(_, it)| it),
            _ => None,
        }
    }

    pub fn list(&self) -> Option<&[Value]> {
        match self {
            Value::List(values) => Some(values),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A whole number, perhaps as a text.
    pub fn number(&self) -> Option<u32> {
        match self {
            Value::Number(text) | Value::Text(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// A whole number, which may be negative.
    pub fn signed(&self) -> Option<i64> {
        match self {
            Value::Number(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// Whether the value says nothing: null, false, or an empty text or list.
    pub fn is_nothing(&self) -> bool {
        match self {
            Value::Null | Value::Bool(false) => true,
            Value::Text(text) => text.trim().is_empty(),
            Value::List(values) => values.is_empty(),
            Value::Object(fields) => fields.is_empty(),
            _ => false,
        }
    }
}

/// The value that a text is; `None` if it is no JSON.
pub(super) fn parse(text: &str) -> Option<Value> {
    let mut scan = Scan { rest: text };
    let value = scan.value(0)?;
    scan.next().is_none().then_some(value)
}

struct Scan<'t> {
    rest: &'t str,
}

impl Scan<'_> {
    /// The next character that is not blank.
    fn next(&mut self) -> Option<char> {
        self.rest = self.rest.trim_ascii_start();
        self.rest.chars().next()
    }

    fn takes(&mut self, word: &str) -> bool {
        self.next();
        match self.rest.strip_prefix(word) {
            Some(rest) => self.rest = rest,
            None => return false,
        }
        true
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        match self.next()? {
            '"' => self.string().map(Value::Text),
            '[' => self.list(depth),
            '{' => self.object(depth),
            '-' | '0'..='9' => {
                let end = self
                    .rest
                    .find(|c: char| !"+-.eE".contains(c) && !c.is_ascii_digit());
                let (number, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
                self.rest = rest;
                Some(Value::Number(number.to_owned()))
            }
            _ => {
                let words = [
                    ("null", Value::Null),
                    ("true", Value::Bool(true)),
                    ("false", Value::Bool(false)),
                ];
                let found = words.into_iter().find(|(word, _)| self.takes(word));
                found.map(|(_, value)| value)
            }
        }
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        let mut values = Vec::new();
        self.takes("[");
        if self.takes("]") {
            return Some(Value::List(values));
        }
        loop {
            values.push(self.value(depth + 1)?);
            if self.takes("]") {
                return Some(Value::List(values));
            }
            if !self.takes(",") {
                return None;
            }
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        let mut fields = Vec::new();
        self.takes("{");
        if self.takes("}") {
            return Some(Value::Object(fields));
        }
        loop {
            if self.next() != Some('"') {
                return None;
            }
            let name = self.string()?;
            if !self.takes(":") {
                return None;
            }
            fields.push((name, self.value(depth + 1)?));
            if self.takes("}") {
                return Some(Value::Object(fields));
            }
            if !self.takes(",") {
                return None;
            }
        }
    }

    /// A string, whose quote comes next.
    fn string(&mut self) -> Option<String> {
        let mut units: Vec<u16> = Vec::new();
        let mut chars = self.rest[1..].char_indices();
        while let Some((at, c)) = chars.next() {
            let plain = match c {
                '"' => {
                    self.rest = &self.rest[at + 2..];
                    return String::from_utf16(&units).ok();
                }
                '\\' => match chars.next()?.1 {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'u' => {
                        let digits: String = chars.by_ref().take(4).map(|(_, c)| c).collect();
                        units.push(u16::from_str_radix(&digits, 16).ok()?);
                        continue;
                    }
                    same @ ('"' | '\\' | '/') => same,
                    _ => return None,
                },
                c => c,
            };
            units.extend_from_slice(plain.encode_utf16(&mut [0; 2]));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let value = parse(r#" {"a": [1, "2", null], "b\u00e9\"": {"c": true}, "d": []} "#).unwrap();
        let list = value.field("a").unwrap().list().unwrap();
        assert_eq!(
            (list[0].number(), list[1].number(), &list[2]),
            (Some(1), Some(2), &Value::Null)
        );
        assert!(value.field("bé\"").unwrap().field("c") == Some(&Value::Bool(true)));
        assert!(value.field("d").unwrap().is_nothing());
    }

    #[test]
    fn what_is_no_json_is_refused() {
        let deep = "[".repeat(99);
        for text in [
            "", "{", "[1", "[1,]", "{\"a\"}", "{a:1}", "\"", "\"\\x\"", "1 2", "nul", &deep,
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
