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
    ($module:ident, $as_deref:ident $(, $mut:tt)?) => {
        mod $module {
            use super::*;

            /// Visits the filters right within this one, those in patterns included.
            pub(in crate) fn parts<'f>(
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
                        visit_all(Role::Around, filters.into_iter().rev(), visit);
                    }
                    Kind::Call(_, filters) => visit_all(Role::Around, filters, visit),
                    Kind::Field(target, _)
                    | Kind::Iterate(target)
                    | Kind::Negate(target)
                    | Kind::Label(_, target) => visit(Role::Around, target),
                    Kind::Pipe(first, second)
                    | Kind::And(first, second)
                    | Kind::Or(first, second)
                    | Kind::Index(second, first)
                    | Kind::Arithmetic(_, second, first)
                    | Kind::Compare(_, second, first) => both(Role::Around, first, second, visit),
                    Kind::Comma(left, right)
                    | Kind::Alternative(left, right) => both(Role::Beside, left, right, visit),
                    Kind::Slice(target, from, to) => {
                        optional_part(Role::Around, from.$as_deref(), visit);
                        optional_part(Role::Around, to.$as_deref(), visit);
                        visit(Role::Around, target);
                    }
                    Kind::Try(body, handler) => {
                        visit(Role::Beside, body);
                        optional_part(Role::Beside, handler.$as_deref(), visit);
                    }
                    Kind::Assign(Assignment::Update, path, value) => {
                        both(Role::Within, path, value, visit);
                    }
                    Kind::Assign(_, path, value) => {
                        visit(Role::Around, value);
                        visit(Role::Within, path);
                    }
                    Kind::If(branches, otherwise) => {
                        pairs(branches, Role::Beside, visit);
                        optional_part(Role::Beside, otherwise.$as_deref(), visit);
                    }
                    Kind::Reduce(each) => loop_parts(each, Role::Within, visit),
                    Kind::Foreach(each, extract) => {
                        loop_parts(each, Role::Around, visit);
                        optional_part(Role::Around, extract.$as_deref(), visit);
                    }
                    Kind::Bind { source, patterns, body } => {
                        bind_parts(source, patterns, body, visit);
                    }
                    Kind::Object(entries) => pairs(entries, Role::Around, visit),
                    Kind::Array(Some(items)) => visit(Role::Within, items),
                }
            }

            fn bind_parts<'f>(
                source: &'f $($mut)? Filter,
                patterns: &'f $($mut)? [Pattern],
                body: &'f $($mut)? Filter,
                visit: &mut dyn FnMut(Role, &'f $($mut)? Filter),
            ) {
                visit(Role::Around, source);
                for pattern in patterns {
                    pattern_parts(pattern, Role::Around, visit);
                }
                visit(Role::Around, body);
            }

            fn both<'f>(
                role: Role,
                first: &'f $($mut)? Filter,
                second: &'f $($mut)? Filter,
                visit: &mut dyn FnMut(Role, &'f $($mut)? Filter),
            ) {
                visit(role, first);
                visit(role, second);
            }

            /// Of branches the conditions and ways, of an object the keys and values.
            fn pairs<'f>(
                pairs: &'f $($mut)? [(Filter, Filter)],
                second: Role,
                visit: &mut dyn FnMut(Role, &'f $($mut)? Filter),
            ) {
                for (first, other) in pairs {
                    visit(Role::Around, first);
                    visit(second, other);
                }
            }

            fn optional_part<'f>(
                role: Role,
                part: Option<&'f $($mut)? Filter>,
                visit: &mut dyn FnMut(Role, &'f $($mut)? Filter),
            ) {
                if let Some(part) = part {
                    visit(role, part);
                }
            }

            fn loop_parts<'f>(
                each: &'f $($mut)? Loop,
                role: Role,
                visit: &mut dyn FnMut(Role, &'f $($mut)? Filter),
            ) {
                let Loop { source, patterns, init, update } = each;
                visit(Role::Around, init);
                visit(role, source);
                for pattern in patterns {
                    pattern_parts(pattern, role, visit);
                }
                visit(role, update);
            }

            fn pattern_parts<'f>(
                pattern: &'f $($mut)? Pattern,
                role: Role,
                visit: &mut dyn FnMut(Role, &'f $($mut)? Filter),
            ) {
                match pattern {
                    Pattern::Variable(_) => {}
                    Pattern::Array(items) => {
                        for item in items {
                            pattern_parts(item, role, visit);
                        }
                    }
                    Pattern::Object(entries) => {
                        for (key, _, value) in entries {
                            visit(role, key);
                            if let Some(value) = value {
                                pattern_parts(value, role, visit);
                            }
                        }
                    }
                }
            }
        }
    };
}

walk!(shared, as_deref);
walk!(exclusive, as_deref_mut, mut);
pub(super) use exclusive::parts as parts_mut;
pub(super) use shared::parts;

fn visit_all<F>(role: Role, filters: impl IntoIterator<Item = F>, visit: &mut dyn FnMut(Role, F)) {
    for filter in filters {
        visit(role, filter);
    }
}

/// Visits the filters right within this one.
pub(super) fn children<'f>(filter: &'f Filter, visit: &mut dyn FnMut(&'f Filter)) {
    parts(&filter.kind, &mut |_, part| visit(part));
}

/// The filters between commas.
pub(super) fn commas(filter: &Filter) -> Vec<&Filter> {
    let Kind::Comma(left, right) = &filter.kind else { return vec![filter] };
    let mut each = commas(left);
    each.extend(commas(right));
    each
}
