//! Links the program at a fixed address on Linux.
//!
//! A program that can be loaded anywhere begins by writing some 17,000 addresses into 75 pages of its tables of messages and
//! panics: a quarter of the time that `dominox count` takes for a small problem.

use std::env::var;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = |name: &str| var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    let is_dynamic = !target("FEATURE")
        .split(',')
        .any(|name| name == "crt-static");
    let is_program = var("CARGO_FEATURE_CLI").is_ok();
    if is_program && is_dynamic && target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo:rustc-link-arg-bin=dominox=-no-pie");
    }
}
