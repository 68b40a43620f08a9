//! Cuts programs into functions of bounded nesting and size.
//!
//! The code of a generator surrounds the code that takes its outputs (`emit/emitter.rs`), so a flat
//! chain of generators nests as deeply as it is long. rustc reads, and a debug build runs, nested
//! code by recursion. If the code of a function would exceed a limit of nesting or size, parts of
//! its program become definitions of their own, which are always functions. Programs of usual size
//! are unchanged.

mod own;
mod wide;

use super::Fault;
use super::analysis::{Free, callees_first, calls, free, loops, size};
use super::parts::{Role, parts_mut};
use super::syntax::{Callee, Definition, DefinitionId, Filter, Kind, Program};
use asl_source::diagnostics::Code;

/// Blocks, closures and expressions within each other in one function.
const DEEPEST: usize = 48;

/// Filters in one function. A debug build gives each a place of its own on the stack.
const LARGEST: usize = 512;

/// The same for a definition whose code may become part of its callers'.
const DEEPEST_INLINE: usize = 16;

/// Parts of one filter side by side: arguments, members of a pattern.
const MOST_PARTS: usize = 256;

/// Filters of a program: more are code that rustc takes minutes for.
const HEAVIEST: usize = 20_000;

/// The shape of the code of a filter.
#[derive(Clone, Copy, Default, Debug)]
struct Nest {
    /// Levels around the code that takes its outputs.
    around: usize,
    /// Levels in all.
    deep: usize,
    /// Filters in it.
    size: usize,
}

impl Nest {
    /// One filter with one output.
    const LEAF: Self = Self { around: 0, deep: 1, size: 1 };

    /// A call of a function that passes its outputs on.
    const CALL: Self = Self { around: 1, deep: 1, size: 1 };

    fn fits(self) -> bool {
        self.deep <= DEEPEST && self.size <= LARGEST
    }
}

/// Cuts a program. What cannot be cut is a fault.
pub(super) fn split(program: &mut Program) -> Result<(), Vec<Fault>> {
    let loops = loops(program);
    let order = callees_first(program);
    let count = program.definitions.len();
    let mut splitter = Splitter {
        definitions: std::mem::take(&mut program.definitions),
        variables: std::mem::take(&mut program.variables),
        nests: vec![Nest::CALL; count],
        owner: None,
        faults: Vec::new(),
    };
    for at in order {
        splitter.definition(at, loops.get(at) == Some(&true));
    }
    splitter.owner = None;
    splitter.filter(&mut program.body);
    let Splitter { definitions, variables, mut faults, .. } = splitter;
    (program.definitions, program.variables) = (definitions, variables);
    program.weight = weight(program);
    if program.weight > HEAVIEST {
        let end = u32::try_from(program.text.len()).unwrap_or(u32::MAX);
        let title = "the program makes too much code".to_owned();
        let label = format!("{} filters; {HEAVIEST} are allowed", program.weight);
        let fault = Fault { code: Code::JqTooLong, place: 0..end, title, label, help: None };
        faults.push(fault.help("move constants into the data, or split the program"));
    }
    if faults.is_empty() {
        return Ok(());
    }
    sort(&mut faults);
    Err(faults)
}

/// Sorts faults by place.
pub(super) fn sort(faults: &mut [Fault]) {
    faults.sort_by_key(|fault| (fault.place.start, fault.place.end));
}

/// The filters of a program, and as many for each variable that a function is handed in a call.
fn weight(program: &Program) -> usize {
    let free = free(program);
    let handed = |body: &Filter| -> usize {
        let callees = calls(body).into_iter();
        callees.map(|callee| free.get(callee.0 as usize).map_or(0, Free::len)).sum()
    };
    let bodies =
        program.definitions.iter().map(|definition| &definition.body).chain([&program.body]);
    bodies.map(|body| size(body).saturating_add(handed(body))).sum()
}

struct Splitter {
    definitions: Vec<Definition>,
    variables: Vec<String>,
    /// The shape of a call of each definition of the program, its arguments apart.
    nests: Vec<Nest>,
    /// The definition whose body is being cut.
    owner: Option<DefinitionId>,
    faults: Vec<Fault>,
}

impl Splitter {
    fn definition(&mut self, at: usize, is_loop: bool) {
        let Some(definition) = self.definitions.get_mut(at) else { return };
        let placeholder = Filter { kind: Kind::Identity, place: 0..0 };
        let mut body = std::mem::replace(&mut definition.body, placeholder);
        let is_recursive = definition.is_recursive && !is_loop;
        self.owner = u32::try_from(at).ok().map(DefinitionId);
        let nest = self.filter(&mut body);
        let is_apart = nest.deep > DEEPEST_INLINE;
        if let Some(definition) = self.definitions.get_mut(at) {
            definition.body = body;
            definition.is_apart = is_apart;
        }
        if let Some(slot) = self.nests.get_mut(at)
            && !is_apart
            && !is_recursive
        {
            *slot = Nest { size: 1, ..nest };
        }
    }

    /// Cuts a filter and all in it, and gives its shape then.
    fn filter(&mut self, filter: &mut Filter) -> Nest {
        self.narrow(filter);
        let place = filter.place.clone();
        let (own, in_pattern) = (self.own(&filter.kind), own::in_patterns(&filter.kind));
        let mut parts = Vec::new();
        parts_mut(&mut filter.kind, &mut |role, filter| parts.push((role, filter)));
        let count = parts.len().max(in_pattern);
        if count > MOST_PARTS {
            self.refuse(&place, format!("{count} parts side by side; {MOST_PARTS} are allowed"));
            return Nest::LEAF;
        }
        let mut nests: Vec<Nest> = parts.iter_mut().map(|(_, part)| self.filter(part)).collect();
        self.fit(&place, own, &mut parts, &mut nests)
    }

    /// The part that a filter adds to its parts.
    fn own(&self, kind: &Kind) -> Nest {
        if let Kind::Call(Callee::Definition(callee), _) = kind {
            return self.nests.get(callee.0 as usize).copied().unwrap_or(Nest::CALL);
        }
        own::own(kind)
    }

    /// Makes parts of a filter functions until the rest fits.
    fn fit(
        &mut self,
        place: &super::syntax::Place,
        own: Nest,
        parts: &mut [(Role, &mut Filter)],
        nests: &mut [Nest],
    ) -> Nest {
        loop {
            let roles = parts.iter().map(|(role, _)| *role);
            let nest = combined(own, roles.zip(nests.iter().copied()));
            if nest.fits() {
                return nest;
            }
            let weight = |nest: &Nest| {
                if nest.size + nest.deep <= 4 { 0 } else { nest.size + nest.deep * 8 }
            };
            let heaviest =
                parts.iter_mut().zip(nests.iter_mut()).max_by_key(|(_, nest)| weight(nest));
            match heaviest.filter(|(_, nest)| weight(nest) > 0) {
                Some(((_, part), nest)) => {
                    self.lift(part);
                    *nest = Nest { around: nest.around.min(1), ..Nest::CALL };
                }
                None => {
                    self.refuse(place, "too many generators in one filter".to_owned());
                    return Nest::CALL;
                }
            }
        }
    }

    /// Makes a filter a definition, and a call of it.
    fn lift(&mut self, filter: &mut Filter) {
        let id = DefinitionId(u32::try_from(self.definitions.len()).unwrap_or(u32::MAX));
        let call = Kind::Call(Callee::Definition(id), Vec::new());
        let kind = std::mem::replace(&mut filter.kind, call);
        self.definitions.push(Definition {
            name: "part".to_owned(),
            parameters: Vec::new(),
            body: Filter { kind, place: filter.place.clone() },
            parent: self.owner,
            is_recursive: false,
            is_apart: true,
        });
    }

    fn refuse(&mut self, place: &super::syntax::Place, label: String) {
        let title = "the program is nested too deeply".to_owned();
        let fault = Fault { code: Code::JqTooDeep, place: place.clone(), title, label, help: None };
        self.faults.push(fault.help("give parts of it names with `def name: …;`"));
    }
}

/// The shape of a filter whose parts have these shapes, the outermost loop first.
fn combined(own: Nest, parts: impl Iterator<Item = (Role, Nest)>) -> Nest {
    let (mut level, mut around, mut deep, mut size) = (0, 0, 0, own.size);
    for (role, nest) in parts {
        deep = deep.max(level + nest.deep);
        size += nest.size;
        match role {
            Role::Around => {
                level += nest.around;
                around += nest.around;
            }
            Role::Within => level += nest.around,
            Role::Beside => {}
        }
    }
    Nest { around: around + own.around, deep: deep.max(level) + own.deep, size }
}
