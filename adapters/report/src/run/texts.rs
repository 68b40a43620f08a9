//! The data of a run: each text once.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;

/// The number of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub(crate) struct TextId(usize);

/// Distinct texts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    list: Vec<Arc<str>>,
    ids: HashMap<Arc<str>, TextId>,
}

impl Texts {
    /// The id of a text.
    pub(crate) fn add(&mut self, text: String) -> TextId {
        if let Some(id) = self.ids.get(text.as_str()) {
            return *id;
        }
        let (id, text) = (TextId(self.list.len()), Arc::<str>::from(text));
        self.list.push(Arc::clone(&text));
        self.ids.insert(text, id);
        id
    }

    pub(crate) fn text(&self, id: TextId) -> &str {
        self.list.get(id.0).map_or("", |text| text)
    }
}
