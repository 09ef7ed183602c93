//! Writes a problem of one of the families, as text.
//!
//! ```sh
//! cargo run --release --manifest-path benches/suite/Cargo.toml --bin generate -- queens 100 1
//! ```

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;
use dominox_suite::generate::{FAMILIES, Random, generate};

/// Write an exact-cover problem of a family, in D. E. Knuth's text format
///
/// The text is the same for the same arguments on every machine.
#[derive(Parser)]
struct Generate {
    /// List the families and what the numbers of their sizes are
    #[arg(long, exclusive = true)]
    list: bool,

    /// The family
    #[arg(required_unless_present = "list")]
    family: Option<String>,

    /// The numbers of its size, separated by commas
    #[arg(required_unless_present = "list")]
    size: Option<String>,

    /// The seed of the random numbers
    #[arg(default_value = "1")]
    seed: u64,

    /// Bring items and options into a random order, drawn from this seed
    #[arg(long, value_name = "SEED")]
    shuffle: Option<u64>,
}

fn main() -> ExitCode {
    match Generate::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("generate: {error}");
            ExitCode::from(2)
        }
    }
}

impl Generate {
    fn run(&self) -> Result<(), String> {
        let mut out = BufWriter::new(io::stdout().lock());
        let text = match (&self.family, &self.size) {
            (Some(family), Some(size)) => {
                let mut cover = generate(family, size, self.seed)?;
                if let Some(seed) = self.shuffle {
                    cover.shuffle(&mut Random::new(seed));
                }
                cover.to_string()
            }
            _ => list(),
        };
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        written.map_err(|error| error.to_string())
    }
}

fn list() -> String {
    let line = |family: &dominox_suite::generate::Family| {
        let call = format!("{} {}", family.name, family.size.join(","));
        format!("{call:32} {}\n", family.about)
    };
    FAMILIES.iter().copied().flatten().map(line).collect()
}
