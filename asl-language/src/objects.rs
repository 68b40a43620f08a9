//! The objects of a language with their fields, as a compiler lists them: for JSON Schemas.

use crate::fields::Takes;

/// The objects of a language. Each object and selection has a name of its own.
#[derive(Debug)]
pub struct LanguageFields {
    /// The name of the whole definition.
    pub root: String,
    /// The objects.
    pub objects: Vec<ObjectFields>,
    /// Names for one of several objects.
    pub selections: Vec<Selection>,
}

/// One of several objects, which a field distinguishes.
#[derive(Debug)]
pub struct Selection {
    /// The name.
    pub name: String,
    /// The field.
    pub field: &'static str,
    /// The words of the field, each with the name of its object.
    pub variants: Vec<(&'static str, String)>,
    /// The name of the object with another word, or without the field. `None` if one of the words is
    /// needed.
    pub otherwise: Option<String>,
    /// True if the words may also be in other cases.
    pub ignores_case: bool,
}

/// The fields of an object.
#[derive(Debug)]
pub struct ObjectFields {
    /// The name, such as `TaskStateInJSONPath`.
    pub name: String,
    /// The fields.
    pub fields: Vec<FieldContent>,
    /// Those that must be there.
    pub required: Vec<&'static str>,
    /// Groups of fields of which one must be there, and only one.
    pub one_of: Vec<Vec<&'static str>>,
    /// Pairs of fields that exclude each other.
    pub exclusive: Vec<(&'static str, &'static str)>,
    /// Fields that are needed beside others.
    pub needs: Vec<Need>,
    /// True if the object may also have notes for readers, such as `id` and `x-team`.
    pub takes_notes: bool,
}

/// A field that is needed where the object has another one.
#[derive(Clone, Copy, Debug)]
pub struct Need {
    /// The other one.
    pub field: &'static str,
    /// The word that it has then; `None` for any value.
    pub word: Option<&'static str>,
    /// The field that is needed.
    pub needed: &'static str,
}

/// A field of an object.
#[derive(Debug)]
pub struct FieldContent {
    /// The name.
    pub name: &'static str,
    /// Its sense; empty for operators of rules.
    pub sense: &'static str,
    /// The values that it takes.
    pub content: Content,
    /// True if an expression of JSONata can be in place of the value.
    pub takes_expression: bool,
}

/// The values of a field.
#[derive(Debug)]
pub enum Content {
    /// JSON.
    Json(Takes),
    /// An object, by its name.
    Object(String),
    /// An array of such objects, by the name of one.
    List(String),
    /// The same, where a text stands for an object that has only a name.
    ListOrNames(String),
    /// An array of objects as in [`Content::List`], or the path of a file.
    ListOrFile(String),
    /// An object whose members are such objects, by the name of one.
    Named(String),
}
