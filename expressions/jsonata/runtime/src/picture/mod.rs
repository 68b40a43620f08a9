//! Numbers, dates and times by pictures, the patterns of `XPath`'s `fn:format-number`,
//! `fn:format-integer` and `fn:format-dateTime`, as jsonata-js reads and writes them.

mod components;
mod date_read;
mod date_write;
mod decimal;
mod integer;
mod iso;
mod number;
mod numerals;
mod read;
mod words;

#[cfg(test)]
mod tests;

pub(super) use date_read::read_date;
pub(super) use date_write::write_date;
pub(super) use integer::{read_integer, write_integer};
pub(super) use iso::read_iso_date;
pub(super) use number::write_number;
pub use read::{DatePicture, NumberPicture, WholePicture};
