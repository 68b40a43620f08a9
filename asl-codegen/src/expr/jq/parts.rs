//! The filters right within another one, in the order in which their code nests: the outermost loop
//! first. Every walk over a program goes through here.

use super::syntax::{Assignment, Callee, Filter, Kind, Loop, Pattern};

/// The place of a part's code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// Around the parts after it, and around the code that takes the outputs of the whole.
    Around,
    /// Around the parts after it.
    Within,
    /// Around nothing.
    Beside,
}

/// The walk, for shared and for exclusive references: the code is the same but for `mut`.
macro_rules! walk {
    ($parts:ident, $loop_parts:ident, $pattern_parts:ident $(, $mut:tt)?) => {
        /// Visits the filters right within this one, those in patterns included.
        pub(super) fn $parts<'f>(
            kind: &'f $($mut)? Kind,
            visit: &mut dyn FnMut(Role, &'f $($mut)? Filter),
        ) {
            match kind {
                Kind::Identity
                | Kind::RecurseDefault
                | Kind::Literal(_)
                | Kind::Format(_)
                | Kind::Break(_)
                | Kind::Variable(_)
                | Kind::Array(None) => {}
                Kind::Interpolated { filters, .. } | Kind::Call(Callee::Native(_), filters) => {
                    filters.into_iter().rev().for_each(|filter| visit(Role::Around, filter));
                }
                Kind::Call(_, filters) => {
                    filters.into_iter().for_each(|filter| visit(Role::Around, filter));
                }
                Kind::Field(target, _)
                | Kind::Iterate(target)
                | Kind::Negate(target)
                | Kind::Label(_, target) => visit(Role::Around, target),
                Kind::Pipe(first, second)
                | Kind::And(first, second)
                | Kind::Or(first, second)
                | Kind::Index(second, first)
                | Kind::Arithmetic(_, second, first)
                | Kind::Compare(_, second, first) => {
                    visit(Role::Around, first);
                    visit(Role::Around, second);
                }
                Kind::Comma(left, right) | Kind::Alternative(left, right) => {
                    visit(Role::Beside, left);
                    visit(Role::Beside, right);
                }
                Kind::Slice(target, from, to) => {
                    from.into_iter().chain(to).for_each(|bound| visit(Role::Around, bound));
                    visit(Role::Around, target);
                }
                Kind::Try(body, handler) => {
                    visit(Role::Beside, body);
                    handler.into_iter().for_each(|handler| visit(Role::Beside, handler));
                }
                Kind::Assign(Assignment::Update, path, value) => {
                    visit(Role::Within, path);
                    visit(Role::Within, value);
                }
                Kind::Assign(
                    Assignment::Set | Assignment::Arithmetic(_) | Assignment::Alternative,
                    path,
                    value,
                ) => {
                    visit(Role::Around, value);
                    visit(Role::Within, path);
                }
                Kind::If(branches, otherwise) => {
                    for (condition, branch) in branches {
                        visit(Role::Around, condition);
                        visit(Role::Beside, branch);
                    }
                    otherwise.into_iter().for_each(|branch| visit(Role::Beside, branch));
                }
                Kind::Reduce(each) => $loop_parts(each, Role::Within, visit),
                Kind::Foreach(each, extract) => {
                    $loop_parts(each, Role::Around, visit);
                    extract.into_iter().for_each(|extract| visit(Role::Around, extract));
                }
                Kind::Bind { source, patterns, body } => {
                    visit(Role::Around, source);
                    for one in patterns {
                        $pattern_parts(one, Role::Around, visit);
                    }
                    visit(Role::Around, body);
                }
                Kind::Object(entries) => {
                    for (key, value) in entries {
                        visit(Role::Around, key);
                        visit(Role::Around, value);
                    }
                }
                Kind::Array(Some(items)) => visit(Role::Within, items),
            }
        }

        fn $loop_parts<'f>(
            each: &'f $($mut)? Loop,
            role: Role,
            visit: &mut dyn FnMut(Role, &'f $($mut)? Filter),
        ) {
            let Loop { source, patterns, init, update } = each;
            visit(Role::Around, init);
            visit(role, source);
            for pattern in patterns {
                $pattern_parts(pattern, role, visit);
            }
            visit(role, update);
        }

        fn $pattern_parts<'f>(
            pattern: &'f $($mut)? Pattern,
            role: Role,
            visit: &mut dyn FnMut(Role, &'f $($mut)? Filter),
        ) {
            match pattern {
                Pattern::Variable(_) => {}
                Pattern::Array(items) => {
                    for item in items {
                        $pattern_parts(item, role, visit);
                    }
                }
                Pattern::Object(entries) => {
                    for (key, _, value) in entries {
                        visit(role, key);
                        if let Some(value) = value {
                            $pattern_parts(value, role, visit);
                        }
                    }
                }
            }
        }
    };
}

walk!(parts, loop_parts, pattern_parts);
walk!(parts_mut, loop_parts_mut, pattern_parts_mut, mut);

/// Visits the filters right within this one.
pub(super) fn children<'f>(filter: &'f Filter, visit: &mut dyn FnMut(&'f Filter)) {
    parts(&filter.kind, &mut |_, part| visit(part));
}
