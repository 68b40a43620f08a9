//! Texts for decisions.

use asl_runtime::Value;
use asl_runtime::value::Text;

/// A text for a decision: constant, or made from data.
///
/// ```
/// use asl_swf::Note;
///
/// let fixed = Note::from("OPTIONAL_DATA_FOR_DECIDER");
/// let of_the_order = Note::Made(|input| input.get("orderId").and_then(|id| id.as_str()).map(str::to_owned));
/// # let _ = (fixed, of_the_order);
/// ```
#[derive(Clone, Debug)]
pub enum Note {
    /// A constant text.
    Text(Text),
    /// A text that a function makes from the data, if any. The function must be deterministic,
    /// because histories are replayed.
    Made(fn(&Value) -> Option<String>),
}

impl Note {
    /// The text for these data, if there is one.
    pub(crate) fn text(&self, data: &Value) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.to_string()),
            Self::Made(make) => make(data),
        }
    }
}

impl From<&str> for Note {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Note {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}
