//! Builds what is measured: dominox and the programs around the peers' crates, optimised, into the folder of this
//! program.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the binaries of the package at `manifest`, and returns the folder where they are.
///
/// # Errors If that fails. Cargo says more on standard error.
pub fn build(manifest: &Path) -> Result<PathBuf, String> {
    let target = folder()?
        .parent()
        .ok_or("this program is in no folder of a target")?
        .to_path_buf();
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--release", "--locked", "--quiet", "--bins"])
        .arg("--manifest-path")
        .arg(manifest)
        .arg("--target-dir")
        .arg(&target)
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    match status.success() {
        true => Ok(target.join("release")),
        false => Err(format!("{} cannot be built", manifest.display())),
    }
}

/// The folder of this program.
///
/// # Errors If the system does not say.
pub fn folder() -> Result<PathBuf, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    Ok(program.parent().unwrap_or(Path::new(".")).to_path_buf())
}

/// The manifest of this package.
pub fn suite() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")
}

/// The manifest of dominox.
pub fn dominox() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml")
}
