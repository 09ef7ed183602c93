//! The files of a run: what is read is not written, and what is replaced is replaced at once.
//!
//! ```text
//!   FILE ─▶ through links to a regular file, or to none ─▶ FILE.4711.new, until it is on the disk ─▶ renamed
//! ```

use std::fmt::Display;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use dominox::shards::FileKind;

use super::exit::Failure;
use super::source::metadata;

/// The maximum number of symbolic links to follow, as in Linux.
const MOST_LINKS: usize = 40;

/// The files that a run reads.
#[derive(Clone, Default)]
pub struct Inputs(Vec<Identity>);

/// The identity of a file. Devices and pipes have none: they may be both input and output.
#[derive(Clone, PartialEq, Eq)]
enum Identity {
    #[cfg(unix)]
    Node { device: u64, number: u64 },
    /// The whole path, without links.
    Path(PathBuf),
}

impl Identity {
    fn of(path: &Path) -> Option<Identity> {
        match path.metadata() {
            Ok(found) => Identity::of_found(&found, path),
            Err(_) => place(path).ok().map(Identity::Path),
        }
    }

    fn of_found(found: &Metadata, path: &Path) -> Option<Identity> {
        if !found.is_file() {
            return None;
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let _ = path;
            Some(Identity::Node {
                device: found.dev(),
                number: found.ino(),
            })
        }
        #[cfg(not(unix))]
        place(path).ok().map(Identity::Path)
    }

    /// The files to read; `-` is standard input.
    fn of_input(path: &Path) -> Option<Identity> {
        match path.as_os_str() == "-" {
            true => Identity::of_found(&metadata(path).ok()?, path),
            false => Identity::of(path),
        }
    }
}

impl Inputs {
    pub fn of<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Inputs {
        Inputs(paths.into_iter().filter_map(Identity::of_input).collect())
    }

    /// Whether a path leads to one of them.
    pub fn contain(&self, path: &Path) -> bool {
        Identity::of(path).is_some_and(|identity| self.0.contains(&identity))
    }

    /// Makes sure that a file to be written is not one of them.
    ///
    /// # Errors
    /// If it is.
    pub fn spare(&self, path: &Path) -> Result<(), Failure> {
        match self.contain(path) {
            true => Err(refusal(path, &IS_INPUT)),
            false => Ok(()),
        }
    }

    /// The same for a file that will be [replaced](replace); also makes sure that there is no device, pipe or directory in its
    /// place.
    ///
    /// # Errors
    /// If there is, or if it is one of the inputs.
    pub fn spare_replaced(&self, path: &Path) -> Result<(), Failure> {
        self.spare(path)?;
        match path.metadata() {
            Ok(found) if found.is_dir() => Err(refusal(path, &IS_DIRECTORY)),
            Ok(found) if !found.is_file() => Err(refusal(
                path,
                &"is a device or a pipe: expected a file, which can be replaced",
            )),
            _ => Ok(()),
        }
    }

    /// The same for a plan or a result, which may replace another one, and an empty file.
    ///
    /// # Errors
    /// If there is anything else in its place.
    pub fn spare_others(&self, path: &Path, kind: FileKind) -> Result<(), Failure> {
        self.spare_replaced(path)?;
        let begins = format!("{{\"dominox\":\"{kind}\"");
        let mut found = Vec::new();
        let read = File::open(path)
            .and_then(|file| file.take(begins.len() as u64).read_to_end(&mut found));
        match read {
            Ok(1..) if found != begins.as_bytes() => Err(refusal(
                path,
                &format_args!(
                    "this is not a {kind} of dominox, and would be replaced: name another file, or remove it"
                ),
            )),
            // What cannot be read cannot be written either, or is not there.
            _ => Ok(()),
        }
    }
}

/// The message about an output that is also an input.
pub const IS_INPUT: &str = "is also the input";
/// The message about a directory where a file is expected.
pub const IS_DIRECTORY: &str = "is a directory, expected a file";
/// The message about standard input where a file of dominox is expected.
const NOT_INPUT: &str = "expected a file: this is not read from standard input";

/// Whether two paths lead to the same file, which need not exist yet.
pub fn are_same(one: &Path, other: &Path) -> bool {
    Identity::of(one).is_some_and(|one| Identity::of(other) == Some(one))
}

/// What is wrong with a file.
pub fn refusal(path: &Path, reason: &impl Display) -> Failure {
    Failure::Usage(format!("{}: {reason}", path.display()))
}

/// Reads a file that dominox wrote. Bytes that are not text become a character that its files never contain.
pub fn read_text(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| match error.kind() {
        ErrorKind::IsADirectory => IS_DIRECTORY.to_owned(),
        ErrorKind::NotFound if path.as_os_str() == "-" => NOT_INPUT.to_owned(),
        _ => error.to_string(),
    })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The place of the file that a path leads to, through links; the file need not exist.
fn place(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(to) = fs::read_link(&path) else {
            let name = path.file_name().ok_or(ErrorKind::InvalidInput)?;
            return Ok(folder(&path).canonicalize()?.join(name));
        };
        path = folder(&path).join(to);
    }
    Err(io::Error::other("too many links"))
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Writes a file under another name, and renames it when it is complete and on the disk.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_by(path, |file| file.write_all(bytes))
}

/// The same for a file that is written by this function. Another process may do so at the same time.
pub fn replace_by(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let path = place(path)?;
    let mut name = path.clone().into_os_string();
    name.push(format!(".{}.new", process::id()));
    let new = PathBuf::from(name);
    let written = File::create(&new).and_then(|mut file| {
        write(&mut file)?;
        file.sync_all()?;
        fs::rename(&new, &path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written?;
    // The name is on the disk when its folder is. Not all systems can open one.
    if let Ok(folder) = File::open(folder(&path)) {
        let _ = folder.sync_all();
    }
    Ok(())
}
