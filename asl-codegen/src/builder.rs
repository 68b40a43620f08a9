//! Machines from build scripts: the options of `asl_machine!`, with types as text, and the code in
//! `OUT_DIR`.

mod services;

use std::path::{Path, PathBuf};
use std::{env, fmt, fs, io};

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::pretty::pretty;
use crate::{compile, emit, expansion, versions};
use asl_source::diagnostics::Level;
use asl_source::options::{
    AnswerOption, Dialect, Language, Limits, Methods, Needed, Options, Profile, TaskOption,
};
use asl_source::source::Sources;

/// Compiles one definition in a build script.
///
/// ```no_run
/// // build.rs
/// fn main() -> Result<(), asl_codegen::builder::Error> {
///     asl_codegen::Builder::new("machines/order.asl.json")
///         .input("crate::Order")
///         .task("charge_card", "ChargeRequest", "Receipt")
///         .build()
/// }
/// ```
///
/// The program includes the result: `asl_runtime::include_machine!("order");`. A faulty definition
/// is reported there, just as the macro does; `build` itself fails only where files cannot be
/// written or an option is no Rust.
#[derive(Clone, Debug)]
pub struct Builder {
    definition: PathBuf,
    options: Options,
    fault: Option<String>,
}

/// A failure of a build script.
pub enum Error {
    /// An option that is not what it should be.
    Option(String),
    /// `OUT_DIR` or `CARGO_MANIFEST_DIR` is not set: this is no build script.
    NoBuildScript,
    /// A file could not be written.
    Write(PathBuf, io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option(text) => f.write_str(text),
            Self::NoBuildScript => f.write_str(
                "OUT_DIR or CARGO_MANIFEST_DIR is not set: machines are built by build scripts",
            ),
            Self::Write(path, error) => write!(f, "cannot write {}: {error}", path.display()),
        }
    }
}

asl_language::__readable_debug!(Error);

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Write(_, error) => Some(error),
            Self::Option(_) | Self::NoBuildScript => None,
        }
    }
}

impl Builder {
    /// For a definition; a relative path is taken from the package's directory.
    pub fn new(definition: impl Into<PathBuf>) -> Self {
        Self {
            definition: definition.into(),
            options: Options::default().definition(true),
            fault: None,
        }
    }

    /// Name of the generated module, and of the file in `OUT_DIR`; default: the definition's file
    /// stem.
    #[must_use]
    pub fn name(mut self, name: &str) -> Self {
        if !is_name(name) {
            return self.faulty(format!("`{name}` cannot be the name of a module"));
        }
        self.options.name = Some(name.to_owned());
        self
    }

    /// Makes the module public (`pub mod order`).
    #[must_use]
    pub fn public(mut self) -> Self {
        self.options.visibility = quote!(pub);
        self
    }

    /// Type of the machine's input, as it is called where the machine is included.
    #[must_use]
    pub fn input(mut self, of: &str) -> Self {
        self.options.input = self.rust_type(of);
        self
    }

    /// Type of the machine's output.
    #[must_use]
    pub fn output(mut self, of: &str) -> Self {
        self.options.output = self.rust_type(of);
        self
    }

    /// A type of errors that names its Error Name itself: it implements `NamedError`.
    #[must_use]
    pub fn error(mut self, of: &str) -> Self {
        let named = self.rust_type(of);
        self.options.errors.extend(named);
        self
    }

    /// Types of a task, which is named by its state, by what it calls (`ReserveFlight`), by its
    /// method or by its Resource.
    #[must_use]
    pub fn task(mut self, task: &str, input: &str, output: &str) -> Self {
        let types = self.rust_type(input).zip(self.rust_type(output));
        self.task_option(task).types = types;
        self
    }

    /// Type of what is reported with the token of a task, which is named by its method, its state
    /// or what it calls.
    #[must_use]
    pub fn answer(mut self, task: &str, answer: &str) -> Self {
        if let Some(answer) = self.rust_type(answer) {
            self.options.answers.push(AnswerOption { task: task.to_owned(), answer });
        }
        self
    }

    /// Method of a task, which is named as in [`Builder::task`]. Tasks with the same method are put
    /// together.
    #[must_use]
    pub fn method(mut self, task: &str, method: &str) -> Self {
        if !is_name(method) {
            return self.faulty(format!("`{method}` cannot be the name of a method"));
        }
        self.task_option(task).method = Some(method.to_owned());
        self
    }

    /// The methods of the generated trait; default: one for each function or other resource that
    /// is called.
    #[must_use]
    pub fn methods(mut self, methods: Methods) -> Self {
        self.options.methods = methods;
        self
    }

    /// The module of another machine with the same tasks, such as an earlier version
    /// (`crate::order`): whatever has its tasks has those of this machine.
    #[must_use]
    pub fn tasks_from(mut self, module: &str) -> Self {
        self.options.tasks_from = self.rust_type(module);
        self
    }

    /// A method that differs from that of [`Builder::tasks_from`], or that the other machine does
    /// not have: it stays in this machine's own trait.
    #[must_use]
    pub fn own_task(mut self, method: &str) -> Self {
        self.options.own_tasks.push(method.to_owned());
        self
    }

    /// `${Name}` in strings of the definition, and its replacement.
    #[must_use]
    pub fn substitute(mut self, name: &str, replacement: &str) -> Self {
        self.options.substitute.push((name.to_owned(), replacement.to_owned()));
        self
    }

    /// Reads further replacements from a JSON or YAML file, relative to the directory of the
    /// definition. Those that the definition does not use are no errors.
    #[must_use]
    pub fn substitute_file(mut self, path: &str) -> Self {
        self.options.substitute_file = Some(path.to_owned());
        self
    }

    /// The name of a state machine in a template of `CloudFormation`, SAM or the CDK. It is needed
    /// if the template has several, and it becomes the name of the module.
    #[must_use]
    pub fn resource(mut self, name: &str) -> Self {
        self.options.resource = Some(name.to_owned());
        self
    }

    /// Seconds for tasks without `TimeoutSeconds`; at least one.
    #[must_use]
    pub fn default_task_timeout(mut self, seconds: u32) -> Self {
        if seconds == 0 {
            return self.faulty("a time-out must be at least one second".to_owned());
        }
        self.options.default_task_timeout = Some(seconds);
        self
    }

    /// The authority where the specification and AWS differ; default: AWS.
    #[must_use]
    pub fn profile(mut self, profile: Profile) -> Self {
        self.options.profile = profile;
        self
    }

    /// The quotas that executions are held to; default: none.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.options.limits = limits;
        self
    }

    /// Treats the machine as an Express machine on AWS, which has fewer ways to call tasks;
    /// default: no.
    #[must_use]
    pub fn express(mut self, wanted: bool) -> Self {
        self.options.express = wanted;
        self
    }

    /// The dialect of the definition's paths; patterns of RFC 9535 need the runtime's feature
    /// `rfc9535`.
    #[must_use]
    pub fn jsonpath(mut self, dialect: Dialect) -> Self {
        self.options.jsonpath = dialect;
        self
    }

    /// The language of the definition; default: detected from its form.
    #[must_use]
    pub fn format(mut self, language: Language) -> Self {
        self.options.language = Some(language);
        self
    }

    /// Waits for calls in a definition in SM4C that do not say so; default: no, as in the language.
    #[must_use]
    pub fn default_wait(mut self, wanted: bool) -> Self {
        self.options.default_wait = wanted;
        self
    }

    /// Reads a file in place of a section of a definition in SM4C that is named by a URI. Nothing
    /// is fetched from a URI such as `https://…`. A relative path is taken from the directory of
    /// the definition.
    #[must_use]
    pub fn section(mut self, uri: &str, file: &str) -> Self {
        self.options.sections.push((uri.to_owned(), file.to_owned()));
        self
    }

    /// Steps that each expression of a definition in SM4C may take; default: 1,000,000.
    #[must_use]
    pub fn expression_steps(mut self, steps: u64) -> Self {
        self.options.expression_steps = Some(steps);
        self
    }

    /// Bytes of data that each expression of a definition in SM4C may make; default: 64 MiB.
    #[must_use]
    pub fn expression_bytes(mut self, bytes: u64) -> Self {
        self.options.expression_bytes = Some(bytes);
        self
    }

    /// Requires the documents that functions of a definition in SM4C name; default: the user
    /// implements a function whose document is missing.
    #[must_use]
    pub fn documents(mut self, needed: Needed) -> Self {
        self.options.documents = needed;
        self
    }

    /// A folder with JSON Schemas of the machine's input and output and of its tasks, relative to the
    /// directory of the definition: `input.schema.json`, `output.schema.json`,
    /// `charge_card.request.schema.json`, `charge_card.response.schema.json`. Feature: `schemas`.
    #[must_use]
    pub fn schemas(mut self, folder: &str) -> Self {
        self.options.schemas = Some(folder.to_owned());
        self
    }

    /// Gives functions the types of their documents; default: no, they take and return values.
    #[must_use]
    pub fn typed_functions(mut self, wanted: bool) -> Self {
        self.options.typed_functions = wanted;
        self
    }

    /// Emits each state as a function of its own; default: yes.
    #[must_use]
    pub fn state_functions(mut self, wanted: bool) -> Self {
        self.options.state_functions = wanted;
        self
    }

    /// Records the data of each stage of a state, for tests of single states; default: no.
    #[must_use]
    pub fn inspect(mut self, wanted: bool) -> Self {
        self.options.inspect = wanted;
        self
    }

    /// Emits `run`, which needs the runtime's feature `tokio`; default: yes.
    #[must_use]
    pub fn run(mut self, wanted: bool) -> Self {
        self.options.run = wanted;
        self
    }

    /// Adds a picture of the machine, its transitions and its tasks to the documentation of the
    /// module; default: no. A build script cannot know if its result is documented.
    #[must_use]
    pub fn diagram(mut self, wanted: bool) -> Self {
        self.options.diagram = wanted;
        self
    }

    /// Puts the picture of the machine and the places of its states into the emitted code, for the
    /// reports of its runs (feature `report` of asl-runtime); default: no. A build script cannot know
    /// the features of the runtime.
    #[must_use]
    pub fn picture(mut self, wanted: bool) -> Self {
        self.options.picture = wanted;
        self
    }

    /// Puts the text of the definition into the machine, for the API of Step Functions; default: yes.
    #[must_use]
    pub fn definition(mut self, wanted: bool) -> Self {
        self.options.definition = wanted;
        self
    }

    /// Does not show a warning, which is named by its code (`ASL0507`); `warnings` are all of them,
    /// and `certain` those of what certainly fails when it runs, which are errors by default.
    #[must_use]
    pub fn allow(self, code: &str) -> Self {
        self.level(code, Level::Allow)
    }

    /// Shows a warning, after [`Builder::allow`] or [`Builder::deny`] of `warnings`.
    #[must_use]
    pub fn warn(self, code: &str) -> Self {
        self.level(code, Level::Warn)
    }

    /// Makes a warning an error. `warnings` are all of them.
    #[must_use]
    pub fn deny(self, code: &str) -> Self {
        self.level(code, Level::Deny)
    }

    /// The path of the runtime crate in this package; default `::asl_runtime`.
    #[must_use]
    pub fn runtime(mut self, path: &str) -> Self {
        self.options.runtime = self.rust_type(path);
        self
    }

    /// Compiles the definition and writes the module to `OUT_DIR`.
    ///
    /// # Errors
    /// If an option is no Rust, or a file cannot be written. Faults of the definition are errors of
    /// the program that includes the machine.
    pub fn build(self) -> Result<(), Error> {
        let variable = |name| env::var_os(name).map(PathBuf::from).ok_or(Error::NoBuildScript);
        let (out, base) = (variable("OUT_DIR")?, variable("CARGO_MANIFEST_DIR")?);
        let folder = self.options.schemas.clone();
        let folder = folder.zip(base.join(&self.definition).parent().map(Path::to_owned));
        let sources = self.write(&out, &base)?;
        let files = sources.files.iter().filter_map(|source| source.path.clone());
        // A file that is added to the folder is read, too.
        let folder = folder.map(|(folder, beside)| beside.join(folder));
        let folder = folder.filter(|folder| folder.is_dir());
        for file in files.chain(folder).chain(versions::existing_lock(&base)) {
            tell_cargo(&file);
        }
        Ok(())
    }

    /// The path of the definition and the options of the compiler, without building anything.
    ///
    /// # Errors
    /// If an option is no Rust, or makes no sense.
    pub fn into_options(self) -> Result<(PathBuf, Options), Error> {
        match self.fault {
            Some(fault) => Err(Error::Option(fault)),
            None => Ok((self.definition, self.options)),
        }
    }

    /// [`Builder::build`] without Cargo: from a base directory into another one.
    ///
    /// # Errors
    /// As [`Builder::build`].
    pub fn build_in(self, out: &Path, base: &Path) -> Result<(), Error> {
        self.write(out, base).map(|_| ())
    }

    /// Writes the module; gives the files that it was made from.
    fn write(mut self, out: &Path, base: &Path) -> Result<Sources, Error> {
        if let Some(fault) = self.fault {
            return Err(Error::Option(fault));
        }
        self.options.package = Some(base.to_owned());
        let name = self
            .options
            .name
            .get_or_insert_with(|| match &self.options.resource {
                Some(resource) => emit::module_of(resource),
                None => emit::module_of(&self.definition.to_string_lossy()),
            })
            .clone();
        let (sources, checked) = compile::check_file(&self.definition, base, &self.options);
        let mut messages = Vec::new();
        let code =
            expansion::expand(checked, &sources, &self.options, Span::call_site(), |_, drawn| {
                messages.push(drawn);
                let file = message_file(&name, messages.len());
                let private = emit::private(&self.options);
                quote!(#private::include_str!(#file))
            });
        for (number, message) in (1..).zip(&messages) {
            write(&out.join(message_file(&name, number)), message)?;
        }
        write(&out.join(format!("{name}.rs")), &formatted(&code))?;
        Ok(sources)
    }

    fn level(mut self, code: &str, level: Level) -> Self {
        match crate::levels::set(&mut self.options.levels, code, level) {
            Ok(()) => self,
            Err(fault) => self.faulty(fault),
        }
    }

    fn rust_type(&mut self, text: &str) -> Option<TokenStream> {
        let parsed = emit::type_from_text(text);
        if parsed.is_none() {
            self.fault.get_or_insert(format!("`{text}` is not a type of Rust"));
        }
        parsed
    }

    fn task_option(&mut self, task: &str) -> &mut TaskOption {
        let tasks = &mut self.options.tasks;
        let at = tasks.iter().position(|option| option.task == task).unwrap_or_else(|| {
            tasks.push(TaskOption { task: task.to_owned(), method: None, types: None });
            tasks.len() - 1
        });
        tasks.get_mut(at).unwrap_or_else(|| unreachable!("found or added above"))
    }

    fn faulty(mut self, fault: String) -> Self {
        self.fault.get_or_insert(fault);
        self
    }
}

fn is_name(text: &str) -> bool {
    text != "_"
        && text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// `order.1.txt`, beside `order.rs`.
fn message_file(name: &str, number: usize) -> String {
    format!("{name}.{number}.txt")
}

#[expect(clippy::print_stdout, reason = "how build scripts talk to Cargo")]
fn tell_cargo(file: &Path) {
    println!("cargo:rerun-if-changed={}", file.display());
}

/// Code that is no Rust is a bug of ours; rustc will say more about it than we could.
fn formatted(code: &TokenStream) -> String {
    pretty(code.clone()).unwrap_or_else(|_| code.to_string())
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(|error| Error::Write(path.to_owned(), error))
}

#[cfg(test)]
mod tests;
