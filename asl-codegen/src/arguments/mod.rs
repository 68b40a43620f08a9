//! The arguments of `asl_machine!`: a path, then options by name. The macro reads them, and
//! `cargo asl check`, which finds the macro in source files.

mod keyed;
mod literal;
mod parser;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;

pub use parser::{Fault, Parser};

use keyed::Keyed;

use asl_source::diagnostics::{Level, Levels, nearest};
use asl_source::options::{
    AnswerOption, Dialect, Language, Limits, MachineOption, MachineTypes, Methods, Needed, Options,
    Profile, RustType, ServiceMethods, TaskOption, answer_of, machine_of, own_task,
};

/// The arguments of the macro.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// Path of the definition, as written.
    pub definition: String,
    /// Place of the path, to which errors about the whole definition point.
    pub place: Span,
    /// True if the definition may be outside of the package.
    pub outside: bool,
    /// The other arguments.
    pub options: Options,
}

/// The names of the options, for suggestions.
const OPTIONS: &[&str] = &[
    "name",
    "input",
    "output",
    "errors",
    "tasks",
    "answers",
    "machines",
    "methods",
    "services",
    "tasks_from",
    "own_tasks",
    "substitute",
    "substitute_file",
    "resource",
    "default_task_timeout",
    "profile",
    "limits",
    "express",
    "jsonpath",
    "documents",
    "schemas",
    "typed_functions",
    "state_functions",
    "inspect",
    "format",
    "default_wait",
    "sections",
    "expression_steps",
    "expression_bytes",
    "allow",
    "warn",
    "deny",
    "runtime",
    "outside",
];

/// Reads the arguments.
///
/// ```
/// let tokens = r#""machines/order.asl.json", profile = spec"#.parse().unwrap();
/// let arguments = asl_codegen::arguments::parse(tokens).unwrap();
/// assert_eq!(arguments.definition, "machines/order.asl.json");
/// ```
///
/// # Errors
/// The first token that is not as it should be, with a suggestion for the name of an option.
pub fn parse(tokens: TokenStream) -> Result<Arguments, Fault> {
    let mut parser = Parser::new(tokens, Span::call_site());
    let mut options = Options::default();
    header(&mut parser, &mut options)?;
    options.visibility = visibility(&mut parser);
    let (definition, place) =
        parser.string("the path of a definition, such as \"machines/order.asl.json\"")?;
    let mut arguments = Arguments { definition, place, outside: false, options };
    if !parser.is_done() {
        parser.mark(',')?;
    }
    let mut given: Vec<String> = Vec::new();
    parser.list(|parser| {
        let name = parser.name("an option")?;
        let text = name.to_string();
        if given.contains(&text) {
            return Err(Fault::new(name.span(), format!("the option `{text}` is given twice")));
        }
        parser.mark('=').map_err(|fault| {
            if OPTIONS.contains(&text.as_str()) { fault } else { unknown(&name) }
        })?;
        given.push(text);
        arguments.option(&name, parser)
    })?;
    Ok(arguments)
}

/// Parses the information about `asl_runtime`.
fn header(parser: &mut Parser, options: &mut Options) -> Result<(), Fault> {
    let is_header = matches!(parser.peek(), Some(TokenTree::Group(group)) if is_header(group));
    if !is_header {
        return Ok(());
    }
    let group = parser.group(Delimiter::Parenthesis, "the runtime")?;
    let mut inner = Parser::of(&group);
    inner.mark('@')?;
    options.runtime = Some(inner.rust_type("the runtime")?);
    inner.mark(',')?;
    options.run = flag(&mut inner)?;
    Ok(())
}

fn is_header(group: &Group) -> bool {
    let first = group.stream().into_iter().next();
    matches!(first, Some(TokenTree::Punct(mark)) if mark.as_char() == '@')
}

/// Parses `pub`, `pub(crate)`, or nothing.
fn visibility(parser: &mut Parser) -> TokenStream {
    if !matches!(parser.peek(), Some(TokenTree::Ident(name)) if name == "pub") {
        return TokenStream::new();
    }
    let public = parser.next();
    let scope = match parser.peek() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
            parser.next()
        }
        _ => None,
    };
    quote!(#public #scope)
}

fn unknown(name: &Ident) -> Fault {
    let text = name.to_string();
    let message = match nearest(&text, OPTIONS.iter().copied()) {
        Some(known) => format!("there is no option `{text}`; did you mean `{known}`?"),
        None => format!("there is no option `{text}`; there are: {}", OPTIONS.join(", ")),
    };
    Fault::new(name.span(), message)
}

fn flag(parser: &mut Parser) -> Result<bool, Fault> {
    let word = parser.name("`true` or `false`")?;
    match word.to_string().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(Fault::new(word.span(), format!("expected `true` or `false`, found `{word}`"))),
    }
}

impl Arguments {
    fn option(&mut self, name: &Ident, parser: &mut Parser) -> Result<(), Fault> {
        let options = &mut self.options;
        match name.to_string().as_str() {
            "name" => options.name = Some(parser.name("the module's name")?.to_string()),
            "input" => options.input = Some(parser.rust_type("a type")?),
            "output" => options.output = Some(parser.rust_type("a type")?),
            "errors" => options.errors = errors(parser)?,
            "tasks" => options.tasks = tasks(parser, &mut options.entries)?,
            "answers" => options.answers = answers(parser, &mut options.entries)?,
            "machines" => options.machines = machines(parser, &mut options.entries)?,
            "methods" => options.methods = methods(parser)?,
            "services" => options.services = services(parser)?,
            "tasks_from" => {
                let what = "the module of another machine, such as `crate::order`";
                options.tasks_from = Some(parser.rust_type(what)?);
            }
            "own_tasks" => options.own_tasks = own_tasks(parser, &mut options.entries)?,
            "substitute" => options.substitute = substitutions(parser, &mut options.entries)?,
            "substitute_file" => {
                let what = "the path of a file with values in quotation marks";
                options.substitute_file = Some(entry(parser, what, &mut options.entries)?);
            }
            "resource" => {
                let what = "the name of a state machine in a template, in quotation marks";
                options.resource = Some(entry(parser, what, &mut options.entries)?);
            }
            "default_task_timeout" => options.default_task_timeout = Some(seconds(parser)?),
            "profile" => options.profile = profile(parser)?,
            "limits" => options.limits = limits(parser)?,
            "express" => options.express = flag(parser)?,
            "jsonpath" => options.jsonpath = dialect(parser)?,
            "documents" => options.documents = documents(parser)?,
            "schemas" => {
                let what = "the path of a folder with schemas in quotation marks";
                options.schemas = Some(entry(parser, what, &mut options.entries)?);
            }
            "typed_functions" => options.typed_functions = flag(parser)?,
            "state_functions" => options.state_functions = flag(parser)?,
            "inspect" => options.inspect = flag(parser)?,
            "format" => options.language = Some(language(parser)?),
            "default_wait" => options.default_wait = flag(parser)?,
            "sections" => options.sections = sections(parser, &mut options.entries)?,
            "expression_steps" => {
                options.expression_steps = Some(parser.count("a number of steps")?);
            }
            "expression_bytes" => {
                options.expression_bytes = Some(parser.count("a number of bytes")?);
            }
            "allow" => levels(parser, &mut options.levels, Level::Allow)?,
            "warn" => levels(parser, &mut options.levels, Level::Warn)?,
            "deny" => levels(parser, &mut options.levels, Level::Deny)?,
            "runtime" => options.runtime = Some(parser.rust_type("the path of the runtime crate")?),
            "outside" => self.outside = flag(parser)?,
            _ => return Err(unknown(name)),
        }
        Ok(())
    }
}

/// Parses `[PaymentError, crate::stock::StockError]`.
fn errors(parser: &mut Parser) -> Result<Vec<RustType>, Fault> {
    let group = parser.group(Delimiter::Bracket, "types of errors, such as `[PaymentError]`")?;
    let mut errors = Vec::new();
    Parser::of(&group).list(|parser| {
        errors.push(parser.rust_type("a type of errors")?);
        Ok(())
    })?;
    Ok(errors)
}

/// Names and paths with their places.
type Entries = Vec<(String, Span)>;

/// Parses a text and keeps its place.
fn entry(parser: &mut Parser, what: &str, entries: &mut Entries) -> Result<String, Fault> {
    let (text, place) = parser.string(what)?;
    entries.push((text.clone(), place));
    Ok(text)
}

/// Parses `[charge_card, ship]`.
fn own_tasks(parser: &mut Parser, entries: &mut Entries) -> Result<Vec<String>, Fault> {
    let group = parser.group(Delimiter::Bracket, "names of methods, such as `[charge_card]`")?;
    let mut own = Vec::new();
    Parser::of(&group).list(|parser| {
        let name = parser.name("the name of a method")?;
        entries.push((own_task(&name.to_string()), name.span()));
        own.push(name.to_string());
        Ok(())
    })?;
    Ok(own)
}

fn seconds(parser: &mut Parser) -> Result<u32, Fault> {
    let place = parser.peek().map(TokenTree::span);
    match parser.number("a number of seconds")? {
        0 => Err(Fault::new(
            place.unwrap_or_else(Span::call_site),
            "a time-out must be at least one second",
        )),
        seconds => Ok(seconds),
    }
}

fn profile(parser: &mut Parser) -> Result<Profile, Fault> {
    let word = parser.name("`spec` or `aws`")?;
    match word.to_string().as_str() {
        "spec" => Ok(Profile::Spec),
        "aws" => Ok(Profile::Aws),
        _ => Err(Fault::new(word.span(), format!("expected `spec` or `aws`, found `{word}`"))),
    }
}

fn methods(parser: &mut Parser) -> Result<Methods, Fault> {
    let word = parser.name("`called` or `resources`")?;
    match word.to_string().as_str() {
        "called" => Ok(Methods::Called),
        "resources" => Ok(Methods::Resources),
        _ => Err(Fault::new(
            word.span(),
            format!("expected `called` or `resources`, found `{word}`"),
        )),
    }
}

fn services(parser: &mut Parser) -> Result<ServiceMethods, Fault> {
    let word = parser.name("`aws`")?;
    match word.to_string().as_str() {
        "aws" => Ok(ServiceMethods::Aws),
        _ => Err(Fault::new(word.span(), format!("expected `aws`, found `{word}`"))),
    }
}

fn limits(parser: &mut Parser) -> Result<Limits, Fault> {
    let word = parser.name("`aws` or `none`")?;
    match word.to_string().as_str() {
        "aws" => Ok(Limits::Aws),
        "none" => Ok(Limits::None),
        _ => Err(Fault::new(word.span(), format!("expected `aws` or `none`, found `{word}`"))),
    }
}

fn dialect(parser: &mut Parser) -> Result<Dialect, Fault> {
    let word = parser.name("`aws` or `rfc9535`")?;
    match word.to_string().as_str() {
        "aws" => Ok(Dialect::Aws),
        "rfc9535" => Ok(Dialect::Rfc9535),
        _ => Err(Fault::new(word.span(), format!("expected `aws` or `rfc9535`, found `{word}`"))),
    }
}

fn documents(parser: &mut Parser) -> Result<Needed, Fault> {
    let word = parser.name("`required` or `optional`")?;
    match word.to_string().as_str() {
        "required" => Ok(Needed::Always),
        "optional" => Ok(Needed::IfThere),
        _ => Err(Fault::new(
            word.span(),
            format!("expected `required` or `optional`, found `{word}`"),
        )),
    }
}

fn language(parser: &mut Parser) -> Result<Language, Fault> {
    let word = parser.name("`asl` or `sm4c`")?;
    match word.to_string().as_str() {
        "asl" => Ok(Language::Asl),
        "sm4c" => Ok(Language::Sm4c),
        _ => Err(Fault::new(word.span(), format!("expected `asl` or `sm4c`, found `{word}`"))),
    }
}

/// Parses `[ASL0507, ASL0906]`, `[warnings]` or `[certain]`.
fn levels(parser: &mut Parser, levels: &mut Levels, level: Level) -> Result<(), Fault> {
    let codes = parser.group(Delimiter::Bracket, "codes, such as `[ASL0507]`")?;
    Parser::of(&codes).list(|parser| {
        let code = parser.name("a code, such as `ASL0507`, `warnings` or `certain`")?;
        crate::levels::set(levels, &code.to_string(), level)
            .map_err(|fault| Fault::new(code.span(), fault))
    })
}

/// Parses `{ "TableName": "orders" }`.
fn substitutions(
    parser: &mut Parser,
    entries: &mut Entries,
) -> Result<Vec<(String, String)>, Fault> {
    let names = Keyed {
        form: "`{ \"Name\": \"replacement\" }`",
        what: "",
        key: |parser| parser.string("a name in quotation marks"),
        entry: str::to_owned,
    };
    names.parse(parser, entries, |parser, _, name| {
        parser.mark(':')?;
        // No finding is about a value, which may be another's name.
        Ok((name, parser.string("its replacement in quotation marks")?.0))
    })
}

/// Parses `{ "https://example.org/events.json": "events.json" }`.
fn sections(parser: &mut Parser, entries: &mut Entries) -> Result<Vec<(String, String)>, Fault> {
    let uris = Keyed {
        form: "`{ \"https://…\": \"file\" }`",
        what: "",
        key: |parser| parser.string("a URI in quotation marks"),
        entry: str::to_owned,
    };
    uris.parse(parser, entries, |parser, entries, uri| {
        parser.mark(':')?;
        Ok((uri, entry(parser, "the path of a file in quotation marks", entries)?))
    })
}

/// Parses
/// `{ charge_card: fn(ChargeRequest) -> Receipt, "Ship" => ship, "Mail" => send: fn(Letter) -> Value }`.
fn tasks(parser: &mut Parser, entries: &mut Entries) -> Result<Vec<TaskOption>, Fault> {
    let tasks = Keyed {
        form: "`{ charge_card: fn(Request) -> Receipt }`",
        what: "the task ",
        key: task_name,
        entry: str::to_owned,
    };
    tasks.parse(parser, entries, |parser, _, task| {
        let method = if parser.take_mark('=') {
            parser.mark('>')?;
            Some(parser.name("a method's name")?)
        } else {
            None
        };
        let types = if parser.take_mark(':') {
            Some(types(parser)?)
        } else if method.is_some() {
            None
        } else {
            return Err(parser.expected("`=> method` or `: fn(Input) -> Output`"));
        };
        Ok(TaskOption { task, method: method.map(|name| name.to_string()), types })
    })
}

/// Parses `ask_customer`, or a text that names a task.
fn task_name(parser: &mut Parser) -> Result<(String, Span), Fault> {
    if matches!(parser.peek(), Some(TokenTree::Ident(_))) {
        let name = parser.name("a task")?;
        return Ok((name.to_string(), name.span()));
    }
    parser.string(
        "a task: its method, or in quotation marks its state, what it calls or its Resource",
    )
}

/// Parses `{ ask_customer: Answer }`.
fn answers(parser: &mut Parser, entries: &mut Entries) -> Result<Vec<AnswerOption>, Fault> {
    let tasks = Keyed {
        form: "`{ ask_customer: Answer }`",
        what: "the task ",
        key: task_name,
        entry: answer_of,
    };
    tasks.parse(parser, entries, |parser, _, task| {
        parser.mark(':')?;
        Ok(AnswerOption { task, answer: parser.rust_type("a type")? })
    })
}

/// Parses `{ Ship: crate::ship, Bill: "schemas/bill" }`.
fn machines(parser: &mut Parser, entries: &mut Entries) -> Result<Vec<MachineOption>, Fault> {
    let machines = Keyed {
        form: "`{ Ship: crate::ship }`",
        what: "the machine ",
        key: task_name,
        entry: machine_of,
    };
    machines.parse(parser, entries, |parser, entries, machine| {
        parser.mark(':')?;
        let types = if matches!(parser.peek(), Some(TokenTree::Literal(_))) {
            MachineTypes::Schemas(entry(parser, "the path of a folder with schemas", entries)?)
        } else {
            let what = "the module of the machine, such as `crate::ship`";
            MachineTypes::Module(parser.rust_type(what)?)
        };
        Ok(MachineOption { machine, types })
    })
}

fn is_fn(parser: &mut Parser) -> bool {
    matches!(parser.peek(), Some(TokenTree::Ident(name)) if name == "fn")
}

/// Parses `fn(Input) -> Output`.
fn types(parser: &mut Parser) -> Result<(RustType, RustType), Fault> {
    const FORM: &str = "`fn(Input) -> Output`";
    if !is_fn(parser) {
        return Err(parser.expected(FORM));
    }
    parser.next();
    let input = parser.group(Delimiter::Parenthesis, FORM)?;
    let mut inner = Parser::of(&input);
    let of = inner.rust_type("the type of the task's input")?;
    inner.take_mark(',');
    if !inner.is_done() {
        return Err(inner.expected("one type: a task has one input"));
    }
    parser.mark('-')?;
    parser.mark('>')?;
    Ok((of, parser.rust_type("the type of the task's output")?))
}

#[cfg(test)]
mod tests;
