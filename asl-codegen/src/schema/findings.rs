//! What a machine needs of values with schemas, and gives to them, as findings with both places.

use std::collections::HashSet;

use asl_language::shape::checks::{self, Found};
use asl_language::shape::{Fit, Kinds, Message, Misfit, Reason, Step, Values};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, nearest};
use asl_source::source::Sources;
use asl_source::span::FileId;

use super::folder::Folder;
use super::given::Sets;
use super::place::Place;
use super::references::References;
use super::trees::Trees;
use crate::check::flow::{self, Given, Needs, Origin, Read, Taker, Wanted};
use crate::emit::CalledTask;

/// The schemas of a machine.
pub(super) struct Schemas<'a, 'f> {
    pub(super) folder: &'f Folder,
    pub(super) trees: &'a Trees,
    pub(super) references: &'f References<'a>,
    pub(super) sources: &'f Sources,
    /// Those of values that enter the machine.
    pub(super) sets: Sets<'a>,
    /// That of the output.
    pub(super) output: Option<&'a Values<'a>>,
    /// Those of requests, by the index of the task.
    pub(super) requests: Vec<Option<&'a Values<'a>>>,
}

impl<'a> Schemas<'a, '_> {
    /// Reports what does not fit.
    pub(super) fn report(
        &self,
        needs: &Needs,
        tasks: &[CalledTask<'_>],
        diagnostics: &mut Diagnostics,
    ) {
        let mut reported = HashSet::new();
        let reads = needs.reads.iter().filter_map(|read| self.read(read));
        let gifts = needs.gifts.iter().filter_map(|given| self.given(given, tasks));
        for finding in reads.chain(gifts) {
            if reported.insert((finding.span, finding.title.clone())) {
                diagnostics.push(finding);
            }
        }
    }

    /// The finding of a value that a state reads.
    fn read(&self, read: &Read) -> Option<Diagnostic> {
        let wanted = read.wanted.map_or(Kinds::NONE, Wanted::kinds);
        let asked = checks::Read { path: &[], wanted, text: "", weight: read.weight };
        let values = self.sets.places(&read.border);
        let code = match asked.found(values) {
            Found::Nothing => return None,
            Found::Warning => Code::TypeMayLack,
            Found::Error => Code::TypeLacks,
        };
        let is_certain = asked.fit(values) == Fit::Never;
        let title = match (read.wanted, is_certain) {
            (Some(wanted), _) => format!("{} must be {}", read.what, wanted.noun()),
            (None, true) => format!("{} finds nothing, ever", read.what),
            (None, false) => format!("{} may find nothing", read.what),
        };
        // Of several places the first that has not what is needed.
        let lacks = |place: &&flow::Place| asked.fit(self.sets.place(place)) != Fit::Always;
        let from = read.border.places().find(lacks).or_else(|| read.border.places().next())?;
        let file = match from.origin {
            Origin::Input => self.folder.input,
            Origin::Result(node) => self.folder.responses.get(&node).copied(),
        }?;
        let found = Kinds::at(self.sets.place(from), &[]);
        let path = self.sets.steps(&from.steps);
        let place = Place::find(self.trees.root(file)?, path, self.references);
        let name = self.name(file);
        let label = match (found.is_within(Kinds::ABSENT), found.includes(Kinds::ABSENT)) {
            (true, _) => missing(&place, name),
            (false, true) if !is_certain => format!("it need not be there, as `{name}` says"),
            (false, _) => {
                format!("it is {}, as `{name}` says", Message::EMPTY.with_kinds(found).text())
            }
        };
        let finding = Diagnostic::new(code, read.span, title).label(label);
        Some(finding.related(place.span, "the schema"))
    }

    /// The finding of values that a state gives to something.
    fn given(&self, given: &Given, tasks: &[CalledTask<'_>]) -> Option<Diagnostic> {
        let values = self.sets.values(&given.values);
        let (wanted, file, values, to) = match given.to {
            Taker::Output => {
                let to = "the machine's output does not fit its schema".to_owned();
                (self.output?, self.folder.output?, values, to)
            }
            Taker::Task(node) => {
                let at = tasks.iter().position(|task| task.node == node)?;
                let task = tasks.get(at)?;
                let to = format!("what `{}` takes does not fit its schema", task.method);
                let values = if self.folder.inputs.contains(&node) {
                    self.sets.values(&given.values.nested_input()?)
                } else if task.has_envelope {
                    self.sets.values(&given.values.member("Payload")?)
                } else {
                    values
                };
                let file = *self.folder.requests.get(&node)?;
                ((*self.requests.get(at)?)?, file, values, to)
            }
        };
        let misfit = Misfit::of(values, wanted);
        let is_certain = match (misfit.fit, misfit.reason) {
            // Bounds are often missing from schemas.
            (Fit::Always, _) | (Fit::Sometimes, Reason::Range) => return None,
            (Fit::Never, _) => true,
            (Fit::Sometimes, _) => false,
        };
        let title = if is_certain { to } else { to.replace("does not fit", "may not fit") };
        let path: Vec<Step<'a>> = misfit.names().iter().map(|name| step(name)).collect();
        let place = Place::find(self.trees.root(file)?, &path, self.references);
        let label = misfit_label(&misfit, self.name(file));
        let code = if is_certain { Code::TypeMisfit } else { Code::TypeMayMisfit };
        let finding = Diagnostic::new(code, given.span, title).label(label);
        Some(finding.related(place.span, "the schema"))
    }

    fn name(&self, file: FileId) -> &str {
        name_of(self.sources, file)
    }
}

/// The name of a file without its folder.
pub(super) fn name_of(sources: &Sources, file: FileId) -> &str {
    let shown = sources.file(file).map_or("", |source| source.shown.as_str());
    shown.rsplit(['/', '\\']).next().unwrap_or(shown)
}

/// The step of a name in the path of a misfit.
fn step(name: &str) -> Step<'_> {
    if name == "[]" { Step::Item } else { Step::Member(name) }
}

/// The label for a member that no schema has.
fn missing(place: &Place<'_>, file: &str) -> String {
    match place.missing {
        Some(name) => {
            format!("`{file}` has no member `{name}` here; {}", others(name, &place.names))
        }
        None => format!("`{file}` has no such value"),
    }
}

/// The member that was meant, or those that there are.
fn others(name: &str, names: &[&str]) -> String {
    const MOST: usize = 6;
    if let Some(near) = nearest(name, names.iter().copied()) {
        return format!("did you mean `{near}`?");
    }
    let mut some: Vec<String> = names.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    if some.is_empty() {
        return "there are no members".to_owned();
    }
    if names.len() > MOST {
        some.push("…".to_owned());
    }
    format!("there are {}", some.join(", "))
}

/// The label for values that do not fit a schema.
pub(super) fn misfit_label(misfit: &Misfit<'_>, file: &str) -> String {
    let mut path = String::new();
    for name in misfit.names() {
        let dot = if path.is_empty() || *name == "[]" { "" } else { "." };
        path.extend([dot, name]);
    }
    let at = if path.is_empty() { String::new() } else { format!(" at `{path}`") };
    match (misfit.reason, misfit.fit) {
        (Reason::Missing(name, _), Fit::Sometimes) => {
            format!("`{file}` requires the member `{name}`{at}, which need not be there")
        }
        (Reason::Missing(name, object), _) => {
            let names: Vec<&str> = object.members.iter().map(|member| member.name).collect();
            format!("`{file}` requires the member `{name}`{at}; {}", others(name, &names))
        }
        (Reason::Unread(name, meant), _) => {
            format!("`{file}` has no member `{name}`{at}; did you mean `{meant}`?")
        }
        (Reason::Denied(name), _) => format!("`{file}` allows no member `{name}`{at}"),
        (Reason::Kind(given, wanted), Fit::Sometimes) => {
            format!("`{file}` takes {wanted}{at}, and this may be {given}")
        }
        (Reason::Kind(given, wanted), _) => {
            format!("`{file}` takes {wanted}{at}, and this is {given}")
        }
        (Reason::Text(text), _) => format!("`{file}` does not allow the text `{text}`{at}"),
        (Reason::Range, _) => format!("`{file}` does not allow this number{at}"),
        (Reason::Length, _) => format!("`{file}` takes a list of another length{at}"),
        (Reason::Nothing | Reason::NoValue, _) => String::new(),
    }
}
