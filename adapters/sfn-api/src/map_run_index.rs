//! The executions of Map Runs, whose ARNs do not name them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use asl_runtime::value::Text;

/// Maximum number of Map Runs, about 3 MB. Others are searched for.
const MOST: usize = 10_000;

/// The executions of the Map Runs that clients have seen, by the ARNs of the Map Runs.
#[derive(Default)]
pub(crate) struct MapRunIndex {
    executions: Mutex<HashMap<Text, Text>>,
}

impl MapRunIndex {
    /// The execution of a Map Run, if it is known.
    pub(crate) fn execution(&self, map_run: &str) -> Option<Text> {
        self.executions.lock().unwrap_or_else(PoisonError::into_inner).get(map_run).cloned()
    }

    /// Remembers the execution of a Map Run. If there are too many, it forgets the others.
    pub(crate) fn remember(&self, map_run: Text, execution: Text) {
        let mut executions = self.executions.lock().unwrap_or_else(PoisonError::into_inner);
        if executions.len() >= MOST {
            executions.clear();
        }
        executions.insert(map_run, execution);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_is_bounded() {
        let index = MapRunIndex::default();
        for number in 0..=MOST {
            index.remember(number.to_string().into(), "e".into());
        }
        assert_eq!(index.execution("0"), None);
        assert_eq!(index.execution(&MOST.to_string()).as_deref(), Some("e"));
    }
}
