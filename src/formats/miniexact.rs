//! The formats of the program miniexact with names, and which of its formats a text has.
//!
//! ```text
//! < a b:2;3 >            a b:2;3 | x            primary items: b is covered two or three times
//! [ x ]                                         secondary items
//! a x:red $4;            a x:red $4             an option with a colour and a cost
//! b;                     b
//! ```
//!
//! On the left, `;` ends an option, and lines mean nothing; on the right, each line is one. A text that begins with `p` is read
//! [as numbers](super::xcc).

use std::fmt::Write;
use std::ops::Range;

use super::loss::{has_costs, of_facts};
use super::place::{expected, fault, refused};
use super::{FormatFault, Loss, Unfit, Written, xcc};
use crate::problem::{
    Bounds, BuildError, Builder, Color, Entry, ItemId, Located, Problem, near_miss, quotable,
};

/// The longest name that miniexact reads, in bytes.
const LONGEST: usize = 4095;

/// The largest number that miniexact reads. No problem has as many options, so greater bounds mean the same.
const MOST: u32 = i32::MAX as u32;

/// Whether the costs can be written, and what is lost if they are not.
pub(super) fn costs(problem: &Problem) -> (bool, Vec<Loss>) {
    let mut losses = of_facts(problem);
    if !has_costs(problem) {
        return (false, losses);
    }
    let costs = Vec::from_iter(problem.options().map(|option| problem.cost(option)));
    let fits = costs.is_sorted() && costs.last() <= Some(&u64::from(MOST));
    losses.extend((!fits).then_some(Loss::FallingCosts));
    (fits, losses)
}

/// The names of items and colours as miniexact reads them.
struct Naming<'p> {
    problem: &'p Problem,
    fits: bool,
}

impl Naming<'_> {
    fn item(&self, item: ItemId, text: &mut String) {
        let _ = match self.fits {
            true => write!(text, "{}", self.problem.item_name(item)),
            false => write!(text, "i{}", item.index() + 1),
        };
    }

    fn color(&self, color: Color, text: &mut String) {
        let _ = match self.fits {
            true => write!(text, ":{}", self.problem.color_name(color)),
            false => write!(text, ":c{}", color.index() + 1),
        };
    }
}

fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || !c.is_ascii() || "_-,!#@+%^&*".contains(c);
    name.chars().all(fits) && name.len() <= LONGEST
}

pub(super) fn write(problem: &Problem) -> Result<Written, Unfit> {
    Unfit::if_empty_option(problem)?;
    let (with_costs, mut losses) = costs(problem);
    let mut colors = (0..problem.color_count()).map(Color::new);
    let naming = Naming {
        problem,
        fits: problem.items().all(|item| is_name(problem.item_name(item)))
            && colors.all(|color| is_name(problem.color_name(color))),
    };
    losses.extend((!naming.fits).then_some(Loss::UnfitNames));
    let mut text = String::from("<");
    for item in problem.items() {
        if item.index() == problem.primary_count() {
            text.push_str(" >\n[");
        }
        text.push(' ');
        naming.item(item, &mut text);
        if let Some(bounds) = problem
            .bounds(item)
            .filter(|&bounds| bounds != Bounds::EXACT)
        {
            let [low, high] = [bounds.low, bounds.high].map(|bound| bound.min(MOST));
            let _ = match low == high {
                true => write!(text, ":{low}"),
                false => write!(text, ":{low};{high}"),
            };
        }
    }
    let has_secondary = problem.item_count() > problem.primary_count();
    text.push_str(if has_secondary { " ]\n" } else { " >\n" });
    for option in problem.options() {
        for (place, entry) in problem.entries(option).iter().enumerate() {
            text.push_str(if place > 0 { " " } else { "" });
            naming.item(entry.item, &mut text);
            if let Some(color) = entry.color {
                naming.color(color, &mut text);
            }
        }
        if with_costs && problem.cost(option) > 0 {
            let _ = write!(text, " ${}", problem.cost(option));
        }
        text.push_str(";\n");
    }
    Ok(Written { text, losses })
}

/// What a piece of the text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    Name,
    /// One of `< > [ ] : ; | $`.
    Mark(u8),
    /// The end of a line, where that means something.
    Line,
    /// The end of the text.
    End,
}

const MARKS: &[u8] = b"<>[]:;|$";

/// Reads tokens; the one at hand stands in `token`, at `range`.
struct Tokens<'t> {
    text: &'t str,
    by_line: bool,
    token: Token,
    range: Range<usize>,
}

pub(super) fn read(text: &str) -> Result<Problem, Located<FormatFault>> {
    let lines = text.lines().map(str::trim_start);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with('|'));
    let is_comment = |line: &&str| line.split_whitespace().next() == Some("c");
    let after = lines.clone().find(|line| !is_comment(line));
    let is_head = |line: &str| {
        let words = Vec::from_iter(line.split_whitespace().take(2));
        matches!(words[..], ["p", "xc" | "xcc"])
    };
    if after.is_some_and(is_head) {
        return xcc::read(text);
    }
    let by_line = lines.next().is_none_or(|line| !line.starts_with('<'));
    let tokens = Tokens {
        text,
        by_line,
        token: Token::Line,
        range: 0..0,
    };
    let mut reading = Reading {
        tokens,
        builder: Problem::builder(),
        entries: Vec::new(),
    };
    reading.tokens.next();
    match by_line {
        true => reading.items_of_line()?,
        false => reading.items_in_brackets()?,
    }
    while reading.option()? {}
    Ok(reading.builder.build())
}

impl<'t> Tokens<'t> {
    fn next(&mut self) {
        let mut at = self.range.end;
        let bytes = self.text.as_bytes();
        let begins_line = self.token == Token::Line;
        let mut blank = begins_line;
        loop {
            let Some(first) = self.text[at..].chars().next() else {
                (self.token, self.range) = (Token::End, at..at);
                return;
            };
            if first == '\n' && self.by_line && !blank {
                (self.token, self.range) = (Token::Line, at..at + 1);
                return;
            }
            if first == '|' && blank {
                // A comment.
                at += self.text[at..].find('\n').unwrap_or(self.text.len() - at);
            } else if first.is_whitespace() {
                blank |= first == '\n';
                at += first.len_utf8();
            } else {
                break;
            }
        }
        let rest = &self.text[at..];
        if MARKS.contains(&bytes[at]) {
            (self.token, self.range) = (Token::Mark(bytes[at]), at..at + 1);
            return;
        }
        let ends = |c: char| c.is_whitespace() || c.is_ascii() && MARKS.contains(&(c as u8));
        let length = rest.find(ends).unwrap_or(rest.len());
        (self.token, self.range) = (Token::Name, at..at + length);
    }

    fn is(&self, mark: u8) -> bool {
        self.token == Token::Mark(mark)
    }

    /// Takes this mark, if it is the next token.
    fn takes(&mut self, mark: u8) -> bool {
        let is_next = self.is(mark);
        if is_next {
            self.next();
        }
        is_next
    }

    fn word(&self) -> &'t str {
        &self.text[self.range.clone()]
    }

    fn expected(&self, what: &'static str) -> Located<FormatFault> {
        let end = self.text.trim_end().len();
        let range = match self.token {
            Token::End => end..end,
            Token::Line => self.range.start..self.range.start,
            _ => self.range.clone(),
        };
        expected(self.text, range, what)
    }

    /// Takes a name.
    fn name(
        &mut self,
        what: &'static str,
    ) -> Result<(&'t str, Range<usize>), Located<FormatFault>> {
        if self.token != Token::Name {
            return Err(self.expected(what));
        }
        let name = (self.word(), self.range.clone());
        self.next();
        Ok(name)
    }

    /// Takes a number.
    fn number(&mut self, what: &'static str) -> Result<u64, Located<FormatFault>> {
        let is_number = self.word().bytes().all(|byte| byte.is_ascii_digit());
        match self.word().parse() {
            Ok(number) if is_number && self.token == Token::Name => {
                self.next();
                Ok(number)
            }
            _ => Err(self.expected(what)),
        }
    }
}

/// A problem while it is read.
struct Reading<'t> {
    tokens: Tokens<'t>,
    builder: Builder,
    /// Of the option that is being read.
    entries: Vec<Entry>,
}

impl Reading<'_> {
    fn items_in_brackets(&mut self) -> Result<(), Located<FormatFault>> {
        self.tokens.next();
        while !self.tokens.takes(b'>') {
            self.primary("a primary item, or `>` after the last one")?;
        }
        if self.tokens.takes(b'[') {
            while !self.tokens.takes(b']') {
                self.secondary("a secondary item, or `]` after the last one")?;
            }
        }
        Ok(())
    }

    fn items_of_line(&mut self) -> Result<(), Located<FormatFault>> {
        if self.tokens.token == Token::End {
            let what = "items: `< a b >`, a line `a b`, or `p xc` and their numbers";
            return Err(self.tokens.expected(what));
        }
        let ends = |tokens: &Tokens| matches!(tokens.token, Token::Line | Token::End);
        while !ends(&self.tokens) && !self.tokens.takes(b'|') {
            self.primary("a primary item, or `|` after the last one")?;
        }
        while !ends(&self.tokens) {
            self.secondary("a secondary item, or the end of the line")?;
        }
        if self.tokens.token == Token::Line {
            self.tokens.next();
        }
        Ok(())
    }

    fn primary(&mut self, what: &'static str) -> Result<(), Located<FormatFault>> {
        let (name, at) = self.tokens.name(what)?;
        let mut bounds = (1, 1);
        if self.tokens.takes(b':') {
            let what = "a number of times, of 32 bits";
            let bound = |tokens: &mut Tokens| {
                let range = tokens.range.clone();
                let number = tokens.number(what)?;
                u32::try_from(number).map_err(|_| expected(tokens.text, range, what))
            };
            let low = bound(&mut self.tokens)?;
            let has_high = self.tokens.takes(b';') || self.tokens.takes(b':');
            bounds = (
                low,
                match has_high {
                    true => bound(&mut self.tokens)?,
                    false => low,
                },
            );
        }
        let added = self.builder.bounded(name, bounds.0, bounds.1);
        self.added(added, at).map(drop)
    }

    fn secondary(&mut self, what: &'static str) -> Result<(), Located<FormatFault>> {
        let (name, at) = self.tokens.name(what)?;
        let added = self.builder.secondary(name);
        self.added(added, at).map(drop)
    }

    fn added<T>(
        &self,
        added: Result<T, BuildError>,
        at: Range<usize>,
    ) -> Result<T, Located<FormatFault>> {
        added.map_err(|error| refused(self.tokens.text, at, error))
    }

    /// Reads an option; `false` at the end of the text.
    fn option(&mut self) -> Result<bool, Located<FormatFault>> {
        while self.tokens.by_line && self.tokens.token == Token::Line {
            self.tokens.next();
        }
        if self.tokens.token == Token::End {
            return Ok(false);
        }
        let start = self.tokens.range.start;
        self.entries.clear();
        let mut cost = 0u64;
        let mut end = start;
        while !matches!(self.tokens.token, Token::End | Token::Line) && !self.tokens.is(b';') {
            if self.tokens.takes(b'$') {
                let range = self.tokens.range.clone();
                let more = self.tokens.number("a cost, a whole number")?;
                let sum = cost.checked_add(more).ok_or(BuildError::CostOverflow);
                cost = self.added(sum, range)?;
            } else {
                let entry = self.entry()?;
                self.entries.push(entry);
            }
            end = self.tokens.range.start;
        }
        if self.entries.is_empty() {
            return Err(self.tokens.expected("an item"));
        }
        self.tokens.takes(b';');
        let option = self.builder.option(self.entries.iter().copied());
        let costed = option.and_then(|option| self.builder.add_cost(option, cost));
        let end = start + self.tokens.text[start..end].trim_end().len();
        self.added(costed, start..end)?;
        Ok(true)
    }

    fn entry(&mut self) -> Result<Entry, Located<FormatFault>> {
        let (name, at) = self
            .tokens
            .name("an item, `$` and a cost, or the end of the option")?;
        let item = self.builder.item(name).ok_or_else(|| {
            let unknown = FormatFault::UnknownItem {
                name: quotable(name),
                near: near_miss(self.builder.item_names(), name),
            };
            fault(self.tokens.text, at, unknown)
        })?;
        if !self.tokens.takes(b':') {
            return Ok(item.into());
        }
        let (color, at) = self.tokens.name("a colour after `:`")?;
        let color = self.builder.color(color);
        Ok((item, self.added(color, at)?).into())
    }
}
