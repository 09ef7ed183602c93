//! A variant as text, which reads back as the same variant.

use std::fmt;

use super::FIRST;
use crate::puzzles::Puzzle;
use crate::puzzles::Shape;
use crate::puzzles::variant::{Boxes, Field, Relation, Rule, Variant};

impl fmt::Display for Variant {
    /// The text of the variant, as the reader of puzzles reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = self.field();
        write!(f, "{FIRST} {}x{}", field.rows(), field.columns())?;
        for word in self.rules().iter().filter_map(Rule::word) {
            write!(f, " {word}")?;
        }
        writeln!(f)?;
        if field.grids() != [(0, 0)] {
            let names = field.grids().iter();
            let names: Vec<String> = names
                .map(|(r, c)| format!("r{}c{}", r + 1, c + 1))
                .collect();
            writeln!(f, "grids {} {}", field.size(), names.join(" "))?;
        }
        match field.boxes() {
            Boxes::None if Shape::of_size(field.size()).is_some() => writeln!(f, "boxes none")?,
            Boxes::Shape(shape) if Shape::of_size(field.size()) != Some(*shape) => {
                writeln!(f, "boxes {shape}")?;
            }
            _ => {}
        }
        if !self.givens().is_empty() {
            let layout_free = Variant {
                layout: None,
                ..self.clone()
            };
            f.write_str(&layout_free.grid_text(&self.digits(self.givens())))?;
        }
        if let Boxes::Regions(names) = field.boxes() {
            f.write_str("regions\n")?;
            write_names(f, field, names)?;
        }
        for rule in self.rules().iter().filter(|rule| rule.word().is_none()) {
            writeln!(f, "{}", line(rule, field))?;
        }
        Ok(())
    }
}

/// A picture of names.
fn write_names(f: &mut fmt::Formatter<'_>, field: &Field, names: &[String]) -> fmt::Result {
    for row in 0..field.rows() {
        let cells = (0..field.columns()).map(|column| field.cell(row, column));
        let words: Vec<&str> = cells
            .map(|cell| cell.map_or("~", |cell| &names[cell]))
            .collect();
        writeln!(f, "{}", words.join(" "))?;
    }
    Ok(())
}

/// The line of a rule with cells.
fn line(rule: &Rule, field: &Field) -> String {
    let list = |cells: &[usize]| {
        let names: Vec<String> = cells.iter().map(|&cell| field.name(cell)).collect();
        names.join(" ")
    };
    match rule {
        Rule::Extra(cells) => format!("extra {}", list(cells)),
        Rule::Even(cells) => format!("even {}", list(cells)),
        Rule::Odd(cells) => format!("odd {}", list(cells)),
        Rule::Cage {
            cells,
            sum: Some(sum),
        } => format!("cage {sum} {}", list(cells)),
        Rule::Cage { cells, sum: None } => format!("cage {}", list(cells)),
        Rule::Thermometer(cells) => format!("thermo {}", list(cells)),
        Rule::Arrow { circle, shaft } => format!("arrow {} = {}", list(circle), list(shaft)),
        Rule::Palindrome(cells) => format!("palindrome {}", list(cells)),
        Rule::Sum { cells, total } => format!("sum {total} {}", list(cells)),
        Rule::Pair(relation, cells) => {
            let names = list(cells);
            match relation {
                Relation::Less => names.replace(' ', " < "),
                Relation::Difference(1) => format!("white {names}"),
                Relation::Ratio(2) => format!("black {names}"),
                Relation::Total(10) => format!("x {names}"),
                Relation::Total(5) => format!("v {names}"),
                Relation::Difference(by) => format!("difference {by} {names}"),
                Relation::Ratio(times) => format!("ratio {times} {names}"),
                Relation::Total(sum) => format!("sum {sum} {names}"),
            }
        }
        _ => String::new(),
    }
}
