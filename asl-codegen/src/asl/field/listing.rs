//! The fields of all objects of a definition, as data: for JSON Schemas.

use asl_language::fields::{Takes, asl};

use super::place::child;
use super::table::{EXCLUSIVE, FIELDS, ObjectKind, STATES, Standing, standing};
use crate::asl::query_language::QueryLanguage;
use crate::asl::state::choice_rule::operators;
use crate::asl::state::kind_of_type;
use asl_language::objects::{Content, FieldContent, LanguageFields, Need, ObjectFields, Selection};

/// Every kind of object.
const KINDS: &[ObjectKind] = &[
    ObjectKind::Machine,
    ObjectKind::Branch,
    ObjectKind::Processor,
    ObjectKind::ProcessorConfig,
    ObjectKind::ItemBatcher,
    ObjectKind::ItemReader,
    ObjectKind::ReaderConfig,
    ObjectKind::ResultWriter,
    ObjectKind::WriterConfig,
    ObjectKind::Pass,
    ObjectKind::Task,
    ObjectKind::Choice,
    ObjectKind::Wait,
    ObjectKind::Succeed,
    ObjectKind::Fail,
    ObjectKind::Parallel,
    ObjectKind::Map,
    ObjectKind::Retrier,
    ObjectKind::Catcher,
    ObjectKind::Rule,
    ObjectKind::InnerRule,
];

/// The query languages of a machine and of an object in it. States within a Map or a Parallel begin
/// with that of the machine.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// JSONPath.
    JsonPath,
    /// JSONata in a state of a machine in JSONPath.
    OwnJsonata,
    /// A machine in JSONata.
    Jsonata,
}

const MODES: [Mode; 3] = [Mode::JsonPath, Mode::OwnJsonata, Mode::Jsonata];

impl Mode {
    fn language(self) -> QueryLanguage {
        match self {
            Self::JsonPath => QueryLanguage::JsonPath,
            Self::OwnJsonata | Self::Jsonata => QueryLanguage::Jsonata,
        }
    }

    fn suffix(self) -> &'static str {
        match self {
            Self::JsonPath => "InJSONPath",
            Self::OwnJsonata => "InJSONata",
            Self::Jsonata => "OfJSONata",
        }
    }

    /// The name of the states in a machine.
    fn states(self) -> String {
        match self {
            Self::JsonPath | Self::OwnJsonata => "State".to_owned(),
            Self::Jsonata => format!("State{}", self.suffix()),
        }
    }
}

/// The fields of all objects.
pub(crate) fn listing() -> LanguageFields {
    let objects = MODES.into_iter().flat_map(|mode| {
        let kinds = KINDS.iter().filter(move |kind| {
            // The machine itself has no language around it.
            !(**kind == ObjectKind::Machine && mode == Mode::OwnJsonata)
        });
        kinds.map(move |kind| object(*kind, mode))
    });
    LanguageFields {
        root: "Machine".to_owned(),
        objects: objects.collect(),
        selections: selections(),
    }
}

/// The objects that a field distinguishes.
fn selections() -> Vec<Selection> {
    let types = |mode: Mode| Selection {
        name: format!("State{}", mode.suffix()),
        field: "Type",
        variants: words("Type")
            .iter()
            .filter_map(|word| Some((*word, name(kind_of_type(word)?, mode))))
            .collect(),
        otherwise: None,
        ignores_case: false,
    };
    let by_language = |name: &str, jsonata: String, otherwise: String| Selection {
        name: name.to_owned(),
        field: "QueryLanguage",
        variants: vec![(QueryLanguage::Jsonata.name(), jsonata)],
        otherwise: Some(otherwise),
        ignores_case: false,
    };
    let state = |mode: Mode| format!("State{}", mode.suffix());
    let machine = |mode| name(ObjectKind::Machine, mode);
    let mut selections: Vec<Selection> = MODES.into_iter().map(types).collect();
    selections.push(by_language("State", state(Mode::OwnJsonata), state(Mode::JsonPath)));
    selections.push(by_language("Machine", machine(Mode::Jsonata), machine(Mode::JsonPath)));
    selections
}

fn words(field: &str) -> &'static [&'static str] {
    match asl(field).map(|field| field.takes) {
        Some(Takes::Word(words)) => words,
        Some(
            Takes::Any
            | Takes::Object
            | Takes::Fields
            | Takes::Text
            | Takes::TextOrNull
            | Takes::List
            | Takes::Texts
            | Takes::Number
            | Takes::Boolean,
        )
        | None => &[],
    }
}

/// A name such as `TaskStateInJSONata`.
fn name(kind: ObjectKind, mode: Mode) -> String {
    let words = kind.word().split(' ').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect::<String>()
    });
    words.chain([mode.suffix().to_owned()]).collect()
}

fn object(kind: ObjectKind, mode: Mode) -> ObjectFields {
    let has = |name: &str| is_allowed(name, kind, mode);
    let names = FIELDS.iter().map(|field| field.name).filter(|name| has(name));
    let mut fields: Vec<FieldContent> = names.map(|name| field(name, kind, mode)).collect();
    if has_operators(kind, mode) {
        fields.extend(operators().map(|(name, takes)| operator(name, takes)));
    }
    ObjectFields {
        name: name(kind, mode),
        fields,
        required: required(kind, mode),
        one_of: one_of(kind, mode),
        exclusive: EXCLUSIVE.iter().copied().filter(|(one, two)| has(one) && has(two)).collect(),
        needs: needs(kind, mode),
        takes_notes: false,
    }
}

fn field(name: &'static str, kind: ObjectKind, mode: Mode) -> FieldContent {
    let known = asl(name);
    let takes = known.map_or(Takes::Any, |field| field.takes);
    let content = match (child(kind, name), takes) {
        (Some(inner), _) => {
            let inner = self::name(inner, mode);
            if matches!(name, "Retry" | "Catch" | "Choices" | "Branches") {
                Content::List(inner)
            } else {
                Content::Object(inner)
            }
        }
        (None, Takes::Fields) => Content::Named(mode.states()),
        (None, _) => language_word(name, mode).unwrap_or(Content::Json(takes)),
    };
    let takes_expression =
        mode.language() == QueryLanguage::Jsonata && !matches!(kind, ObjectKind::Machine);
    FieldContent { name, sense: known.map_or("", |field| field.sense), content, takes_expression }
}

/// The word that `QueryLanguage` has where it was looked at to come here.
fn language_word(name: &str, mode: Mode) -> Option<Content> {
    let words: &[&str] = match mode.language() {
        QueryLanguage::JsonPath => &["JSONPath"],
        QueryLanguage::Jsonata => &["JSONata"],
    };
    (name == "QueryLanguage").then_some(Content::Json(Takes::Word(words)))
}

fn operator(name: &'static str, takes: Takes) -> FieldContent {
    let inner = || self::name(ObjectKind::InnerRule, Mode::JsonPath);
    let (content, sense) = match (name, asl(name)) {
        ("Not", Some(field)) => (Content::Object(inner()), field.sense),
        (_, Some(field)) => (Content::List(inner()), field.sense),
        (_, None) => (Content::Json(takes), ""),
    };
    FieldContent { name, sense, content, takes_expression: false }
}

/// The fields that objects need, where their query language has them.
const REQUIRED: &[(ObjectKind, &[&str])] = &[
    (ObjectKind::Machine, &["StartAt", "States"]),
    (ObjectKind::Branch, &["StartAt", "States"]),
    (ObjectKind::Processor, &["StartAt", "States"]),
    (ObjectKind::Task, &["Resource"]),
    (ObjectKind::Choice, &["Choices"]),
    (ObjectKind::Parallel, &["Branches"]),
    (ObjectKind::Retrier, &["ErrorEquals"]),
    (ObjectKind::Catcher, &["ErrorEquals", "Next"]),
    (ObjectKind::Rule, &["Next", "Condition"]),
    (ObjectKind::ItemReader, &["Resource"]),
];

/// Groups of fields of which an object has exactly one; those of the other query language do not
/// count.
const ONE_OF: &[(ObjectKind, &[&str])] = &[
    (ObjectKind::Wait, &["Seconds", "SecondsPath", "Timestamp", "TimestampPath"]),
    (ObjectKind::Map, &["ItemProcessor", "Iterator"]),
];

/// Fields that objects need beside others, where their query language has them.
const NEEDS: &[(ObjectKind, Need)] = &[
    (ObjectKind::ProcessorConfig, need("Mode", Some("DISTRIBUTED"), "ExecutionType")),
    (ObjectKind::ReaderConfig, need("InputType", Some("CSV"), "CSVHeaderLocation")),
    (ObjectKind::ReaderConfig, need("CSVHeaderLocation", Some("GIVEN"), "CSVHeaders")),
    (ObjectKind::ResultWriter, need("Resource", None, "Parameters")),
    (ObjectKind::ResultWriter, need("Resource", None, "Arguments")),
];

const fn need(field: &'static str, word: Option<&'static str>, needed: &'static str) -> Need {
    Need { field, word, needed }
}

/// The fields of the rows of a kind.
fn rows<T>(
    table: &'static [(ObjectKind, T)],
    kind: ObjectKind,
) -> impl Iterator<Item = &'static T> {
    table.iter().filter(move |(of, _)| *of == kind).map(|(_, row)| row)
}

/// Fields that an object has in its query language.
fn allowed(fields: &[&'static str], kind: ObjectKind, mode: Mode) -> Vec<&'static str> {
    fields.iter().copied().filter(|name| is_allowed(name, kind, mode)).collect()
}

fn is_allowed(name: &str, kind: ObjectKind, mode: Mode) -> bool {
    match standing(name, kind) {
        Standing::Both => true,
        Standing::Only(needed) => needed == mode.language(),
        Standing::Elsewhere(_) | Standing::Unknown => false,
    }
}

/// Rules of JSONPath have one operator.
fn has_operators(kind: ObjectKind, mode: Mode) -> bool {
    matches!(kind, ObjectKind::Rule | ObjectKind::InnerRule) && mode == Mode::JsonPath
}

fn required(kind: ObjectKind, mode: Mode) -> Vec<&'static str> {
    let word = STATES.contains(&kind).then_some("Type");
    let fields = rows(REQUIRED, kind).flat_map(|fields| allowed(fields, kind, mode));
    word.into_iter().chain(fields).collect()
}

fn one_of(kind: ObjectKind, mode: Mode) -> Vec<Vec<&'static str>> {
    let mut groups = Vec::new();
    if STATES.contains(&kind) && is_allowed("End", kind, mode) {
        groups.push(vec!["Next", "End"]);
    }
    groups.extend(rows(ONE_OF, kind).map(|fields| allowed(fields, kind, mode)));
    if has_operators(kind, mode) {
        groups.push(operators().map(|(name, _)| name).collect());
    }
    groups
}

fn needs(kind: ObjectKind, mode: Mode) -> Vec<Need> {
    let own = rows(NEEDS, kind).copied().filter(|row| is_allowed(row.needed, kind, mode));
    let compared = operators().filter(|(_, takes)| *takes != Takes::Fields);
    let of_operators = compared.map(|(operator, _)| need(operator, None, "Variable"));
    own.chain(of_operators.filter(|_| has_operators(kind, mode))).collect()
}
