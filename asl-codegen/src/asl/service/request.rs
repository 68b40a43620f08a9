//! The request of a call: its members, and those that are missing.

use asl_aws_models::{Shape, Structure};
use asl_language::integration::OwnRequest;

use super::{Call, value};
use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::query_language::QueryLanguage;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::{Json, Member, Node};
use asl_source::span::Span;

/// The suffix of keys whose value is computed.
const COMPUTED: &str = ".$";

/// A request that is being compared.
pub(super) struct Request<'c, 'd> {
    pub(super) call: &'c Call<'c>,
    pub(super) language: QueryLanguage,
    pub(super) diagnostics: &'d mut Diagnostics,
}

/// A member that a structure may have.
struct Known {
    name: String,
    is_required: bool,
}

/// The place of a structure in the request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// It is the request.
    Outer,
    /// It is within the request.
    Inner,
}

/// Compares `Parameters` or `Arguments` with the request of the operation.
pub(super) fn check(context: &mut Context<'_>, object: &Object<'_>, call: &Call<'_>) {
    let language = context.language;
    let field = match language {
        QueryLanguage::JsonPath => "Parameters",
        QueryLanguage::Jsonata => "Arguments",
    };
    let mut request = Request { call, language, diagnostics: context.diagnostics };
    let Some(node) = object.get(field) else {
        // In JSONPath the state's input is the request.
        if call.resource.is_sdk && language == QueryLanguage::Jsonata && !object.has(field) {
            request.report_none(object);
        }
        return;
    };
    let Json::Object(members) = &node.value else { return };
    request.outer(members, node);
}

impl Request<'_, '_> {
    fn report_none(&mut self, object: &Object<'_>) {
        let title = format!("{} calls `{}` without `Arguments`", object.name(), self.call.name());
        self.diagnostics.push(
            Diagnostic::new(Code::RequestLacks, object.head, title)
                .label("AWS refuses the call")
                .help("write `\"Arguments\": {}` for a request without members")
                .said_by_aws("The field 'Arguments' is required but was missing"),
        );
    }

    fn outer(&mut self, members: &[Member], node: &Node) {
        let service = self.call.service.clone();
        let input = self.call.input.and_then(|input| service.as_deref()?.shape(input));
        let mut known = Vec::new();
        let own = self.call.integration.and_then(|integration| integration.own);
        if let Some(OwnRequest { required, optional }) = own {
            let row =
                |is_required| move |name: &&str| Known { name: (*name).to_owned(), is_required };
            known.extend(required.iter().map(row(true)));
            known.extend(optional.iter().map(row(false)));
        }
        let Some(Shape::Structure(structure)) = input else {
            // A request without members, or one of Step Functions' own.
            self.members(members, &known, node.span.first_byte(), Depth::Outer);
            self.connection(members, node);
            return;
        };
        known.extend(self.known(&structure));
        self.members(members, &known, node.span.first_byte(), Depth::Outer);
        self.values(members, &structure);
    }

    /// `http:invoke` needs a connection in one of two members.
    fn connection(&mut self, members: &[Member], node: &Node) {
        let names = ["Authentication", "InvocationConfig"];
        let is_one = |member: &Member| names.contains(&self.plain(&member.key.value));
        if self.call.name() == "http:invoke" && !members.iter().any(is_one) {
            self.report_missing("Authentication", None, node.span.first_byte(), Depth::Outer);
        }
    }

    /// Compares an object within the request with a structure.
    pub(super) fn inner(&mut self, members: &[Member], structure: &Structure<'_>, span: Span) {
        let known = self.known(structure);
        self.members(members, &known, span, Depth::Inner);
        self.values(members, structure);
    }

    fn known(&self, structure: &Structure<'_>) -> Vec<Known> {
        let spelling = self.call.spelling();
        let known = structure.members.iter().map(|member| Known {
            name: member.written(spelling),
            is_required: member.is_required_in(spelling),
        });
        known.collect()
    }

    /// The name of a member without the suffix of computed ones.
    fn plain<'k>(&self, key: &'k str) -> &'k str {
        match self.language {
            QueryLanguage::JsonPath => key.strip_suffix(COMPUTED).unwrap_or(key),
            QueryLanguage::Jsonata => key,
        }
    }

    fn members(&mut self, members: &[Member], known: &[Known], span: Span, depth: Depth) {
        let is_known = |name: &str| known.iter().any(|member| member.name == name);
        let mut unknown: Vec<&Member> =
            members.iter().filter(|member| !is_known(self.plain(&member.key.value))).collect();
        let is_given =
            |name: &str| members.iter().any(|member| self.plain(&member.key.value) == name);
        let missing: Vec<_> = known.iter().filter(|member| !is_given(&member.name)).collect();
        for member in missing.iter().filter(|member| member.is_required) {
            let near = unknown.iter().position(|given| {
                let key = self.plain(&given.key.value);
                asl_source::diagnostics::nearest(key, [member.name.as_str()]).is_some()
            });
            let misspelt = near.map(|near| unknown.remove(near));
            self.report_missing(&member.name, misspelt, span, depth);
        }
        for given in unknown {
            let key = self.plain(&given.key.value);
            let others = missing.iter().map(|member| member.name.as_str());
            let nearest = self.diagnostics.nearest(key, others);
            let title = format!("the request of `{}` has no member `{key}`", self.call.name());
            self.diagnostics.push(
                Diagnostic::new(Code::UnknownRequestMember, given.key.span, title)
                    .did_you_mean(nearest, "unknown, or newer than this compiler"),
            );
        }
    }

    fn report_missing(&mut self, name: &str, misspelt: Option<&Member>, span: Span, depth: Depth) {
        let code = match depth {
            Depth::Outer => Code::RequestLacks,
            Depth::Inner => Code::DoubtfulRequest,
        };
        let title = format!("the request of `{}` needs the member `{name}`", self.call.name());
        let sentence = format!("The field '{name}' is required but was missing");
        let finding = match misspelt {
            Some(given) => Diagnostic::new(code, given.key.span, title)
                .label(format!("did you mean `{name}`?")),
            None => Diagnostic::new(code, span, title).label(format!("`{name}` is missing")),
        };
        self.diagnostics.push(finding.said_by_aws(sentence));
    }

    fn values(&mut self, members: &[Member], structure: &Structure<'_>) {
        let service = self.call.service.clone();
        let Some(service) = service.as_deref() else { return };
        let spelling = self.call.spelling();
        for given in members {
            // Others are computed, or unknown.
            let found = structure.members.iter().find(|it| it.written(spelling) == given.key.value);
            let Some(member) = found.filter(|member| !member.is_json_value()) else { continue };
            if let Some(shape) = service.shape(member.shape) {
                value::check(self, service, &given.value, &given.key.value, &shape);
            }
        }
    }

    /// The members of a map whose values are in the definition, with their names.
    pub(super) fn constant<'m>(&self, members: &'m [Member]) -> impl Iterator<Item = &'m Member> {
        let is_jsonpath = self.language == QueryLanguage::JsonPath;
        members.iter().filter(move |member| !(is_jsonpath && member.key.value.ends_with(COMPUTED)))
    }
}
