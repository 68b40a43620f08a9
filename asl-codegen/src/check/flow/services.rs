//! The shapes of what calls of AWS's services give, from AWS's models.

use std::rc::Rc;

use asl_aws_models::{Job, JobResult, Service, ShapeId, Spelling, service};
use asl_language::integration::{Resource, integration, resource};

use super::shape::{Kinds, Member, Members, Shape};
use super::show::brief;
use crate::ir::{Effect, Form, Machine, NodeKind, Task, context};
use asl_source::expression::context_object;
use asl_source::options::Profile;

/// Deepest nesting that is followed. Anything may be within.
const MOST_DEPTH: usize = 6;

/// Maximum number of members of all objects of a result. Further ones can be anything.
const MOST_MEMBERS: u32 = 300;

/// Members that Step Functions adds to the result of a call.
const ADDED: [&str; 2] = ["SdkHttpMetadata", "SdkResponseMetadata"];

/// Members of the answer of EMR that are in the result of its jobs.
const STARTED: [&str; 3] = ["ClusterArn", "ClusterId", "StepId"];

/// The result of the call of each node, by node; empty if nothing is known of any.
pub(super) fn results(machine: &Machine) -> Vec<Shape> {
    if machine.profile != Profile::Aws || machine.sm4c.is_some() {
        return Vec::new();
    }
    let of_tasks: Vec<_> = machine.tasks.iter().map(result).collect();
    if of_tasks.iter().all(Option::is_none) {
        return Vec::new();
    }
    let of_node = |kind: &NodeKind| {
        let NodeKind::Invoke(invoke) = kind else { return None };
        let Effect::Task(call) = &invoke.effect else { return None };
        let is_job = |task: &Task| matches!(task.form, Form::Sync | Form::Sync2);
        // Who gets the token of a job may end the task with another result.
        if machine.tasks.get(call.task.index()).is_some_and(is_job)
            && context::sends(invoke, context_object::Member::TaskToken)
        {
            return None;
        }
        of_tasks.get(call.task.index()).cloned().flatten()
    };
    machine.nodes.iter().map(|node| of_node(&node.kind).unwrap_or(Shape::Any)).collect()
}

/// The request that the call of a task takes, and its result, as text. Nothing is known of the
/// result that a report with a token gives.
pub(crate) fn described(task: &Task) -> Option<(String, Option<String>)> {
    let called = resource(&task.resource.value)?;
    let request = brief(&request(&called)?);
    Some((request, result(task).map(|shape| brief(&shape))))
}

/// The request of a call. Required members are always present.
fn request(called: &Resource<'_>) -> Option<Shape> {
    let own = integration(called.service, called.action).filter(|_| !called.is_sdk);
    let mut members = Members::default();
    if let Some(own) = own.and_then(|own| own.own) {
        let required = own.required.iter().map(|name| (name, true));
        for (name, always) in required.chain(own.optional.iter().map(|name| (name, false))) {
            members.known.insert((*name).to_owned(), Member::new(Shape::Any, always));
        }
    } else if operation(called).is_none() {
        return None;
    }
    if let Some((name, action, spelling)) = operation(called) {
        let service = service(name)?;
        if let Some(input) = service.operation(action)?.input {
            let mut reader = Reader { is_request: true, ..Reader::new(&service, spelling) };
            let shape = reader.part(input);
            let of_service = shape.kinds().and_then(|kinds| kinds.object.as_ref());
            for (name, member) in of_service.into_iter().flat_map(|object| &object.known) {
                members.known.insert(name.clone(), member.clone());
            }
        }
    }
    Some(Shape::from_kinds(Kinds { object: Some(members), ..Kinds::default() }))
}

/// The result of a task that waits for the answer, or for the end of a job.
fn result(task: &Task) -> Option<Shape> {
    let called = resource(&task.resource.value)?;
    let mut shape = match task.form {
        Form::Answer => answer(&called)?,
        Form::Sync | Form::Sync2 if !called.is_sdk => {
            of_job(asl_aws_models::job(called.service, called.action)?)?
        }
        Form::Sync
        | Form::Sync2
        | Form::Token
        | Form::Activity
        | Form::Event
        | Form::Subflow
        | Form::Rest
        | Form::Rpc => return None,
    };
    add(&mut shape, &ADDED);
    Some(shape)
}

/// The service, the action and the spelling of a call.
fn operation<'a>(called: &Resource<'a>) -> Option<(&'a str, &'a str, Spelling)> {
    if called.is_sdk {
        return Some((called.service, called.action, Spelling::Sdk));
    }
    let (name, action) = integration(called.service, called.action)?.target?;
    Some((name, action, Spelling::Optimized))
}

/// The answer of an operation.
fn answer(called: &Resource<'_>) -> Option<Shape> {
    let (name, action, spelling) = operation(called)?;
    output(name, action, spelling)
}

fn output(name: &str, action: &str, spelling: Spelling) -> Option<Shape> {
    let service = service(name)?;
    let output = service.operation(action)?.output?;
    Some(Reader::new(&service, spelling).part(output))
}

/// The result of a job that has ended: what describes it, or a part of that.
fn of_job(job: &Job) -> Option<Shape> {
    let mut whole = output(job.sdk_service(), job.look.action, Spelling::Optimized)?;
    match job.result {
        JobResult::Execution => Some(whole),
        JobResult::At(place) | JobResult::Containers(place) => part(whole, place),
        JobResult::Named(name, place) => {
            let known = [(name.to_owned(), Member::new(part(whole, place)?, false))];
            let members = Members { known: known.into(), ..Members::default() };
            Some(Shape::from_kinds(Kinds { object: Some(members), ..Kinds::default() }))
        }
        JobResult::WithAnswer => {
            add(&mut whole, &STARTED);
            Some(whole)
        }
    }
}

/// The part of a shape at a place, such as `/Jobs/0`.
fn part(whole: Shape, place: &str) -> Option<Shape> {
    let mut shape = whole;
    for step in place.split('/').skip(1) {
        let Shape::OneOf(kinds) = &shape else { return None };
        let inner = match step.parse::<usize>() {
            Ok(_) => kinds.array.as_ref()?.more.clone()?,
            Err(_) => kinds.object.as_ref()?.known.get(step)?.shape.clone(),
        };
        shape = inner;
    }
    Some(shape)
}

/// Adds members that can be anything.
fn add(shape: &mut Shape, names: &[&str]) {
    let Shape::OneOf(kinds) = shape else { return };
    if let Some(object) = &mut Rc::make_mut(kinds).object {
        for name in names {
            object
                .known
                .entry((*name).to_owned())
                .or_insert_with(|| Member::new(Shape::Any, false));
        }
    }
}

struct Reader<'a> {
    service: &'a Service,
    spelling: Spelling,
    /// True for a request, whose required members are there and whose texts are texts.
    is_request: bool,
    /// The shapes around the one that is read.
    around: Vec<ShapeId>,
    members: u32,
}

impl<'a> Reader<'a> {
    fn new(service: &'a Service, spelling: Spelling) -> Self {
        Self { service, spelling, is_request: false, around: Vec::new(), members: 0 }
    }

    /// The values of a shape. Those of a shape within itself can be anything.
    fn part(&mut self, id: ShapeId) -> Shape {
        let is_deep = self.around.len() > MOST_DEPTH || self.members > MOST_MEMBERS;
        let found = self.service.shape(id).filter(|_| !is_deep && !self.around.contains(&id));
        let Some(found) = found else { return Shape::Any };
        self.around.push(id);
        let shape = self.shape(&found);
        self.around.pop();
        shape
    }

    fn shape(&mut self, shape: &asl_aws_models::Shape<'_>) -> Shape {
        use asl_aws_models::Shape as Model;
        match shape {
            Model::Structure(structure) => self.structure(structure),
            Model::List { item, .. } => Shape::list(self.part(*item)),
            Model::Map { value, .. } => Shape::map(self.part(*value)),
            Model::String { .. } if self.is_request || self.spelling == Spelling::Sdk => {
                Shape::string()
            }
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

    fn structure(&mut self, structure: &asl_aws_models::Structure<'_>) -> Shape {
        let count = u32::try_from(structure.members.len()).unwrap_or(u32::MAX);
        self.members = self.members.saturating_add(count);
        if self.members > MOST_MEMBERS {
            return Shape::some_object();
        }
        let mut members = Members::default();
        for member in &structure.members {
            let shape = self.part(member.shape);
            // Services leave out members that are required, too.
            let always = self.is_request && member.is_required_in(self.spelling);
            members.known.insert(member.written(self.spelling), Member::new(shape, always));
        }
        Shape::from_kinds(Kinds { object: Some(members), ..Kinds::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::check;
    use asl_source::options::Options;
    use asl_source::source::Sources;

    /// The shape at a place of the result of a job, such as `Container/ExitCode`.
    fn result(service: &str, action: &str, place: &str) -> Option<Shape> {
        let job = asl_aws_models::job(service, action)?;
        part(of_job(job)?, place)
    }

    #[test]
    fn who_gets_the_token_of_a_job_may_give_its_result() {
        let known = |request: &str| {
            let text = format!(
                r#"{{"StartAt": "A", "States": {{"A": {{"Type": "Task", "End": true,
                "Resource": "arn:aws:states:::glue:startJobRun.sync", "Parameters": {request}}}}}}}"#
            );
            let mut sources = Sources::from_text("a.asl.json", &text);
            let machine = check(&mut sources, &Options::default()).machine.unwrap();
            results(&machine).iter().any(|shape| *shape != Shape::Any)
        };
        assert!(known(r#"{"JobName": "j"}"#));
        assert!(!known(r#"{"JobName": "j", "Arguments": {"--token.$": "$$.Task.Token"}}"#));
    }

    #[test]
    fn results_of_jobs_are_parts_of_their_descriptions() {
        let number = |found: Option<Shape>| found.is_some_and(|shape| shape.noun() == "a number");
        assert!(number(result("batch", "submitJob", "/Attempts/0/Container/ExitCode")));
        assert!(number(result("glue", "startJobRun", "/Attempt")));
        let query = result("athena", "startQueryExecution", "/QueryExecution/Status");
        assert_eq!(query.map(|shape| shape.noun()).as_deref(), Some("an object"));
        let build = result("codebuild", "startBuild", "/Build/BuildComplete");
        assert_eq!(build.map(|shape| shape.noun()).as_deref(), Some("`true` or `false`"));
        // That of EMR has members of the answer, too.
        assert_eq!(result("elasticmapreduce", "createCluster", "/ClusterId"), Some(Shape::Any));
        assert_eq!(result("batch", "submitJob", "/JobStatus"), None);
    }
}
