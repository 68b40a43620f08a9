//! The fields of an object at a place of a definition, for completion in editors.

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
