//! The shapes of what calls of AWS's services give, from AWS's models.

use std::collections::BTreeMap;
use std::rc::Rc;

use asl_aws_models::{Service, Spelling};
use asl_language::integration::{integration, resource};

use super::shape::{Kinds, Member, Members, Shape};
use crate::ir::{Effect, Form, Machine, NodeKind, Task};
use asl_source::options::Profile;

/// Deepest nesting that is followed. Anything may be within.
const MOST_DEPTH: u32 = 6;

/// Maximum number of members of all objects of a result. Further ones can be anything.
const MOST_MEMBERS: u32 = 300;

/// Members that Step Functions adds to the result of a call.
const ADDED: [&str; 2] = ["SdkHttpMetadata", "SdkResponseMetadata"];

/// The result of the call of each node, by node; empty if nothing is known of any.
pub(super) fn results(machine: &Machine) -> Vec<Shape> {
    if machine.profile != Profile::Aws || machine.sm4c.is_some() {
        return Vec::new();
    }
    let mut services = BTreeMap::new();
    let of_tasks: Vec<_> = machine.tasks.iter().map(|task| result(task, &mut services)).collect();
    if of_tasks.iter().all(Option::is_none) {
        return Vec::new();
    }
    let of_node = |kind: &NodeKind| {
        let NodeKind::Invoke(invoke) = kind else { return None };
        let Effect::Task(call) = &invoke.effect else { return None };
        of_tasks.get(call.task.index()).cloned().flatten()
    };
    machine.nodes.iter().map(|node| of_node(&node.kind).unwrap_or(Shape::Any)).collect()
}

/// The result of a task that waits for nothing but the answer.
fn result(
    task: &Task,
    services: &mut BTreeMap<&'static str, Option<Rc<Service>>>,
) -> Option<Shape> {
    let called = resource(&task.resource.value).filter(|_| task.form == Form::Answer)?;
    let (name, action, spelling) = if called.is_sdk {
        (called.service, called.action, Spelling::Sdk)
    } else {
        let (name, action) = integration(called.service, called.action)?.target?;
        (name, action, Spelling::Optimized)
    };
    let name = asl_aws_models::service_names().find(|known| *known == name)?;
    let decode = || asl_aws_models::service(name).map(Rc::new);
    let service = services.entry(name).or_insert_with(decode).clone()?;
    let output = service.operation(action)?.output?;
    let mut reader = Reader { service: &service, spelling, members: 0 };
    let mut shape = reader.shape(&service.shape(output)?, 0);
    if let Shape::OneOf(kinds) = &mut shape {
        let kinds = Rc::make_mut(kinds);
        if let Some(object) = &mut kinds.object {
            for name in ADDED {
                object.known.insert(name.to_owned(), Member::new(Shape::Any, false));
            }
        }
    }
    Some(shape)
}

struct Reader<'a> {
    service: &'a Service,
    spelling: Spelling,
    members: u32,
}

impl Reader<'_> {
    fn shape(&mut self, shape: &asl_aws_models::Shape<'_>, depth: u32) -> Shape {
        use asl_aws_models::Shape as Model;
        let mut part = |id| {
            let is_deep = depth >= MOST_DEPTH || self.members > MOST_MEMBERS;
            let found = self.service.shape(id).filter(|_| !is_deep);
            found.map_or(Shape::Any, |found| self.shape(&found, depth + 1))
        };
        match shape {
            Model::Structure(structure) => self.structure(structure, depth),
            Model::List { item, .. } => Shape::list(part(*item)),
            Model::Map { .. } => Shape::some_object(),
            Model::String { .. } if self.spelling == Spelling::Sdk => Shape::string(),
            Model::Boolean => Shape::boolean(),
            Model::Integer(_) | Model::Long(_) => Shape::number(),
            // Step Functions' own integrations read JSON in texts, and numbers may be texts like `NaN`.
            Model::String { .. }
            | Model::Float(_)
            | Model::Double(_)
            | Model::Blob(_)
            | Model::Timestamp(_)
            | Model::Document => Shape::Any,
        }
    }

    fn structure(&mut self, structure: &asl_aws_models::Structure<'_>, depth: u32) -> Shape {
        let count = u32::try_from(structure.members.len()).unwrap_or(u32::MAX);
        self.members = self.members.saturating_add(count);
        if self.members > MOST_MEMBERS {
            return Shape::some_object();
        }
        let mut members = Members::default();
        for member in &structure.members {
            let found = self.service.shape(member.shape).filter(|_| depth < MOST_DEPTH);
            let shape = found.map_or(Shape::Any, |found| self.shape(&found, depth + 1));
            // Services leave out members that are required, too.
            members.known.insert(member.written(self.spelling), Member::new(shape, false));
        }
        Shape::from_kinds(Kinds { object: Some(members), ..Kinds::default() })
    }
}
