//! The options of a compilation, which `asl_machine!` and `Builder` share.

use std::path::PathBuf;

use crate::diagnostics::Levels;
pub use asl_language::profile::{Limits, Profile};

/// Syntax and semantics of paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The dialect of Step Functions.
    #[default]
    Aws,
    /// The dialect of Step Functions, except that several names (`$['a','b']`) yield the array of
    /// their values, as the specification says. `profile = spec` selects it in place of
    /// [`Dialect::Aws`].
    Spec,
    /// RFC 9535.
    Rfc9535,
}

/// The language of a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// The Amazon States Language.
    Asl,
    /// State Machines For Cloud.
    Sm4c,
}

/// The treatment of missing documents of functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Needed {
    /// A function whose document is missing is left to the user's own implementation, with a
    /// warning.
    #[default]
    IfThere,
    /// A missing document is an error.
    Always,
}

/// The methods of the generated trait `Tasks`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Methods {
    /// One for each function, table, queue or other resource that calls name by a literal. The
    /// method of a function that `lambda:invoke` calls takes the payload and returns that of the
    /// response.
    #[default]
    Called,
    /// One for each Resource, with the whole request and response.
    Resources,
}

/// The performer of calls of services by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ServiceMethods {
    /// Nothing: each call needs a method of the user.
    #[default]
    Own,
    /// The services of the machine perform the calls of AWS's services, except those of Lambda
    /// functions.
    Aws,
}

/// A type or a path as the user wrote it, kept as Rust tokens.
pub type RustType = proc_macro2::TokenStream;

/// Options of one compilation.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own, named where it is set"
)]
#[non_exhaustive]
pub struct Options {
    /// Name of the generated module; default: the file's stem as an identifier.
    pub name: Option<String>,
    /// Visibility of the generated module, as tokens (`pub`, `pub(crate)`); default: private.
    pub visibility: proc_macro2::TokenStream,
    /// Type of the machine's input; default `Value`.
    pub input: Option<RustType>,
    /// Type of the machine's output; default `Value`.
    pub output: Option<RustType>,
    /// Types of errors of tasks that name their Error Name themselves (`NamedError`).
    pub errors: Vec<RustType>,
    /// Names and types of tasks.
    pub tasks: Vec<TaskOption>,
    /// The types of what is reported with the tokens of tasks.
    pub answers: Vec<AnswerOption>,
    /// The types of the machines of which tasks start executions.
    pub machines: Vec<MachineOption>,
    /// See [`Methods`].
    pub methods: Methods,
    /// See [`ServiceMethods`].
    pub services: ServiceMethods,
    /// The module of another machine, whose tasks this machine calls.
    pub tasks_from: Option<RustType>,
    /// Methods that this machine has nevertheless itself.
    pub own_tasks: Vec<String>,
    /// `${Name}` in strings of the definition, and its replacement.
    pub substitute: Vec<(String, String)>,
    /// A file with further replacements, relative to the directory of the definition: a JSON or
    /// YAML object whose values are texts, numbers or booleans.
    pub substitute_file: Option<String>,
    /// The name of a state machine in a template of `CloudFormation`, SAM or the CDK; needed if the
    /// template has several.
    pub resource: Option<String>,
    /// Seconds; replaces the profile's default for tasks without `TimeoutSeconds`.
    pub default_task_timeout: Option<u32>,
    /// See [`Profile`].
    pub profile: Profile,
    /// See [`Limits`].
    pub limits: Limits,
    /// Treats the machine as an Express machine on AWS, which has fewer ways to call tasks.
    pub express: bool,
    /// The dialect of the definition's paths.
    pub jsonpath: Dialect,
    /// The definition's language; `None`: what it looks like.
    pub language: Option<Language>,
    /// SM4C: waits for calls that do not say so; the language's default is not to wait.
    pub default_wait: bool,
    /// SM4C: URIs of sections, and the files that are read in their place, relative to the
    /// directory of the definition.
    pub sections: Vec<(String, String)>,
    /// SM4C: steps that each expression may take; `None`: as many as `jq!` lets a program take.
    pub expression_steps: Option<u64>,
    /// SM4C: bytes of data that each expression may make; `None`: as many as `jq!` lets a program
    /// make.
    pub expression_bytes: Option<u64>,
    /// The treatment of missing documents of functions.
    pub documents: Needed,
    /// A folder with JSON Schemas of the machine's input and output and of its tasks, relative to the
    /// directory of the definition.
    pub schemas: Option<String>,
    /// Gives the methods of functions the types of their documents.
    pub typed_functions: bool,
    /// Emits the typed state functions.
    pub state_functions: bool,
    /// Records the data of each stage of a state, for tests.
    pub inspect: bool,
    /// Names of the variables that a test of a single state gives: they have a value before the
    /// machine starts, and hide built-ins of JSONata. With [`inspect`](Self::inspect), tests may
    /// also give other variables that the definition reads and never assigns.
    pub variables: Vec<String>,
    /// Emits `run`, which needs the runtime's feature `tokio`.
    pub run: bool,
    /// Adds a picture, the transitions and the tasks to the documentation of the module. The picture
    /// needs the feature `diagram`.
    pub diagram: bool,
    /// Puts the picture and the places of states into the machine, for reports of its runs. Needs the
    /// feature `diagram`.
    pub picture: bool,
    /// Puts the text of the definition into the machine, for the API of Step Functions.
    pub definition: bool,
    /// The directory of the package, in which `asl.lock` has the versions that were released; `None`:
    /// the definition is not compared with them.
    pub package: Option<PathBuf>,
    /// The levels of warnings.
    pub levels: Levels,
    /// Path of the runtime crate in the generated code; default `::asl_runtime`.
    pub runtime: Option<proc_macro2::TokenStream>,
    /// The places of names and paths in the arguments of the macro.
    pub entries: Vec<(String, proc_macro2::Span)>,
}

impl Options {
    asl_language::__setters! {
        name: impl Into<Option<String>>,
        visibility: RustType,
        input: impl Into<Option<RustType>>,
        output: impl Into<Option<RustType>>,
        errors: Vec<RustType>,
        tasks: Vec<TaskOption>,
        answers: Vec<AnswerOption>,
        machines: Vec<MachineOption>,
        methods: Methods,
        services: ServiceMethods,
        tasks_from: impl Into<Option<RustType>>,
        own_tasks: Vec<String>,
        substitute: Vec<(String, String)>,
        substitute_file: impl Into<Option<String>>,
        resource: impl Into<Option<String>>,
        default_task_timeout: impl Into<Option<u32>>,
        profile: Profile,
        limits: Limits,
        express: bool,
        jsonpath: Dialect,
        language: impl Into<Option<Language>>,
        default_wait: bool,
        sections: Vec<(String, String)>,
        expression_steps: impl Into<Option<u64>>,
        expression_bytes: impl Into<Option<u64>>,
        documents: Needed,
        schemas: impl Into<Option<String>>,
        typed_functions: bool,
        state_functions: bool,
        inspect: bool,
        variables: Vec<String>,
        run: bool,
        diagram: bool,
        picture: bool,
        definition: bool,
        package: impl Into<Option<PathBuf>>,
        levels: Levels,
        runtime: impl Into<Option<RustType>>,
    }
}

/// The method and types of a task, or of several together.
#[derive(Clone, Debug)]
pub struct TaskOption {
    /// A state, what states call (as written, or its own name), a default method's name, or a
    /// Resource.
    pub task: String,
    /// The method's name, if it is to have another. Entries with the same method are put together.
    pub method: Option<String>,
    /// Input and output types, if not `Value -> Value`.
    pub types: Option<(RustType, RustType)>,
}

/// The type of what is reported with the token of a task.
#[derive(Clone, Debug)]
pub struct AnswerOption {
    /// The task's method, its state, or what it calls.
    pub task: String,
    /// The type.
    pub answer: RustType,
}

/// The types of a machine of which a task starts executions.
#[derive(Clone, Debug)]
pub struct MachineOption {
    /// Its name, as the task calls it: the own name in `StateMachineArn`, or all of it.
    pub machine: String,
    /// The place of its types.
    pub types: MachineTypes,
}

/// The place of the types of a machine.
#[derive(Clone, Debug)]
pub enum MachineTypes {
    /// Those of this generated module.
    Module(RustType),
    /// The schemas of this folder, relative to the directory of the definition.
    Schemas(String),
}

/// The entry of a name in `answers`, which may be one of `tasks` too.
pub fn answer_of(name: &str) -> String {
    format!("answers.{name}")
}

/// The entry of a name in `machines`, which may be one of `tasks` too.
pub fn machine_of(name: &str) -> String {
    format!("machines.{name}")
}

/// The entry of a name in `own_tasks`, which may be one of `tasks` too.
pub fn own_task(name: &str) -> String {
    format!("own_tasks.{name}")
}

impl Options {
    /// The place of the entry of an option that a finding is about.
    pub fn entry_place(&self, entry: Option<&str>) -> Option<proc_macro2::Span> {
        let found = self.entries.iter().find(|(name, _)| Some(name.as_str()) == entry);
        found.map(|(_, place)| *place)
    }

    /// The folders with schemas: that of the machine itself, and those of machines that it starts.
    pub fn schema_folders(&self) -> impl Iterator<Item = &String> {
        let of_machines = self.machines.iter().filter_map(|option| match &option.types {
            MachineTypes::Schemas(folder) => Some(folder),
            MachineTypes::Module(_) => None,
        });
        self.schemas.iter().chain(of_machines)
    }

    /// Leaves out the substitutions that a definition does not use, which are errors otherwise: they
    /// are for other definitions with the same options.
    #[must_use]
    pub fn only_used_substitutions(mut self, definition: &str) -> Self {
        self.substitute.retain(|(name, _)| definition.contains(&format!("${{{name}}}")));
        self
    }

    /// The dialect that paths are read in: the profile decides what several names find.
    pub fn dialect(&self) -> Dialect {
        match (self.jsonpath, self.profile) {
            (Dialect::Aws, Profile::Spec) => Dialect::Spec,
            (dialect, _) => dialect,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            name: None,
            visibility: proc_macro2::TokenStream::new(),
            input: None,
            output: None,
            errors: Vec::new(),
            tasks: Vec::new(),
            answers: Vec::new(),
            machines: Vec::new(),
            methods: Methods::default(),
            services: ServiceMethods::default(),
            tasks_from: None,
            own_tasks: Vec::new(),
            substitute: Vec::new(),
            substitute_file: None,
            resource: None,
            default_task_timeout: None,
            profile: Profile::default(),
            limits: Limits::default(),
            express: false,
            jsonpath: Dialect::default(),
            language: None,
            default_wait: false,
            sections: Vec::new(),
            expression_steps: None,
            expression_bytes: None,
            documents: Needed::default(),
            schemas: None,
            typed_functions: false,
            state_functions: true,
            inspect: false,
            variables: Vec::new(),
            run: true,
            diagram: false,
            picture: false,
            definition: false,
            package: None,
            levels: Levels::default(),
            runtime: None,
            entries: Vec::new(),
        }
    }
}
