//! Compressed objects: those whose keys end in `.gz`. Reading them needs the feature `gzip`.

use super::error::Fault;

#[cfg(feature = "gzip")]
pub(super) use with::Gzip;
#[cfg(not(feature = "gzip"))]
pub(super) use without::Gzip;

#[cfg(feature = "gzip")]
mod with {
    use std::io::{self, Write};

    use flate2::write::MultiGzDecoder;

    use super::Fault;

    /// Decompressor that takes and returns pieces.
    pub(in super::super) struct Gzip(MultiGzDecoder<Vec<u8>>);

    impl Gzip {
        #[expect(clippy::unnecessary_wraps, reason = "without the feature there is none")]
        #[inline]
        pub(in super::super) fn new() -> Result<Self, Fault> {
            Ok(Self(MultiGzDecoder::new(Vec::new())))
        }

        /// Decompresses a piece, to up to a thousand times as many bytes.
        #[inline]
        pub(in super::super) fn unpack(&mut self, piece: &[u8]) -> Result<Vec<u8>, Fault> {
            self.0.write_all(piece).map_err(|error| fault(&error))?;
            Ok(std::mem::take(self.0.get_mut()))
        }

        /// The remaining bytes at the end.
        #[inline]
        pub(in super::super) fn end(&mut self) -> Result<Vec<u8>, Fault> {
            self.0.try_finish().map_err(|error| fault(&error))?;
            Ok(std::mem::take(self.0.get_mut()))
        }
    }

    /// Compressed data has no lines.
    #[inline]
    fn fault(error: &io::Error) -> Fault {
        Fault::Whole(format!("this cannot be decompressed: {error}"))
    }
}

#[cfg(not(feature = "gzip"))]
mod without {
    use std::convert::Infallible;

    use super::Fault;

    /// A decompressor that cannot exist.
    pub(in super::super) struct Gzip(Infallible);

    impl Gzip {
        #[inline]
        pub(in super::super) fn new() -> Result<Self, Fault> {
            let problem = "reading compressed objects needs the feature `gzip` of asl-runtime";
            Err(Fault::Whole(problem.to_owned()))
        }

        #[inline]
        pub(in super::super) fn unpack(&mut self, _: &[u8]) -> Result<Vec<u8>, Fault> {
            match self.0 {}
        }

        #[inline]
        pub(in super::super) fn end(&mut self) -> Result<Vec<u8>, Fault> {
            match self.0 {}
        }
    }
}
