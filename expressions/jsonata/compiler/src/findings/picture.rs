//! Pictures that are literals, read as the runtime does.

use std::ops::Range;

use asl_language::jsonata::picture::{
    IntegerPicture, Mistake, Symbols, check_read, check_written, read_picture, read_pictures,
};
use asl_language::jsonata::signature::{Signature, Types};
use asl_language::jsonata::{BuiltIn, BuiltInId};

use super::call::only_if;
use super::site::Site;
use super::value::by_parameter;
use super::{Findings, is_plain, problem};
use crate::tree::{Kind, Node, Place};

/// A function with a picture: the places of its value and of its picture among the parameters.
struct Pictured {
    value: Option<usize>,
    picture: usize,
    read: fn(&str) -> Result<(), Mistake>,
}

fn pictured(function: BuiltInId) -> Option<Pictured> {
    let (value, picture, read): (_, _, fn(&str) -> _) = match function {
        BuiltInId::FormatNumber => {
            (Some(0), 1, |picture| check_number(picture, &Symbols::default()))
        }
        BuiltInId::FormatInteger | BuiltInId::ParseInteger => (Some(0), 1, check_integer),
        BuiltInId::FromMillis => (Some(0), 1, |picture| check_date(picture, check_written)),
        BuiltInId::Now => (None, 0, |picture| check_date(picture, check_written)),
        BuiltInId::ToMillis => (Some(0), 1, |picture| check_date(picture, check_read)),
        _ => return None,
    };
    Some(Pictured { value, picture, read })
}

fn check_number(picture: &str, symbols: &Symbols) -> Result<(), Mistake> {
    read_pictures(picture, symbols).map(|_| ())
}

fn check_integer(picture: &str) -> Result<(), Mistake> {
    IntegerPicture::read(picture)?.check()
}

fn check_date(
    picture: &str,
    check: fn(&asl_language::jsonata::picture::Part) -> Result<(), Mistake>,
) -> Result<(), Mistake> {
    read_picture(picture)?.iter().try_for_each(check)
}

impl Findings<'_> {
    /// Checks the picture of a call.
    pub(super) fn pictures(
        &mut self,
        built_in: &BuiltIn,
        signature: &Signature,
        arguments: &[&Node],
        site: Site,
    ) {
        let Some(pictured) = pictured(built_in.id) else { return };
        let Some(given) = by_parameter(self, signature, arguments) else { return };
        let argument = |parameter: usize| given.get(parameter).copied().flatten();
        let Some(node) = argument(pictured.picture).filter(|node| is_plain(node)) else { return };
        let Kind::String(picture) = &node.kind else { return };
        let checked = match argument(2) {
            Some(options) if built_in.id == BuiltInId::FormatNumber => match symbols(options) {
                Some(symbols) => check_number(picture, &symbols),
                None => return,
            },
            _ => (pictured.read)(picture),
        };
        let Err(mistake) = checked else { return };
        // Without a value the picture is not read.
        let value = pictured.value.map(argument);
        let is_certain = value.is_none_or(|value| {
            value.is_some_and(|value| !self.types(value).meets(Types::MISSING))
        });
        let text = &self.expression.text;
        let place = place_in_literal(text, &node.place, mistake.at.clone());
        let values = [
            ("mistake", problem::of_picture(mistake.code).to_owned()),
            ("code", mistake.code.to_owned()),
        ];
        self.fails(&problem::PICTURE, &place, &values, only_if(site, is_certain));
    }
}

/// The symbols of options that are literals.
fn symbols(options: &Node) -> Option<Symbols> {
    let Kind::Object(entries) = &options.kind else { return None };
    let mut symbols = Symbols::default();
    for (name, value) in entries {
        let (Kind::String(name), Kind::String(value)) = (&name.kind, &value.kind) else {
            return None;
        };
        symbols.set(name, value);
    }
    is_plain(options).then_some(symbols)
}

/// The place of some bytes of a string's value.
fn place_in_literal(text: &str, literal: &Place, at: Range<usize>) -> Place {
    let start = literal.start as usize;
    let written = text.get(start + 1..literal.end as usize).unwrap_or_default();
    let (mut value, mut offset) = (0, 0);
    let (mut from, mut to) = (None, None);
    while offset < written.len() {
        if value >= at.start && from.is_none() {
            from = Some(offset);
        }
        if value >= at.end {
            to = Some(offset);
            break;
        }
        let (source, decoded) = unit(written.get(offset..).unwrap_or_default());
        offset += source;
        value += decoded;
    }
    let place = |offset: usize| u32::try_from(start + 1 + offset).unwrap_or(u32::MAX);
    let from = from.unwrap_or(0);
    place(from)..place(to.unwrap_or(offset).max(from))
}

/// The bytes of the first character of a literal, as it is written and in its value.
fn unit(rest: &str) -> (usize, usize) {
    let mut letters = rest.chars();
    match (letters.next(), letters.next()) {
        (Some('\\'), Some('u')) => {
            let digits = |from: usize| rest.get(from..from + 4);
            let unit = |from| digits(from).and_then(|digits| u32::from_str_radix(digits, 16).ok());
            match unit(2) {
                // Half of a pair, and its other half.
                Some(0xD800..0xDC00) if rest.get(6..8) == Some("\\u") => (12, 4),
                Some(code) => (6, char::from_u32(code).map_or(3, char::len_utf8)),
                None => (2, 1),
            }
        }
        (Some('\\'), Some(c)) => (1 + c.len_utf8(), 1),
        (Some(c), _) => (c.len_utf8(), c.len_utf8()),
        (None, _) => (1, 0),
    }
}
