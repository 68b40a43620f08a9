//! State machines in files of Terraform (`.tf`).
//!
//! A file becomes the tree of a template, as [`template`](super::template) reads it: resources of the
//! type `aws_sfn_state_machine`, and modules with a `definition`, are state machines. A definition is
//! a text (in quotation marks or a heredoc), `jsonencode({ .. })`, or a file (`file`, `templatefile`),
//! also by a local value. What is known only when Terraform runs becomes `${name}`, as in other
//! templates. This reader knows as much of HCL as that needs: a crate for all of it would be ten times
//! the code in every build of the macro, and leaves the places within texts to its caller.

mod expression;
mod reader;
mod text;

use std::collections::HashMap;

use self::expression::{Expression, Kind};
use self::reader::{Block, Body, Reader};
use super::template::KNOWN_LATER;
use super::{FileId, Form, Json, Member, Node, Spanned, Text};
use crate::diagnostics::Diagnostics;
use crate::span::Span;

/// The attributes that hold a definition, by the type of a resource.
const TYPES: [(&str, &str); 2] = [
    ("aws_sfn_state_machine", "definition"),
    ("awscc_stepfunctions_state_machine", "definition_string"),
];

/// Most local values that lead to each other.
const LONGEST_CHAIN: u32 = 16;

/// Most values of all definitions of a file: local values that name each other several times could
/// stand for any number.
const MOST_VALUES: usize = 20_000;

/// The tree of a template with the state machines of a file.
pub(super) fn parse(text: &str, file: FileId, diagnostics: &mut Diagnostics) -> Option<Node> {
    let body = match Reader::new(text, file).file() {
        Ok(body) => body,
        Err(fault) => {
            diagnostics.push(*fault);
            return None;
        }
    };
    let mut lowering = Lowering { locals: locals(&body), values: 0 };
    let machines = body.blocks.iter().filter_map(|block| lowering.machine(block)).collect();
    let span = Span { file, start: 0, end: u32::try_from(text.len()).unwrap_or(u32::MAX) };
    let resources = Node { span, value: Json::Object(machines) };
    let member = Member { key: Spanned::new("Resources".to_owned(), span), value: resources };
    Some(Node { span, value: Json::Object(vec![member]) })
}

/// Makes trees of definitions.
struct Lowering<'b> {
    locals: Locals<'b>,
    /// Number of values so far.
    values: usize,
}

/// The local values of a file, by name.
type Locals<'b> = HashMap<&'b str, &'b Expression>;

fn locals(body: &Body) -> Locals<'_> {
    let blocks = body.blocks.iter().filter(|block| block.kind.value == "locals");
    let attributes = blocks.flat_map(|block| &block.body.attributes);
    attributes.map(|(name, value)| (name.value.as_str(), value)).collect()
}

impl<'b> Lowering<'b> {
    /// A block as a resource of a template, if it is a state machine.
    fn machine(&mut self, block: &Block) -> Option<Member> {
        let attribute =
            |name: &str| block.body.attributes.iter().find(|(found, _)| found.value == name);
        let (name, definition) = match (block.kind.value.as_str(), block.labels.as_slice()) {
            ("resource", [kind, name]) => {
                let (_, field) = TYPES.iter().find(|(known, _)| *known == kind.value)?;
                (name, attribute(field))
            }
            // Modules for state machines pass the definition on.
            ("module", [name]) => (name, Some(attribute("definition")?)),
            _ => return None,
        };
        let span = name.span;
        let member =
            |key: &str, value: Node| Member { key: Spanned::new(key.to_owned(), span), value };
        let object = |members: Vec<Member>| Node { span, value: Json::Object(members) };
        let kind = Text::opaque(super::template::STATE_MACHINE.to_owned());
        let properties = definition.map(|(_, value)| self.property(value, LONGEST_CHAIN));
        let properties = properties.map(|(property, value)| member(property, value));
        let members = vec![
            member("Type", Node { span, value: Json::String(kind) }),
            member("Properties", object(properties.into_iter().collect())),
        ];
        Some(Member { key: name.clone(), value: object(members) })
    }

    /// A definition as a property of a template. What cannot be known is one without a value.
    fn property(&mut self, value: &Expression, chain: u32) -> (&'static str, Node) {
        let span = value.span;
        let unknown = (KNOWN_LATER, Node { span, value: Json::Null });
        let Some(left) = chain.checked_sub(1) else {
            return unknown;
        };
        match &value.kind {
            Kind::Text(text) => {
                ("DefinitionString", Node { span, value: Json::String(text.clone()) })
            }
            Kind::Reference(name) => match self.local(name) {
                Some(value) => self.property(value, left),
                None => unknown,
            },
            Kind::Call(function, arguments) => match (function.as_str(), arguments.as_slice()) {
                ("jsonencode", [argument]) => self.encoded(argument, left).unwrap_or(unknown),
                ("file", [path]) | ("templatefile", [path, ..]) => {
                    included(path).unwrap_or(unknown)
                }
                ("chomp" | "nonsensitive" | "sensitive" | "trimspace", [text]) => {
                    self.property(text, left)
                }
                _ => unknown,
            },
            Kind::Literal(_) | Kind::Array(_) | Kind::Object(_) | Kind::Other(_) => unknown,
        }
    }

    /// The argument of `jsonencode`.
    fn encoded(&mut self, value: &Expression, chain: u32) -> Option<(&'static str, Node)> {
        match &value.kind {
            Kind::Object(_) => Some(("Definition", self.node(value, chain))),
            Kind::Call(function, _) if function == "merge" => {
                let merged = self.node(value, chain);
                matches!(merged.value, Json::Object(_)).then_some(("Definition", merged))
            }
            Kind::Reference(name) => self.encoded(self.local(name)?, chain.checked_sub(1)?),
            // `jsonencode(yamldecode(file(..)))` makes JSON of a file in YAML.
            Kind::Call(function, arguments) => match (function.as_str(), arguments.as_slice()) {
                ("jsondecode" | "yamldecode", [text]) => {
                    let (property, value) = self.property(text, chain.checked_sub(1)?);
                    (property == "DefinitionUri").then_some((property, value))
                }
                _ => None,
            },
            Kind::Text(_) | Kind::Literal(_) | Kind::Array(_) | Kind::Other(_) => None,
        }
    }

    /// The local value of a reference, or a member of one: `local.arns.ship`.
    fn local(&self, reference: &str) -> Option<&'b Expression> {
        let mut steps = reference.strip_prefix("local.")?.split('.');
        let mut value = *self.locals.get(steps.next()?)?;
        for step in steps {
            value = match &value.kind {
                Kind::Object(members) => &members.iter().rfind(|(key, _)| key.value == step)?.1,
                Kind::Array(items) => items.get(step.parse::<usize>().ok()?)?,
                Kind::Text(_)
                | Kind::Literal(_)
                | Kind::Reference(_)
                | Kind::Call(..)
                | Kind::Other(_) => return None,
            };
        }
        Some(value)
    }

    /// The members of all arguments of `merge`; `None` if one of them is no object that is known.
    fn merged(&mut self, arguments: &[Expression], chain: u32) -> Option<Json> {
        let (mut all, mut places): (Vec<Member>, HashMap<String, usize>) = Default::default();
        for argument in arguments {
            let Json::Object(members) = self.node(argument, chain).value else { return None };
            for member in members {
                let key = member.key.value.clone();
                match places.get(&key).and_then(|place| all.get_mut(*place)) {
                    Some(earlier) => *earlier = member,
                    None => {
                        places.insert(key, all.len());
                        all.push(member);
                    }
                }
            }
        }
        Some(Json::Object(all))
    }

    /// The tree of a value. What is known only when Terraform runs is a placeholder, without quotation
    /// marks: a number or a Boolean may take its place.
    fn node(&mut self, value: &Expression, chain: u32) -> Node {
        self.values += 1;
        let span = value.span;
        let placeholder = || {
            let value = value.kind.in_text();
            Json::String(Text { value, escapes: Vec::new(), form: Form::Bare })
        };
        let value = match &value.kind {
            Kind::Text(text) => Json::String(text.clone()),
            Kind::Literal(literal) => literal.clone(),
            Kind::Array(items) => {
                Json::Array(items.iter().map(|item| self.node(item, chain)).collect())
            }
            Kind::Object(members) => {
                let member = |(key, value): &(Spanned<String>, Expression)| Member {
                    key: key.clone(),
                    value: self.node(value, chain),
                };
                Json::Object(members.iter().map(member).collect())
            }
            Kind::Reference(name) => match (self.local(name), chain.checked_sub(1)) {
                (Some(known), Some(left)) if self.values < MOST_VALUES => {
                    return self.node(known, left);
                }
                _ => placeholder(),
            },
            Kind::Call(function, arguments) if function == "merge" => {
                let known = chain.checked_sub(1).and_then(|left| self.merged(arguments, left));
                known.unwrap_or_else(placeholder)
            }
            Kind::Call(..) | Kind::Other(_) => placeholder(),
        };
        Node { span, value }
    }
}

/// A file, relative to that of the block.
fn included(path: &Expression) -> Option<(&'static str, Node)> {
    let Kind::Text(text) = &path.kind else {
        return None;
    };
    let here = ["${path.module}/", "${path.root}/", "${path.cwd}/"];
    let file = here.iter().find_map(|here| text.value.strip_prefix(here)).unwrap_or(&text.value);
    if file.contains("${") {
        return None;
    }
    let text = Text::opaque(file.to_owned());
    Some(("DefinitionUri", Node { span: path.span, value: Json::String(text) }))
}
