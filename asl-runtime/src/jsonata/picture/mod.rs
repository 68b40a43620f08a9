//! Pictures of numbers, dates and times: the patterns of `XPath`'s `fn:format-number`,
//! `fn:format-integer` and `fn:format-dateTime`, read and written as jsonata-js does.

mod components;
mod date;
mod date_read;
mod date_write;
mod decimal;
mod integer;
mod iso;
mod number;
mod numerals;
mod words;

#[cfg(test)]
mod tests;

pub(super) use date_read::read_date;
pub(super) use date_write::write_date;
pub(super) use integer::IntegerPicture;
pub(super) use iso::read_iso_date;
pub(super) use number::{Symbols, write_number};
