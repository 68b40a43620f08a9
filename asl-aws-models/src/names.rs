//! The spelling of names by AWS's SDK for Java, which Step Functions follows.

use std::borrow::Cow;

/// The name of a member as its getter in Java has it: `dbInstanceIdentifier`, `multiAZ`, `acl`. The
/// capital letters at the beginning become small, but for one that begins a word.
fn uncapitalized(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let is_upper = |index: usize| letters.get(index).is_some_and(char::is_ascii_uppercase);
    let is_lower = |index: usize| letters.get(index).is_some_and(char::is_ascii_lowercase);
    let mut small = 1;
    while is_upper(small) && !is_lower(small + 1) {
        small += 1;
    }
    let begin = letters.iter().take(small).map(char::to_ascii_lowercase);
    begin.chain(letters.iter().skip(small).copied()).collect()
}

/// A name with a capital first letter.
pub(crate) fn capitalized(name: &str) -> Cow<'_, str> {
    if !name.starts_with(|first: char| first.is_ascii_lowercase()) {
        return Cow::Borrowed(name);
    }
    let mut text = name.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    Cow::Owned(text)
}

/// A name with a small first letter.
pub(crate) fn small(name: &str) -> String {
    let mut text = name.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    text
}

/// A member's name in calls through the SDK: `DbInstanceIdentifier`, `Acl`, `MultiAZ`.
pub(crate) fn sdk_member(name: &str) -> Cow<'_, str> {
    // A method `equals` has a meaning of its own in Java.
    if name.eq_ignore_ascii_case("equals") {
        return Cow::Borrowed("EqualsValue");
    }
    Cow::Owned(capitalized(&uncapitalized(name)).into_owned())
}

/// The action of an operation: `putItem`, `describeDBInstances`.
pub(crate) fn action(operation: &str) -> String {
    uncapitalized(operation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_spelt_as_in_java() {
        let pairs = [
            ("DBInstanceIdentifier", "DbInstanceIdentifier"),
            ("ACL", "Acl"),
            ("BOOL", "Bool"),
            ("SS", "Ss"),
            ("MultiAZ", "MultiAZ"),
            ("ETag", "ETag"),
            ("SSEKMSKeyId", "SsekmsKeyId"),
            ("apiId", "ApiId"),
            ("S", "S"),
            ("equals", "EqualsValue"),
        ];
        for (name, written) in pairs {
            assert_eq!(sdk_member(name), written);
        }
    }

    #[test]
    fn actions_begin_with_a_small_letter() {
        assert_eq!(action("DescribeDBInstances"), "describeDBInstances");
        assert_eq!(action("PutItem"), "putItem");
    }
}
