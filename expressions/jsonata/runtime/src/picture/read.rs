//! Pictures that have been read. Those of literals are read once for all runs.

use asl_language::jsonata::picture::{
    IntegerPicture, Mistake, Part, Symbols, read_picture, read_pictures,
};

use super::number::Layout;
use crate::Fault;

/// A picture of dates and times, or the mistake in it.
#[derive(Clone, Debug)]
pub struct DatePicture(Result<Vec<Part>, Mistake>);

impl DatePicture {
    /// Reads a picture.
    pub fn new(picture: &str) -> Self {
        Self(read_picture(picture))
    }

    pub(super) fn parts(&self) -> Result<&[Part], Fault> {
        read(&self.0).map(Vec::as_slice)
    }
}

/// A picture of whole numbers, or the mistake in it.
#[derive(Clone, Debug)]
pub struct WholePicture(Result<IntegerPicture, Mistake>);

impl WholePicture {
    /// Reads a picture.
    pub fn new(picture: &str) -> Self {
        Self(IntegerPicture::read(picture))
    }

    pub(crate) fn picture(&self) -> Result<&IntegerPicture, Fault> {
        read(&self.0)
    }
}

/// A picture of numbers, or the mistake in it.
#[derive(Clone, Debug)]
pub struct NumberPicture {
    pub(super) symbols: Symbols,
    /// The length of its text in bytes.
    pub(super) length: usize,
    layouts: Result<Vec<Layout>, Mistake>,
}

impl NumberPicture {
    /// Reads a picture with the usual symbols.
    pub fn new(picture: &str) -> Self {
        Self::with(picture, Symbols::default())
    }

    /// Reads a picture with other symbols.
    pub(crate) fn with(picture: &str, symbols: Symbols) -> Self {
        let pictures = read_pictures(picture, &symbols);
        let layouts = pictures.map(|pictures| {
            pictures.iter().map(|picture| Layout::new(picture, &symbols)).collect()
        });
        Self { length: picture.len(), layouts, symbols }
    }

    /// The layouts of positive and of negative numbers, or one for both.
    pub(super) fn layouts(&self) -> Result<&[Layout], Fault> {
        read(&self.layouts).map(Vec::as_slice)
    }
}

fn read<T>(read: &Result<T, Mistake>) -> Result<&T, Fault> {
    read.as_ref().map_err(|mistake| Fault::of_picture(mistake.clone()))
}
