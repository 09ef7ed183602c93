//! Where results go to: standard output, or the file of `--output`, and the album for pictures.
//!
//! ```text
//!   --output answers.txt ──▶ a file          --output week-%.svg ──▶ an album with a file for each picture
//! ```

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, IsTerminal, Seek, SeekFrom, Stdout, Write};
use std::path::{Path, PathBuf};

use super::album::{Album, AlbumFault, is_pattern};
use super::drawing::Form;
use super::exit::Failure;
use super::files::Inputs;
use super::output::Format;

/// Where results are written.
pub enum Target {
    Standard(Stdout),
    File(File, PathBuf),
}

impl Target {
    /// Standard output, or a file of which this number of bytes is kept.
    pub fn new(file: Option<(&Path, u64)>) -> Result<Target, Failure> {
        let Some((path, kept)) = file else {
            return Ok(Target::Standard(io::stdout()));
        };
        let refuse = |reason: String| Failure::Usage(format!("{}: {reason}", path.display()));
        let open = || {
            let mut options = OpenOptions::new();
            let mut file = options
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)?;
            let found = file.metadata()?;
            if !found.is_file() {
                // A device or a pipe has no length.
                return Ok((file, kept));
            }
            let length = found.len();
            if length >= kept {
                file.set_len(kept)?;
            }
            file.seek(SeekFrom::End(0))?;
            Ok((file, length))
        };
        let (file, length) = open().map_err(|error: io::Error| refuse(error.to_string()))?;
        match length < kept {
            true => Err(refuse(format!(
                "the file has {length} bytes, but the checkpoint says that {kept} were written"
            ))),
            false => Ok(Target::File(file, path.to_owned())),
        }
    }

    /// Like [`new`](Self::new), and the album for pictures. If these have files of their own, nothing goes to the target.
    /// Inputs are never overwritten.
    pub fn and_album(
        file: Option<(&Path, u64)>,
        format: Format,
        inputs: &Inputs,
    ) -> Result<(Target, Option<Album>), Failure> {
        if let Some((path, _)) = file {
            inputs.spare(path)?;
        }
        let Some(draws) = format.draws() else {
            return Ok((Target::new(file)?, None));
        };
        let names = file.map(|(path, _)| path).filter(|path| is_pattern(path));
        let target = match names {
            Some(_) => None,
            None => file,
        };
        if let (Some(_), Form::Html) = (names, draws.form) {
            return Err(Failure::Usage(
                "`%` in `--output` is for `--format svg` and `png`".into(),
            ));
        }
        let album = Album::new(draws, names).sparing(inputs);
        Ok((Target::new(target)?, Some(album)))
    }

    /// Removes the file, which is not what its name says. A device or a pipe stays, and so does a link.
    pub fn remove(&self) {
        if let Target::File(_, path) = self
            && path.symlink_metadata().is_ok_and(|found| found.is_file())
        {
            // Otherwise, the file is empty.
            let _ = fs::remove_file(path);
        }
    }

    /// Whether the target is a terminal.
    pub fn is_terminal(&self) -> bool {
        match self {
            Target::Standard(stdout) => stdout.is_terminal(),
            Target::File(..) => false,
        }
    }

    /// Writes what was printed to the disk; the number of bytes, if it goes to a file.
    pub fn sync(&mut self) -> io::Result<Option<u64>> {
        match self {
            Target::File(file, _) if file.metadata()?.is_file() => {
                file.sync_data()?;
                file.stream_position().map(Some)
            }
            _ => Ok(None),
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Standard(stdout) => stdout.write(bytes),
            Target::File(file, path) => {
                let fault = |error| AlbumFault::File(path.clone(), error).into();
                file.write(bytes).map_err(|error| match error.kind() {
                    ErrorKind::Interrupted | ErrorKind::BrokenPipe => error,
                    _ => fault(error),
                })
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Standard(stdout) => stdout.flush(),
            Target::File(file, _) => file.flush(),
        }
    }
}
