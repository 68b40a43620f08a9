//! Methods of `.proto` files. protox compiles them, so `protoc` is not needed; all files are read
//! through `source`.

mod imports;
mod messages;
mod nesting;

use std::collections::HashMap;
use std::sync::Arc;

use prost_reflect::{DescriptorPool, MethodDescriptor, ServiceDescriptor};
use protox::Compiler;

use crate::ir::function::{Call, Described, Rpc};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, nearest, printable};
use asl_source::source::Sources;
use asl_source::span::{FileId, Spanned};

use imports::Files;
use messages::{Direction, Messages};

/// Maximum number of names in a message.
const MOST_LISTED: usize = 6;

/// Compiled files, each once: by the naming file and the name there.
#[derive(Debug, Default)]
pub(super) struct Services {
    compiled: HashMap<(FileId, String), Option<Compiled>>,
}

/// A file with all its imports.
#[derive(Debug)]
struct Compiled {
    pool: DescriptorPool,
    /// The descriptor pool, encoded.
    descriptors: Arc<[u8]>,
    /// Name of the file in the pool.
    root: String,
}

impl Services {
    /// Describes a method of a service. Returns `None` if it does not exist or cannot be called,
    /// which is reported.
    pub(super) fn read(
        &mut self,
        document: &Spanned<String>,
        service: &Spanned<String>,
        method: &Spanned<String>,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Described> {
        let key = (document.span.file, document.value.clone());
        let compiled =
            self.compiled.entry(key).or_insert_with(|| compile(document, sources, diagnostics));
        find(compiled.as_ref()?, service, method, diagnostics)
    }
}

fn find(
    compiled: &Compiled,
    service: &Spanned<String>,
    method: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) -> Option<Described> {
    let Compiled { pool, descriptors, root } = compiled;
    let services: Vec<ServiceDescriptor> = pool.services().collect();
    let found = named(&services, &service.value, |service| {
        let is_own = service.parent_file().name() == root.as_str();
        (service.full_name().to_owned(), is_own.then(|| service.name().to_owned()))
    });
    let Some(found) = found else {
        let names = services.iter().map(ServiceDescriptor::full_name);
        diagnostics.push(unknown("service of the file", service, &names.collect::<Vec<_>>()));
        return None;
    };
    let methods: Vec<MethodDescriptor> = found.methods().collect();
    let Some(called) = named(&methods, &method.value, |method| (method.name().to_owned(), None))
    else {
        let what = format!("method of `{}`", found.full_name());
        diagnostics.push(unknown(
            &what,
            method,
            &methods.iter().map(MethodDescriptor::name).collect::<Vec<_>>(),
        ));
        return None;
    };
    if called.is_client_streaming() || called.is_server_streaming() {
        let title = format!("`{}` streams: it has no single request and answer", called.name());
        diagnostics.push(
            Diagnostic::new(Code::StreamingMethod, method.span, title)
                .label("a function is called once, and answers once")
                .help(
                    "make the operation a name without a file, and implement the function yourself",
                ),
        );
        return None;
    }
    Some(described(&called, Arc::clone(descriptors)))
}

/// Compiles a file with all its imports.
fn compile(
    document: &Spanned<String>,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Compiled> {
    let files = Files::read(document, sources, diagnostics)?;
    let root = files.root().to_owned();
    let places = files.places();
    let mut compiler = Compiler::with_file_resolver(files);
    compiler.include_imports(true);
    if let Err(error) = compiler.open_file(&root) {
        diagnostics.push(imports::fault(&error, &places, document));
        return None;
    }
    let descriptors = compiler.encode_file_descriptor_set().into();
    Some(Compiled { pool: compiler.descriptor_pool(), descriptors, root })
}

/// The only item with a name: the exact name, else the same short name, else the same name in
/// another case.
fn named<T: Clone>(
    all: &[T],
    name: &str,
    names: impl Fn(&T) -> (String, Option<String>),
) -> Option<T> {
    let fits: [&dyn Fn(&T) -> bool; 3] =
        [&|one| names(one).0 == name, &|one| names(one).1.as_deref() == Some(name), &|one| {
            let (full, short) = names(one);
            full.eq_ignore_ascii_case(name)
                || short.is_some_and(|short| short.eq_ignore_ascii_case(name))
        }];
    fits.into_iter().find_map(|fits| {
        let mut found = all.iter().filter(|one| fits(one));
        found.next().filter(|_| found.next().is_none()).cloned()
    })
}

fn unknown(what: &str, name: &Spanned<String>, known: &[&str]) -> Diagnostic {
    let title = format!("no {what} is called `{}`", printable(&name.value, 100));
    let diagnostic = Diagnostic::new(Code::UnknownOperation, name.span, title);
    let last = |full: &str| full.rsplit('.').next().unwrap_or(full).to_owned();
    let wanted = last(&name.value);
    let near = known
        .iter()
        .find(|full| nearest(&wanted, [last(full).as_str()]).is_some() || last(full) == wanted);
    match (near, known) {
        (Some(near), _) => diagnostic.help(format!("did you mean `{near}`?")),
        (None, []) => diagnostic.label("there are none"),
        (None, known) => {
            let listed: Vec<_> =
                known.iter().take(MOST_LISTED).map(|name| format!("`{name}`")).collect();
            let more = if known.len() > MOST_LISTED { " and others" } else { "" };
            diagnostic.help(format!("there are {}{more}", listed.join(", ")))
        }
    }
}

fn described(method: &MethodDescriptor, descriptors: Arc<[u8]>) -> Described {
    let mut messages = Messages::default();
    let (arguments, others) = messages.arguments(&method.input());
    let result = messages.message(&method.output(), Direction::Answer);
    let rpc = Rpc {
        service: method.parent_service().full_name().to_owned(),
        method: method.name().to_owned(),
        descriptors,
    };
    Described { call: Call::Rpc(rpc), arguments, others, result, shapes: messages.finish() }
}
