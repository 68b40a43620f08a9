//! Keys that appear twice in an object, in any notation.

use std::collections::HashMap;

use super::Member;
use crate::diagnostics::{Code, Diagnostic, Diagnostics};

/// Objects with more keys are searched by hash.
const FEW_KEYS: usize = 8;

/// Reports each key that was there before.
pub(super) fn report(members: &[Member], diagnostics: &mut Diagnostics) {
    if members.len() <= FEW_KEYS {
        for (index, member) in members.iter().enumerate() {
            let first =
                members.iter().take(index).find(|earlier| earlier.key.value == member.key.value);
            report_one(member, first, diagnostics);
        }
        return;
    }
    let mut seen: HashMap<&str, &Member> = HashMap::with_capacity(members.len());
    for member in members {
        let first = *seen.entry(&member.key.value).or_insert(member);
        report_one(member, Some(first).filter(|first| !std::ptr::eq(*first, member)), diagnostics);
    }
}

fn report_one(member: &Member, first: Option<&Member>, diagnostics: &mut Diagnostics) {
    let Some(first) = first else { return };
    diagnostics.push(
        Diagnostic::new(
            Code::DuplicateKey,
            member.key.span,
            format!("the key `{}` appears twice", member.key.value),
        )
        .label("again here")
        .related(first.key.span, "first used here")
        .help("remove or rename one of them: JSON readers keep only one"),
    );
}
