//! Texts that go along with decisions.

use asl_runtime::Value;
use asl_runtime::value::Text;

/// A text that goes along with a decision: always the same, or made of data.
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
    /// This text.
    Text(Text),
    /// The text that a function makes of the data, if it makes one. It must make the same of the
    /// same data at all times: a history is decided again and again.
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
