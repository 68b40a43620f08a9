//! Descriptions of a model's types and members, from a text file: AWS's own are long and in HTML.

use std::collections::BTreeMap;

use asl_conformance::problem::{Problem, Result};

/// The content of a file of descriptions.
#[derive(Default)]
pub(super) struct Descriptions {
    pub(super) files: Vec<TypesFile>,
    members: BTreeMap<String, String>,
    spellings: BTreeMap<String, String>,
    orders: BTreeMap<String, String>,
    left_out: BTreeMap<String, String>,
}

/// The types of one file.
#[derive(Debug)]
pub(super) struct TypesFile {
    pub(super) kind: Kind,
    /// The path below the workspace's root.
    pub(super) path: String,
    pub(super) description: String,
    pub(super) types: Vec<Type>,
}

/// A type with its description.
#[derive(Debug)]
pub(super) struct Type {
    pub(super) name: String,
    pub(super) description: String,
}

/// The kind of the types of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Enumerations,
    Decisions,
    Events,
    Names,
    Requests,
    Responses,
}

/// The section that a line belongs to.
#[derive(Clone, Copy)]
enum Section {
    Types,
    Members,
    Spellings,
    Orders,
    LeftOut,
}

impl Descriptions {
    /// Reads headings (`[kind path] description`, `[members]`, `[spellings]`, `[orders]`, `[left
    /// out]`) and the lines below them (`name: text`). `#` begins a comment.
    pub(super) fn parse(text: &str) -> Result<Self> {
        let mut read = Self::default();
        let mut section = Section::Types;
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        for line in lines {
            let fault = || Problem::new(format!("no description of a type: {line}"));
            if let Some(heading) = line.strip_prefix('[') {
                let (heading, description) = heading.split_once(']').ok_or_else(fault)?;
                section = read.begin(heading, description.trim()).ok_or_else(fault)?;
                continue;
            }
            let (name, text) = line.split_once(": ").ok_or_else(fault)?;
            let (name, text) = (name.to_owned(), text.to_owned());
            let is_new = match section {
                Section::Types => {
                    let file = read.files.last_mut().ok_or_else(fault)?;
                    file.types.push(Type { name, description: text });
                    true
                }
                Section::Members => read.members.insert(name, text).is_none(),
                Section::Spellings => read.spellings.insert(name, text).is_none(),
                Section::Orders => read.orders.insert(name, text).is_none(),
                Section::LeftOut => read.left_out.insert(name, text).is_none(),
            };
            if !is_new {
                return Err(Problem::new(format!("a second description: {line}")));
            }
        }
        Ok(read)
    }

    /// Begins the section with a heading.
    fn begin(&mut self, heading: &str, description: &str) -> Option<Section> {
        match heading {
            "members" => return Some(Section::Members),
            "spellings" => return Some(Section::Spellings),
            "orders" => return Some(Section::Orders),
            "left out" => return Some(Section::LeftOut),
            _ => {}
        }
        let (kind, path) = heading.split_once(' ')?;
        let kind = match kind {
            "enumerations" => Kind::Enumerations,
            "decisions" => Kind::Decisions,
            "events" => Kind::Events,
            "names" => Kind::Names,
            "requests" => Kind::Requests,
            "responses" => Kind::Responses,
            _ => return None,
        };
        let (path, description) = (path.to_owned(), description.to_owned());
        self.files.push(TypesFile { kind, path, description, types: Vec::new() });
        Some(Section::Types)
    }

    /// The files with types of a kind.
    pub(super) fn files_of(&self, kind: Kind) -> impl Iterator<Item = &TypesFile> {
        self.files.iter().filter(move |file| file.kind == kind)
    }

    /// The types of a kind.
    pub(super) fn types_of(&self, kind: Kind) -> impl Iterator<Item = &Type> {
        self.files_of(kind).flat_map(|file| &file.types)
    }

    /// The description of a member: its own in this structure, or that of all members with the
    /// name.
    pub(super) fn member(&self, structure: &str, member: &str) -> Result<&str> {
        let own = self.members.get(&format!("{structure}.{member}"));
        own.or_else(|| self.members.get(member)).map(String::as_str).ok_or_else(|| {
            Problem::new(format!("`{structure}` has a member without description: `{member}`"))
        })
    }

    /// True for a member that our structure does not have.
    pub(super) fn leaves_out(&self, structure: &str, member: &str) -> bool {
        self.left_out.contains_key(&format!("{structure}.{member}"))
    }

    /// The names of members in this file, although no structure has such a member.
    pub(super) fn unused(&self, members: &[(&str, &str)]) -> Vec<&str> {
        let is_used = |name: &str| {
            members.iter().any(|(structure, member)| match name.split_once('.') {
                Some(own) => own == (*structure, *member),
                None => name == *member,
            })
        };
        let names = [&self.members, &self.spellings, &self.left_out].into_iter();
        let names = names.flat_map(BTreeMap::keys).map(String::as_str);
        names.filter(|name| !is_used(name)).collect()
    }

    /// The order of a structure's members in JSON, if it is not that of the model.
    pub(super) fn order(&self, structure: &str) -> Option<Vec<&str>> {
        self.orders.get(structure).map(|names| names.split(", ").collect())
    }

    /// Another spelling of a member that is read too.
    pub(super) fn spelling(&self, structure: &str, member: &str) -> Option<&str> {
        self.spellings.get(&format!("{structure}.{member}")).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_stand_below_their_file_and_members_have_one_description_for_all() {
        let text = "# A comment\n[events e.rs] Events.\nA: One: yes.\nB: Two.\n\n\
            [members]\nid: The id.\nB.id: Another.\n[spellings]\nA.id: Id\n\
            [orders]\nB: id, name\n[left out]\nB.name: Why.\n";
        let read = Descriptions::parse(text).unwrap();
        let [file] = read.files.as_slice() else { panic!("{:?}", read.files) };
        assert_eq!((file.path.as_str(), file.description.as_str()), ("e.rs", "Events."));
        let types: Vec<_> = file.types.iter().map(|described| &*described.description).collect();
        assert_eq!(types, ["One: yes.", "Two."]);
        assert_eq!(read.member("A", "id").unwrap(), "The id.");
        assert_eq!(read.member("B", "id").unwrap(), "Another.");
        assert!(read.member("A", "name").is_err());
        assert_eq!((read.spelling("A", "id"), read.spelling("B", "id")), (Some("Id"), None));
        assert_eq!((read.order("A"), read.order("B")), (None, Some(vec!["id", "name"])));
        assert!(read.leaves_out("B", "name") && !read.leaves_out("A", "name"));
        let members = [("A", "id"), ("B", "id"), ("B", "name")];
        assert_eq!(read.unused(&members), Vec::<&str>::new());
        assert_eq!(read.unused(&[("C", "id")]), ["B.id", "A.id", "B.name"]);
    }

    #[test]
    fn a_line_that_is_no_description_is_a_fault() {
        for text in ["A: One.", "[events e.rs] E.\nA", "[more]", "[other o.rs] O.", "[members"] {
            assert!(Descriptions::parse(text).is_err(), "{text}");
        }
        assert!(Descriptions::parse("[members]\na: A.\na: B.").is_err());
    }
}
