//! The fields of objects: at a place of a definition, for completion in editors, and of whole
//! languages, for JSON Schemas.

pub use asl_language::objects::{
    Content, FieldContent, LanguageFields, Need, ObjectFields, Selection,
};
use asl_source::options::Language;
use asl_source::source::Node;

/// The fields that the object to which keys lead may have. Items of arrays have no keys: those of a
/// retrier are `States`, the name of the state, and `Retry`, each with its value. `None` if the
/// object has no fields of the language: it is data, or lists states.
///
/// ```
/// use asl_codegen::fields::fields_at;
/// use asl_codegen::{diagnostics::Diagnostics, options::Language, source::{FileId, json}};
///
/// let text = r#"{"States": {"Pay": {"Type": "Wait"}}}"#;
/// let definition = json::parse(text, FileId(0), &mut Diagnostics::default()).expect("JSON");
/// let states = definition.get("States").expect("states");
/// let keys = [("States", states), ("Pay", states.get("Pay").expect("a state"))];
/// let fields = fields_at(&definition, Language::Asl, &keys).expect("a state has fields");
/// assert!(fields.contains(&"SecondsPath") && !fields.contains(&"Resource"));
/// ```
pub fn fields_at(
    definition: &Node,
    language: Language,
    keys: &[(&str, &Node)],
) -> Option<Vec<&'static str>> {
    match language {
        Language::Asl => crate::asl::fields_at(definition, keys),
        #[cfg(feature = "sm4c")]
        Language::Sm4c => crate::sm4c::place::attributes_at(keys),
        #[cfg(not(feature = "sm4c"))]
        Language::Sm4c => None,
    }
}

/// The fields of all objects of a language.
///
/// ```
/// use asl_codegen::fields::language_fields;
/// use asl_codegen::options::Language;
///
/// let fields = language_fields(Language::Asl).expect("it has fields");
/// let wait = fields.objects.iter().find(|object| object.name == "WaitStateInJSONata");
/// assert_eq!(wait.expect("a state").one_of, [vec!["Next", "End"], vec!["Seconds", "Timestamp"]]);
/// ```
pub fn language_fields(language: Language) -> Option<LanguageFields> {
    match language {
        Language::Asl => Some(crate::asl::listing()),
        #[cfg(feature = "sm4c")]
        Language::Sm4c => Some(crate::sm4c::listing::listing()),
        #[cfg(not(feature = "sm4c"))]
        Language::Sm4c => None,
    }
}
