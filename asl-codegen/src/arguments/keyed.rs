//! Lists of entries with keys, in the arguments of the macro.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Span};

use super::{Entries, Fault, Parser};

/// A list in braces, whose entries begin with keys of their own.
pub(super) struct Keyed {
    pub(super) form: &'static str,
    /// The kind of key with a blank, for a fault.
    pub(super) what: &'static str,
    pub(super) key: fn(&mut Parser) -> Result<(String, Span), Fault>,
    /// The name of an entry for findings, by its key.
    pub(super) entry: fn(&str) -> String,
}

impl Keyed {
    pub(super) fn parse<T>(
        &self,
        parser: &mut Parser,
        entries: &mut Entries,
        value: impl Fn(&mut Parser, &mut Entries, String) -> Result<T, Fault>,
    ) -> Result<Vec<T>, Fault> {
        let group = parser.group(Delimiter::Brace, self.form)?;
        let (mut values, mut known) = (Vec::new(), BTreeSet::new());
        Parser::of(&group).list(|parser| {
            let (key, place) = (self.key)(parser)?;
            if !known.insert(key.clone()) {
                return Err(Fault::new(place, format!("{}`{key}` is given twice", self.what)));
            }
            entries.push(((self.entry)(&key), place));
            values.push(value(parser, entries, key)?);
            Ok(())
        })?;
        Ok(values)
    }
}
