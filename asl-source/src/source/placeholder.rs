//! `${Name}` in texts, as SAM, the CDK and Terraform write it; also `${jsonencode(Name)}`.

/// A placeholder in a text: from `$` up to and including `}`.
#[derive(Debug)]
pub struct Placeholder<'t> {
    pub start: usize,
    pub end: usize,
    pub name: &'t str,
}

/// The first placeholder at or after an offset. Braces without a name (`${!Literal}`, shell text)
/// are none.
pub fn next_placeholder(text: &str, from: usize) -> Option<Placeholder<'_>> {
    let mut from = from;
    loop {
        let start = from + text.get(from..)?.find("${")?;
        let behind = text.get(start + 2..)?;
        let found = encoded(behind).unwrap_or_else(|| name_of(behind));
        if let (name, Some(rest)) = (found.0, found.1.strip_prefix('}'))
            && !name.is_empty()
        {
            return Some(Placeholder { start, end: text.len() - rest.len(), name });
        }
        from = start + 2;
    }
}

/// A name, and the text behind it.
fn name_of(text: &str) -> (&str, &str) {
    let is_end = |letter: char| !letter.is_ascii_alphanumeric() && !"_.:-".contains(letter);
    text.split_at(text.find(is_end).unwrap_or(text.len()))
}

/// The name in `jsonencode(name)`, and the text behind it.
fn encoded(text: &str) -> Option<(&str, &str)> {
    let argument = text.trim_start().strip_prefix("jsonencode")?.trim_start().strip_prefix('(')?;
    let (name, rest) = name_of(argument.trim_start());
    Some((name, rest.trim_start().strip_prefix(')')?.trim_start()))
}
