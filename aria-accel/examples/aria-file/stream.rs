//! From the input through the transform to the output, in one buffer that is used again and again.
//!
//! ```text
//! buffer    [ CHUNK: transformed, written | HOLD ]
//!             ,-------- moved to front -------'        until a read comes short: then the end is in it
//!           [ HOLD | next CHUNK from the input    ]
//! ```
use crate::{modes::Transform, progress::Progress};
use std::{
    io::{self, Read, Write},
    time::{Duration, Instant},
};

/// Bytes that are transformed at a time: enough for every kernel, little enough for the cache.
const CHUNK: usize = 256 << 10;

/// Bytes held back, since the end may be a tag or padding; a whole number of blocks, so that nothing
/// ever lies askew.
const HOLD: usize = 16;

pub enum Error {
    Read(io::Error),
    Write(io::Error),
    /// The input is not what the transform can take.
    Text(String),
}

pub struct Totals {
    /// Bytes read.
    pub bytes: u64,
    /// Time spent in the cipher, and in GCM's hash.
    pub transforming: Duration,
}

/// `length` is that of the input, if known.
pub fn run(
    input: &mut impl Read,
    length: Option<u64>,
    output: &mut impl Write,
    mut transform: Transform,
) -> Result<Totals, Error> {
    let mut progress = Progress::new(length);
    let mut totals = Totals { bytes: 0, transforming: Duration::ZERO };
    let limit = transform.limit();
    let within_limit = |bytes: u64| match limit {
        Some(limit) if bytes > limit => {
            Err(Error::Text(format!("longer than this mode can take: {limit} bytes")))
        }
        _ => Ok(()),
    };
    within_limit(length.unwrap_or(0))?;
    let mut buffer = vec![0; CHUNK + HOLD];
    let mut held = 0;
    loop {
        let read = fill(input, &mut buffer[held..]).map_err(Error::Read)?;
        totals.bytes += read as u64;
        within_limit(totals.bytes)?;
        progress.show(totals.bytes);

        let start = Instant::now();
        if held + read < buffer.len() {
            buffer.truncate(held + read);
            transform.finish(&mut buffer).map_err(Error::Text)?;
            totals.transforming += start.elapsed();
            output.write_all(&buffer).map_err(Error::Write)?;
            return Ok(totals);
        }
        transform.update(buffer[..CHUNK].as_chunks_mut().0);
        totals.transforming += start.elapsed();
        output.write_all(&buffer[..CHUNK]).map_err(Error::Write)?;
        buffer.copy_within(CHUNK.., 0);
        held = HOLD;
    }
}

/// Reads until the buffer is full or the input at its end.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(n) => filled += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(filled)
}
