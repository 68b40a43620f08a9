//! `${Name}` in texts, as SAM, the CDK and Terraform write it.

/// A placeholder in a text: from `$` up to and including `}`.
#[derive(Debug)]
pub(crate) struct Placeholder<'t> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) name: &'t str,
}

/// The first placeholder at or after an offset. Braces without a name (`${!Literal}`, shell text)
/// are none.
pub(crate) fn next_placeholder(text: &str, from: usize) -> Option<Placeholder<'_>> {
    let mut from = from;
    loop {
        let start = from + text.get(from..)?.find("${")?;
        let behind = text.get(start + 2..)?;
        let length = behind
            .find(|c: char| !c.is_ascii_alphanumeric() && !"_.:-".contains(c))
            .unwrap_or(behind.len());
        let (name, rest) = behind.split_at(length);
        if !name.is_empty() && rest.starts_with('}') {
            return Some(Placeholder { start, end: start + length + 3, name });
        }
        from = start + 2;
    }
}
