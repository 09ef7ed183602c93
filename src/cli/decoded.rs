//! Input that is compressed with gzip, or is text in UTF-16, or both: they are recognised by their first two bytes.

use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};
use std::mem;

use flate2::bufread::GzDecoder;

use super::utf16::{self, Utf16};

/// The bytes with which gzip data begins.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The number of bytes that are read first.
const LENGTH: usize = 1 << 12;

const NOT_PACKED: &str = "the gzip data are followed by data that are not gzip";

/// The first bytes, which were examined, and the rest.
type Whole<R> = io::Chain<Cursor<Vec<u8>>, R>;

/// An input: unpacked if it is compressed, and text in UTF-16 as UTF-8. Nothing is read before it is asked for.
pub enum Decoded<R> {
    /// Nothing was read yet.
    Fresh(Option<R>),
    Plain(Whole<R>),
    /// The members one after the other.
    Packed(Box<GzDecoder<BufReader<Whole<R>>>>),
    Utf16(Utf16<Whole<R>>),
}

/// An input that may be text in UTF-16, which may be compressed.
pub fn decoded<R: Read>(input: R) -> Decoded<Decoded<R>> {
    Decoded::new(Decoded::new(input))
}

impl<R: Read> Decoded<R> {
    fn new(input: R) -> Decoded<R> {
        Decoded::Fresh(Some(input))
    }

    /// Looks at the first available bytes; waits for the second only if the first one can begin a mark.
    fn begin(&mut self) -> io::Result<()> {
        let Decoded::Fresh(input) = self else {
            return Ok(());
        };
        let Some(source) = input else { return Ok(()) };
        let marks = || utf16::MARKS.iter().chain([&GZIP]);
        let mut first = Vec::new();
        let mut piece = vec![0; LENGTH];
        while first.len() < GZIP.len() && marks().any(|mark| mark.starts_with(&first)) {
            match source.read(&mut piece) {
                Ok(0) => break,
                Ok(length) => first.extend_from_slice(&piece[..length]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let mark = marks().find(|&mark| first.starts_with(mark));
        let source = input.take().expect("it was not taken yet");
        let whole = Cursor::new(first).chain(source);
        *self = match mark {
            Some(&GZIP) => Decoded::Packed(Box::new(GzDecoder::new(BufReader::new(whole)))),
            Some(&mark) => Decoded::Utf16(Utf16::new(whole, mark)),
            None => Decoded::Plain(whole),
        };
        Ok(())
    }

    /// Begins the member that comes after the end of another one; `false` if nothing comes.
    fn begin_next(&mut self) -> io::Result<bool> {
        let Decoded::Packed(member) = self else {
            return Ok(false);
        };
        match member.get_mut().fill_buf()?.first() {
            None => return Ok(false),
            Some(&first) if first == GZIP[0] => {}
            Some(_) => return Err(io::Error::new(ErrorKind::InvalidData, NOT_PACKED)),
        }
        if let Decoded::Packed(member) = mem::replace(self, Decoded::Fresh(None)) {
            *self = Decoded::Packed(Box::new(GzDecoder::new(member.into_inner())));
        }
        Ok(true)
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.begin()?;
        loop {
            let length = match self {
                Decoded::Fresh(_) => return Ok(0),
                Decoded::Plain(input) => return input.read(buffer),
                Decoded::Utf16(input) => return input.read(buffer),
                Decoded::Packed(input) => input.read(buffer).map_err(in_words)?,
            };
            if length > 0 || buffer.is_empty() || !self.begin_next()? {
                return Ok(length);
            }
        }
    }
}

/// An error of unpacking, with a message that says this.
fn in_words(error: io::Error) -> io::Error {
    let message = match error.kind() {
        ErrorKind::UnexpectedEof => "the gzip data ends too early".to_owned(),
        ErrorKind::InvalidData | ErrorKind::InvalidInput => format!("bad gzip data: {error}"),
        _ => return error,
    };
    io::Error::new(error.kind(), message)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn packed(bytes: impl AsRef<[u8]>) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes.as_ref()).unwrap();
        encoder.finish().unwrap()
    }

    fn decode(bytes: &[u8]) -> (String, Option<String>) {
        let mut text = Vec::new();
        let outcome = decoded(bytes).read_to_end(&mut text);
        let error = outcome.err().map(|error| error.to_string());
        (String::from_utf8(text).unwrap(), error)
    }

    #[test]
    fn several_members_are_one_text() {
        let bytes = [packed("53..7\n"), packed("6..19\n")].concat();
        assert_eq!(decode(&bytes), ("53..7\n6..19\n".into(), None));
    }

    #[test]
    fn utf_16_is_read_as_utf_8() {
        assert_eq!(decode(b"\xff\xfe5\0\n\0"), ("\u{feff}5\n".into(), None));
        assert_eq!(decode(b"\xfe\xff\x005"), ("\u{feff}5".into(), None));
        let bytes = packed(b"\xff\xfe5\0\n\0");
        assert_eq!(decode(&bytes), ("\u{feff}5\n".into(), None));
    }

    #[test]
    fn what_is_not_packed_is_left() {
        for text in ["", "5", "53..7\n", "\u{1f}", "\u{1f}a"] {
            assert_eq!(decode(text.as_bytes()), (text.into(), None));
        }
    }

    #[test]
    fn spoilt_data_is_an_error() {
        let bytes = packed("53..7\n");
        let (_, error) = decode(&bytes[..bytes.len() - 3]);
        assert_eq!(error.as_deref(), Some("the gzip data ends too early"));
        for junk in ["x", "much more than the header of a member would be"] {
            let (text, error) = decode(&[&bytes, junk.as_bytes()].concat());
            assert_eq!((&*text, error.as_deref()), ("53..7\n", Some(NOT_PACKED)));
        }
        let mut spoilt = bytes.clone();
        let checksum = bytes.len() - 5;
        spoilt[checksum] ^= 1;
        let (_, error) = decode(&spoilt);
        assert!(error.is_some_and(|error| error.starts_with("bad gzip data: ")));
    }
}
