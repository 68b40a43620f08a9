//! The sources of tasks on the command line: commands, endpoints, or the user at the terminal.

mod aws;
mod command;
mod endpoint;
mod error;
mod terminal;

use asl_testing::runner::{Call, Task};

use crate::arguments::TaskArguments;
use crate::execution::{Reply, Tasks};

pub(crate) use aws::{Aws, is_aws};
use command::Commands;
use endpoint::Endpoints;
use endpoint::Kind as EndpointKind;
use terminal::Terminal;

/// The sources of an execution's tasks.
pub(crate) struct Sources {
    named: Vec<(String, Source)>,
    /// Doubles of services, by their names in Resources.
    services: Vec<(String, Aws)>,
    /// All services of AWS.
    aws: Option<Aws>,
    /// The source of the tasks without a name of their own.
    others: Option<Source>,
    commands: Commands,
    endpoints: Endpoints,
    terminal: Terminal,
    /// True if there is a mock file. Its cases name the tasks of one path, not all.
    is_mocked: bool,
    /// The definition's name in messages.
    shown: String,
}

/// A source of tasks.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    /// A command of the shell.
    Command(String),
    /// A URL.
    Endpoint(EndpointKind, String),
    /// The user at the terminal.
    Terminal,
}

/// The performer of a task.
enum Performer<'s> {
    Source(&'s Source),
    Aws(&'s Aws),
}

impl Sources {
    /// The sources that the options name. `others` performs the tasks that have none, unless an
    /// endpoint does.
    pub(crate) fn named_by(
        arguments: &TaskArguments,
        shown: String,
        others: Option<Source>,
    ) -> Result<Self, String> {
        let commands = arguments
            .task
            .iter()
            .map(|(name, command)| (Some(name.clone()), Source::Command(command.clone())));
        let endpoints = |kind: EndpointKind, urls: &[(Option<String>, String)]| {
            let source = |(name, url): &(Option<String>, String)| {
                (name.clone(), Source::Endpoint(kind, url.clone()))
            };
            urls.iter().map(source).collect::<Vec<_>>()
        };
        let all: Vec<(Option<String>, Source)> = commands
            .chain(endpoints(EndpointKind::Http, &arguments.http))
            .chain(endpoints(EndpointKind::Lambda, &arguments.lambda))
            .collect();
        let mut named: Vec<(String, Source)> = Vec::new();
        let mut for_all = None;
        for (name, source) in all {
            match name {
                Some(name) if named.iter().any(|(other, _)| *other == name) => {
                    return Err(format!("the task `{name}` has two sources"));
                }
                Some(name) => named.push((name, source)),
                None if for_all.is_some() => {
                    return Err("two endpoints are for all tasks; write NAME=URL".to_owned());
                }
                None => for_all = Some(source),
            }
        }
        let mut services: Vec<(String, Aws)> = Vec::new();
        for (name, url) in &arguments.service {
            if services.iter().any(|(other, _)| other == name) {
                return Err(format!("the service `{name}` has two endpoints"));
            }
            services.push((name.clone(), Aws::double(url)?));
        }
        let aws = arguments.aws.then(|| Aws::account(arguments.endpoint.as_deref())).transpose()?;
        let others = for_all.or(others);
        let all = named.iter().map(|(_, source)| source).chain(&others);
        let endpoints = Endpoints::new(all.cloned())?;
        Ok(Self {
            named,
            services,
            aws,
            others,
            commands: Commands::default(),
            endpoints,
            terminal: Terminal::default(),
            is_mocked: false,
            shown,
        })
    }

    /// Allows tasks without a source: a mock file answers those that the execution calls.
    pub(crate) fn mocked(self, is_mocked: bool) -> Self {
        Self { is_mocked, ..self }
    }

    /// The source of a task with these names. A name of SM4C is used before a state's, and that
    /// before a Resource and a method, as in scenarios of tests.
    fn performer(&self, names: [&str; 4]) -> Option<Performer<'_>> {
        let named = |name: &str| {
            let mut found =
                self.named.iter().filter(|(other, _)| !name.is_empty() && other == name);
            found.next().map(|(_, source)| source)
        };
        let [_, _, resource, _] = names;
        let service = || {
            let service = asl_aws_models::resource(resource)?.service;
            let mut services = self.services.iter();
            let double = services.find(|(name, _)| name == service).map(|(_, double)| double);
            double.map(Performer::Aws)
        };
        let aws = || {
            let aws = self.aws.as_ref().filter(|_| is_aws(resource));
            aws.map(Performer::Aws)
        };
        let named = names.into_iter().find_map(named).map(Performer::Source);
        named.or_else(service).or_else(aws).or(self.others.as_ref().map(Performer::Source))
    }

    /// Makes the calls of AWS's services those of one run, whose keys name no execution.
    pub(crate) fn for_one_run(mut self) -> Self {
        let doubles = self.services.iter_mut().map(|(_, double)| double);
        doubles.chain(&mut self.aws).for_each(Aws::for_one_run);
        self
    }

    /// Ends all commands that run.
    pub(crate) fn stop_all(&self) {
        self.commands.stop_all();
    }

    /// Returns true if a source is for this very task, and not for all.
    pub(crate) fn names(&self, call: &Call) -> bool {
        let names = [call.name.as_str(), &call.state, &call.resource, &call.method];
        self.named.iter().any(|(name, _)| !name.is_empty() && names.contains(&name.as_str()))
    }

    /// The names for which there is no task.
    fn unknown(&self, tasks: &[Task]) -> Result<(), String> {
        let is_known =
            |name: &String| tasks.iter().any(|task| names(task).contains(&name.as_str()));
        let Some((unknown, _)) = self.named.iter().find(|(name, _)| !is_known(name)) else {
            return Ok(());
        };
        if tasks.is_empty() {
            return Err(format!("the definition has no task `{unknown}`: it calls none"));
        }
        Err(format!(
            "no task has the state, method or Resource `{unknown}`; the tasks are:{}",
            list(tasks, &self.shown)
        ))
    }
}

fn names(task: &Task) -> [&str; 4] {
    [&task.name, &task.state, &task.resource, &task.method]
}

/// The tasks, one in a line.
fn list<'t>(tasks: impl IntoIterator<Item = &'t Task>, shown: &str) -> String {
    let line = |task: &Task| {
        let Task { state, method, resource, line, column, .. } = task;
        format!("\n  {shown}:{line}:{column}: `{state}` ({method}, {resource})")
    };
    tasks.into_iter().map(line).collect()
}

impl Tasks for Sources {
    fn check(&self, tasks: &[Task]) -> Result<(), String> {
        self.unknown(tasks)?;
        if self.is_mocked {
            return Ok(());
        }
        let missing: Vec<&Task> = tasks
            .iter()
            .filter(|task| !task.is_mocked && self.performer(names(task)).is_none())
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(format!(
            "nothing performs these tasks; add `--mock`, `--task NAME=COMMAND`, `--http URL`, \
             `--lambda URL`, `--service SERVICE=URL` or `--aws`, or run it at a terminal:{}",
            list(missing, &self.shown)
        ))
    }

    fn perform(&self, call: &Call) -> Result<Reply, String> {
        let names = [call.name.as_str(), &call.state, &call.resource, &call.method];
        let reply = match self.performer(names) {
            Some(Performer::Source(Source::Command(command))) => {
                self.commands.perform(command, call)
            }
            Some(Performer::Source(Source::Endpoint(kind, url))) => {
                self.endpoints.perform(*kind, url, call)
            }
            Some(Performer::Source(Source::Terminal)) => self.terminal.ask(call),
            Some(Performer::Aws(aws)) => aws.perform(call),
            None => {
                let Call { state, resource, .. } = call;
                return Err(format!(
                    "the execution called the task of `{state}` ({resource}), which the mocks do \
                     not answer and nothing else performs"
                ));
            }
        };
        Ok(reply.into())
    }

    fn stop(&self, call: u64) {
        self.commands.stop(call);
    }
}
