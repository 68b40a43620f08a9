//! The members of its input that a program reads and makes.

use std::collections::BTreeSet;

use super::walk::all;
use crate::parts::children;
use crate::syntax::{Filter, Kind, Literal, Program};

impl Program {
    /// The names of the members of its own input that the program reads; an empty name stands for
    /// the whole input.
    pub fn members_read(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        read(&self.body, &mut names);
        names
    }

    /// The keys of all objects that the program makes.
    pub fn keys_made(&self) -> BTreeSet<&str> {
        let mut keys = BTreeSet::new();
        all(&self.body, &mut |filter| own_keys(filter, &mut keys));
        keys
    }

    /// The names of the members that the program's output certainly has if it is an object.
    pub fn members_made(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        made(&self.body, &mut names);
        names
    }
}

/// Adds the names that a filter reads of its input. The parser bounds the depth.
fn read<'p>(filter: &'p Filter, names: &mut BTreeSet<&'p str>) {
    match &filter.kind {
        Kind::Identity => {
            names.insert("");
        }
        Kind::Field(target, name) if matches!(target.kind, Kind::Identity) => {
            names.insert(name);
        }
        Kind::Pipe(first, second) if matches!(first.kind, Kind::Identity) => read(second, names),
        Kind::Pipe(first, _) => read(first, names),
        // Arguments of functions may have other inputs.
        Kind::Call(..) => {}
        Kind::Reduce(each) | Kind::Foreach(each, _) => {
            read(&each.source, names);
            read(&each.init, names);
        }
        _ => children(filter, &mut |child| read(child, names)),
    }
}

fn made<'p>(filter: &'p Filter, names: &mut BTreeSet<&'p str>) {
    own_keys(filter, names);
    match &filter.kind {
        Kind::Arithmetic(_, left, right) => {
            made(left, names);
            made(right, names);
        }
        Kind::Assign(_, path, _) => read(path, names),
        Kind::Pipe(_, last) => made(last, names),
        _ => {}
    }
}

/// Adds the keys of an object that a filter makes.
fn own_keys<'p>(filter: &'p Filter, keys: &mut BTreeSet<&'p str>) {
    match &filter.kind {
        Kind::Object(entries) => {
            let keys_of = entries.iter().filter_map(|(key, _)| match &key.kind {
                Kind::Literal(Literal::String(name)) => Some(name.as_str()),
                _ => None,
            });
            keys.extend(keys_of);
        }
        Kind::Literal(Literal::Object(members)) => {
            keys.extend(members.iter().map(|(name, _)| name.as_str()));
        }
        _ => {}
    }
}
