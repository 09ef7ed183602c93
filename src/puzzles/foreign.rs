//! Streams without a puzzle that another command reads: problems in the formats of other programs, and files of dominox.

use std::io;

use super::fault::PuzzleFault;
use super::lines::{Input, Line};

/// What such files of dominox are, how they begin, and which command reads them.
const OWN_FILES: [(&str, &str, &str); 3] = [
    ("a checkpoint", "dominox-run ", "dominox resume"),
    ("a plan of shards", "{\"dominox\":\"plan\",", "dominox run"),
    (
        "the result of a shard",
        "{\"dominox\":\"result\",",
        "dominox merge",
    ),
];

/// The most lines of comments before a problem that are examined.
const COMMENTS: usize = 50;

/// The command to use instead, if the next lines are for another command.
pub(super) fn for_another(lines: &mut Input) -> io::Result<Option<PuzzleFault>> {
    let Some(line) = lines.peek(0)? else {
        return Ok(None);
    };
    let is_begun = |(_, begin, _): &&(_, &str, _)| line.text.starts_with(begin);
    if let Some(&(what, _, reader)) = OWN_FILES.iter().find(is_begun) {
        return Ok(Some(PuzzleFault::OwnFile { what, reader }));
    }
    Ok(foreign_format(lines)?.map(PuzzleFault::OtherFormat))
}

/// The format of the problem that the next lines seem to be, as `--from` calls it. Looks at a second line only if the first one may
/// begin such a problem.
fn foreign_format(lines: &mut Input) -> io::Result<Option<&'static str>> {
    let Some(line) = lines.peek(0)? else {
        return Ok(None);
    };
    let first = line.text.trim().to_owned();
    let format = match first.split_once(' ') {
        Some(("c", _)) => return Ok(after_comments(lines)?.and_then(|line| by_head(&line.text))),
        Some(("<", items)) if items.contains('>') => "miniexact",
        _ if first.starts_with('{') && names_items(&first) => return Ok(Some("json")),
        _ if first == "{" => {
            let is_named = lines.peek(1)?.is_some_and(|line| names_items(&line.text));
            return Ok(is_named.then_some("json"));
        }
        _ => match by_head(&first) {
            Some(format) => format,
            None => return Ok(None),
        },
    };
    let is_option = lines.peek(1)?.is_some_and(|line| {
        let mut words = line.text.split_whitespace();
        let are_items = words.all(|word| first.split_whitespace().any(|item| item == word));
        are_items && !(format == "xcc" && is_numbered(&line.text))
    });
    // Otherwise the items of an exact-cover problem have such names.
    Ok((!is_option).then_some(format))
}

/// The first line that is not a comment, if it is one of the next few.
fn after_comments<'a>(lines: &'a mut Input) -> io::Result<Option<&'a Line>> {
    let mut distance = 1;
    while distance < COMMENTS
        && let Some(line) = lines.peek(distance)?
        && line.text.trim_start().starts_with("c ")
    {
        distance += 1;
    }
    lines.peek(distance)
}

/// The format whose problems have such a line before their options.
fn by_head(line: &str) -> Option<&'static str> {
    let is_count = |word: &&str| word.parse::<u64>().is_ok();
    match Vec::from_iter(line.split_whitespace().take(5))[..] {
        ["p", "xc" | "xcc", items, options] if [items, options].iter().all(is_count) => Some("xcc"),
        ["p", "ec" | "cover", ref counts @ ..] if matches!(counts.len(), 1 | 2) => {
            counts.iter().all(is_count).then_some("ec")
        }
        _ => None,
    }
}

/// Whether a line can be an option in numbers, with `0` at its end, as `1 0` after `p xc 1 0`.
fn is_numbered(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.clone().next_back() == Some("0") && words.all(|word| word.parse::<u64>().is_ok())
}

fn names_items(line: &str) -> bool {
    line.contains("\"primary\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::lines::Lines;

    #[test]
    fn formats_are_told_by_their_first_lines() {
        for (text, format) in [
            ("{\n\"primary\": [\"a\"],\n", Some("json")),
            (" {\"options\": [], \"primary\": []}\n", Some("json")),
            ("< a b >\na b;\n", Some("miniexact")),
            ("< a > [ x ]\na x:1;\n", Some("miniexact")),
            ("p xc 2 1\n1 2 0\n", Some("xcc")),
            ("p xcc 2 1\n1 3 -1 0\n", Some("xcc")),
            ("p xc 1 0\n1 0\n", Some("xcc")),
            ("p xc 1 0\n1\n0\n", None),
            ("p xc 1 0\np 0\nxc 1\n", None),
            ("p ec 3\ns 1 2\n", Some("ec")),
            ("p ec 3\np\nec 3\n", None),
            ("c 3 items\np ec 3\ns 1 2\n", Some("ec")),
            ("c one\nc two\np cover 3 3\ns 1 2\n", Some("ec")),
            ("p ec 3 3\ns 1 2\n", Some("ec")),
            ("p cover 3 3 3\ns 1 2\n", None),
            ("c one\nc two\nc\n", None),
            ("c d e\nc\nd e\n", None),
            ("p ec\n", None),
            ("p ec x\n", None),
            ("p xcc 2 1 0\n", None),
            ("< a b\n", None),
            ("{\n\"board\": []\n", None),
            ("", None),
        ] {
            let mut lines = Lines::new(text.as_bytes());
            assert_eq!(foreign_format(&mut lines).unwrap(), format, "{text}");
        }
    }
}
