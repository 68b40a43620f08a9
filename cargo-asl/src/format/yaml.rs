//! The layout of YAML, as far as it cannot change the content: no white space at the ends of lines,
//! one of several empty lines, none at the beginning and the end, and line feeds at the ends of
//! lines. Comments, indentation, quotation marks and texts of several lines remain.
//!
//! Formatters of YAML that print a syntax tree rewrite quotation marks, which are kept here.

use asl_codegen::source::{Json, Node};

/// The text of a tree that was read from `text`.
pub(super) fn format(tree: &Node, text: &str) -> String {
    let kept = Kept::new(tree, text);
    let mut lines = String::with_capacity(text.len());
    let mut start = 0;
    let mut empty = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let content = line.strip_suffix('\n').map_or(line, |line| line.trim_end_matches('\r'));
        if kept.has(start, end) {
            lines.extend(std::iter::repeat_n('\n', std::mem::take(&mut empty)));
            lines.push_str(content);
            lines.push_str(if line.ends_with('\n') { "\n" } else { "" });
        } else if content.trim_end().is_empty() {
            // At most one, and none before the first line.
            empty = usize::from(!lines.is_empty());
        } else {
            lines.extend(std::iter::repeat_n('\n', std::mem::take(&mut empty)));
            lines.push_str(content.trim_end());
            lines.push('\n');
        }
        start = end;
    }
    lines
}

/// Parts of the text with strings of several lines, in order and apart from each other. Their
/// spaces and empty lines are content.
struct Kept(Vec<(usize, usize)>);

impl Kept {
    fn new(tree: &Node, text: &str) -> Self {
        let mut spans = Vec::new();
        collect(tree, &mut spans);
        spans.sort_unstable();
        let mut kept: Vec<(usize, usize)> = Vec::new();
        for (index, &(start, end)) in spans.iter().enumerate() {
            let content = text.get(start..end).unwrap_or_default();
            if content.contains('\n') || content.starts_with(['|', '>']) {
                // Empty lines at the end of a block may belong to it.
                let next = spans.get(index + 1).map_or(text.len(), |&(next, _)| next);
                let end = next.max(end);
                match kept.last_mut().filter(|last| start <= last.1) {
                    Some(last) => last.1 = last.1.max(end),
                    None => kept.push((start, end)),
                }
            }
        }
        Self(kept)
    }

    /// True if a line is one of several of a string, or follows one.
    fn has(&self, start: usize, end: usize) -> bool {
        let behind = self.0.partition_point(|&(first, _)| first < end);
        let last = behind.checked_sub(1).and_then(|index| self.0.get(index));
        last.is_some_and(|&(_, last)| start < last)
    }
}

/// The places of keys and scalars.
fn collect(node: &Node, spans: &mut Vec<(usize, usize)>) {
    match &node.value {
        Json::Array(items) => items.iter().for_each(|item| collect(item, spans)),
        Json::Object(members) => {
            for member in members {
                spans.push((member.key.span.start as usize, member.key.span.end as usize));
                collect(&member.value, spans);
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {
            spans.push((node.span.start as usize, node.span.end as usize));
        }
    }
}
