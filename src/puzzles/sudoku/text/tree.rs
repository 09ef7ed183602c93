//! The text of an array, as a tree of lists and cells.
//!
//! ```text
//! {"board": [[5, null], ["x", 7]]}      object ─ board: list ─┬─ list ─ 5, null
//!                                                            └─ list ─ "x", 7
//! ```
//!
//! Square, curly and round brackets mean the same; comments are skipped. A word before a bracket, as in `vec![`, is not a cell. In
//! MiniZinc, bars divide a list into rows: `[|5, 3|6, 0|]`.

use std::ops::Range;

use super::SudokuFault;
use super::fraction::without_fraction;
use super::layout::Source;
use super::start::value_start;
use crate::problem::{Located, quotable};

/// How deep lists may be nested.
const DEEPEST: usize = 16;

/// A list, or an object, whose items have names.
#[derive(Debug)]
pub(super) struct Node {
    pub items: Vec<Item>,
    pub is_object: bool,
    /// The bytes of the text from its first bracket to its last.
    pub place: Range<usize>,
}

/// What a list holds. The key is empty in a list.
#[derive(Debug)]
pub(super) enum Item {
    List {
        key: Range<usize>,
        node: Node,
    },
    Cell {
        key: Range<usize>,
        place: Range<usize>,
        quoted: bool,
    },
}

impl Item {
    pub fn key(&self) -> Range<usize> {
        match self {
            Item::List { key, .. } | Item::Cell { key, .. } => key.clone(),
        }
    }

    pub fn cell(&self) -> Option<Range<usize>> {
        match self {
            Item::Cell { place, .. } => Some(place.clone()),
            Item::List { .. } => None,
        }
    }
}

/// The most brackets around a cell in a list of boards.
const BOARD_IN_LIST: i64 = 3;

/// How brackets are nested in the lines of an array so far.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Nesting {
    /// The number of brackets that are open.
    pub depth: i64,
    /// The most that were.
    deepest: i64,
    /// Something other than brackets stands in them.
    has_cells: bool,
}

impl Nesting {
    /// Adds a line. Brackets in quotes and comments do not count.
    pub fn add(&mut self, text: &str) {
        let mut quote = None;
        for (at, c) in text.char_indices() {
            match (quote, c) {
                (Some(open), _) if open == c => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') => quote = Some(c),
                (None, '#') => break,
                (None, '/') if text[at..].starts_with("//") => break,
                (None, '[' | '{' | '(') => self.depth += 1,
                (None, ']' | '}' | ')') => self.depth -= 1,
                _ => self.has_cells |= self.depth > 0 && c.is_alphanumeric(),
            }
            self.deepest = self.deepest.max(self.depth);
            self.has_cells |= quote.is_some();
        }
    }

    /// Whether the array can continue with this number of brackets before the next cell: its rows are as deep as those before.
    pub fn goes_on(self, opened: i64) -> bool {
        let depth = self.depth + opened;
        match self.has_cells {
            true => depth == self.deepest,
            false => depth <= BOARD_IN_LIST,
        }
    }
}

/// By how much a line changes the depth of brackets, apart from those in quotes and comments.
pub(super) fn turn(text: &str) -> i64 {
    let mut nesting = Nesting::default();
    nesting.add(text);
    nesting.depth
}

impl Node {
    fn has_lists(&self) -> bool {
        let mut items = self.items.iter();
        items.any(|item| matches!(item, Item::List { .. }))
    }

    /// The list, or object, that a text is; or the rest of a list, whose bracket was read before.
    pub fn parse(source: &Source) -> Result<Node, Located<SudokuFault>> {
        let first = source.line(0);
        let mut cursor = Cursor {
            source,
            at: value_start(first).unwrap_or(0),
        };
        let opener = source.text()[cursor.at..].find(['[', '{', '(']);
        cursor.at += opener.unwrap_or(0);
        let mut node = cursor.node(0)?;
        while cursor.accept(b";,)]}").is_some() {}
        if node.has_lists() && cursor.next_opens() {
            node = cursor.list_from(node)?;
        }
        let rest = cursor.next();
        // `as const;`, `.to_vec();`, `dtype=int)`
        match rest {
            None | Some(b'.') => Ok(node),
            Some(byte) if byte.is_ascii_lowercase() => Ok(node),
            Some(_) => Err(cursor.unexpected("nothing more on this line")),
        }
    }
}

/// A place in the text of an array.
struct Cursor<'s> {
    source: &'s Source,
    at: usize,
}

impl Cursor<'_> {
    /// The next byte that is neither white space nor in a comment.
    fn next(&mut self) -> Option<u8> {
        loop {
            let rest = &self.source.text()[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let length = match trimmed.as_bytes() {
                [b'#', ..] | [b'/', b'/', ..] => trimmed.find('\n').unwrap_or(trimmed.len()),
                [b'/', b'*', ..] => trimmed.find("*/").map_or(trimmed.len(), |end| end + 2),
                bytes => return bytes.first().copied(),
            };
            self.at += length;
        }
    }

    /// Passes over one of these bytes if it comes next.
    fn accept(&mut self, bytes: &[u8]) -> Option<u8> {
        let found = self.next().filter(|byte| bytes.contains(byte));
        self.at += usize::from(found.is_some());
        found
    }

    /// The list that begins here, with its bracket.
    fn node(&mut self, depth: usize) -> Result<Node, Located<SudokuFault>> {
        let start = self.at;
        self.accept(b"[{(");
        if self.accept(b"|").is_some() {
            return self.barred(start, depth);
        }
        let mut node = Node {
            items: Vec::new(),
            is_object: false,
            place: start..start,
        };
        let (closers, mut has_commas, mut gap) = (b"]})", false, None);
        while self.accept(closers).is_none() {
            self.check_depth(depth)?;
            let item = self.item(depth, &mut node.is_object)?;
            node.items.push(item);
            let comes_close = |next: Option<u8>| next.is_some_and(|byte| closers.contains(&byte));
            // Without commas, spaces separate cells, and semicolons rows.
            let separator = self.accept(if has_commas { b"," } else { b",;" });
            has_commas |= separator == Some(b',');
            let next = self.next();
            let before = self.source.text().as_bytes()[self.at - 1];
            let is_apart = !has_commas && before.is_ascii_whitespace();
            if separator.is_none() && !comes_close(next) {
                let fault = self.unexpected("`,` or `]`");
                if !is_apart {
                    return Err(fault);
                }
                gap.get_or_insert(fault);
            }
            // Where commas stand, one is missing in a gap.
            if let Some(fault) = gap.take_if(|_| has_commas) {
                return Err(fault);
            }
        }
        node.place.end = self.at;
        Ok(node)
    }

    fn check_depth(&mut self, depth: usize) -> Result<(), Located<SudokuFault>> {
        match depth < DEEPEST {
            true => Ok(()),
            false => Err(self.unexpected("lists that are not so deep")),
        }
    }

    /// The rest of a list whose rows have bars between them, as in MiniZinc: `[|5, 3|6, 0|]`. Its first bar was passed.
    fn barred(&mut self, start: usize, depth: usize) -> Result<Node, Located<SudokuFault>> {
        let mut rows = Vec::new();
        while self.accept(b"]})").is_none() {
            self.check_depth(depth + 1)?;
            let from = self.at;
            let mut items = Vec::new();
            while self.accept(b"|").is_none() {
                items.push(self.item(depth + 1, &mut false)?);
                self.accept(b",");
            }
            let place = from..self.at;
            let is_object = false;
            let node = Node {
                items,
                is_object,
                place,
            };
            rows.push(Item::List { key: 0..0, node });
        }
        Ok(Node {
            items: rows,
            is_object: false,
            place: start..self.at,
        })
    }

    /// The list that holds this one and those after it.
    fn list_from(&mut self, first: Node) -> Result<Node, Located<SudokuFault>> {
        let start = first.place.start;
        let mut nodes = vec![first];
        while self.next_opens() {
            nodes.push(self.node(0)?);
            while self.accept(b";,)]}").is_some() {}
        }
        let item = |node: Node| Item::List { key: 0..0, node };
        Ok(Node {
            items: nodes.into_iter().map(item).collect(),
            is_object: false,
            place: start..self.at,
        })
    }

    fn next_opens(&mut self) -> bool {
        self.next().is_some_and(|byte| b"[{(".contains(&byte))
    }

    /// The next item, perhaps with its name before it.
    fn item(&mut self, depth: usize, is_object: &mut bool) -> Result<Item, Located<SudokuFault>> {
        let mut key = self.at..self.at;
        loop {
            if self.next_opens() {
                let node = self.node(depth + 1)?;
                return Ok(Item::List { key, node });
            }
            let (place, quoted) = self.cell()?;
            if key.is_empty() && self.next() == Some(b':') {
                self.at += 1;
                (key, *is_object) = (place, true);
                continue;
            }
            // `vec![`, `new int[]{`: what comes before a bracket is a type.
            let is_type = !quoted && self.next().is_some_and(|byte| b"[{(!".contains(&byte));
            if is_type {
                self.accept(b"!");
                continue;
            }
            return Ok(Item::Cell { key, place, quoted });
        }
    }

    /// The place of the cell that begins here: a number, a word, or the text in quotes.
    fn cell(&mut self) -> Result<(Range<usize>, bool), Located<SudokuFault>> {
        let quote = self.next().filter(|byte| matches!(byte, b'"' | b'\''));
        let start = self.at + usize::from(quote.is_some());
        let rest = &self.source.text()[start..];
        let length = match quote {
            Some(quote) => rest.find([char::from(quote), '\n']),
            None => rest.find(|c: char| c.is_ascii_whitespace() || ",;:|[](){}\"'!/#".contains(c)),
        };
        let end = start + length.unwrap_or(rest.len());
        let closed = quote.is_none() || self.source.text().as_bytes().get(end) == quote.as_ref();
        if (quote.is_none() && end == start) || !closed {
            return Err(self.unexpected("a digit, or a symbol in quotes"));
        }
        self.at = end + usize::from(quote.is_some());
        let end = match quote {
            Some(_) => end,
            None => start + without_fraction(&self.source.text()[start..end]),
        };
        Ok((start..end, quote.is_some()))
    }

    /// The fault that something else was found here.
    fn unexpected(&mut self, expected: &'static str) -> Located<SudokuFault> {
        self.next();
        let rest = &self.source.text()[self.at..];
        let found: String = rest.chars().take(1).collect();
        let place = self.at..self.at + found.len();
        let found = match found.is_empty() {
            true => "the end".into(),
            false => format!("`{}`", quotable(&found)),
        };
        self.source
            .locate(SudokuFault::BadArray { found, expected }, place)
    }
}
