//! One finding for one slip: failures that follow from a finding within their place are left out,
//! and a name that is misspelt several times is reported once.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Bound;

use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, Severity};
use asl_source::span::Span;

/// Maximum number of further places that a finding lists.
const MOST_PLACES: usize = 3;

/// Leaves out what follows from other findings.
pub(super) fn keep(diagnostics: &mut Diagnostics) {
    let causes = Causes::new(diagnostics);
    let cause_of = |finding: &Diagnostic| causes.within(finding.span).filter(|_| fails(finding));
    // A variable without a value is no failure, but an expression that is undefined for it is one.
    let failing: HashSet<Span> = diagnostics.iter().filter_map(cause_of).collect();
    diagnostics.update(|mut finding| {
        if cause_of(&finding).is_some() {
            return None;
        }
        finding.is_certain |= is_cause(&finding) && failing.contains(&finding.span);
        Some(finding)
    });
    join_names(diagnostics);
}

/// The places of the findings that others follow from.
struct Causes {
    places: BTreeSet<Span>,
}

impl Causes {
    fn new(diagnostics: &Diagnostics) -> Self {
        let causes = diagnostics.iter().filter(|finding| is_cause(finding));
        Self { places: causes.map(|finding| finding.span).collect() }
    }

    /// The first cause in a place, without the place itself.
    fn within(&self, place: Span) -> Option<Span> {
        let begin = Span { end: place.start, ..place };
        let behind = self.places.range((Bound::Included(begin), Bound::Unbounded));
        let inner = behind.take_while(|span| span.file == place.file && span.start < place.end);
        inner.copied().find(|span| *span != place && span.end <= place.end)
    }
}

/// True for a finding that other failures follow from.
fn is_cause(finding: &Diagnostic) -> bool {
    fails(finding)
        || matches!(
            finding.code,
            Code::UndefinedVariable | Code::UnknownContextMember | Code::JsonataNeverFound
        )
}

/// True for a certain failure.
fn fails(finding: &Diagnostic) -> bool {
    let never_works = matches!(
        finding.code,
        Code::NeverFound | Code::NeverFits | Code::NeverAnArray | Code::NeverThisType
    );
    finding.is_certain || never_works || is_error_of_jsonata(finding)
}

/// True for an expression of JSONata that certainly fails: an error under the specification.
fn is_error_of_jsonata(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Error
        && matches!(
            finding.code,
            Code::JsonataUnknownFunction
                | Code::JsonataArity
                | Code::JsonataArgument
                | Code::JsonataOperand
                | Code::JsonataPicture
        )
}

/// Makes one finding of those about the same name.
fn join_names(diagnostics: &mut Diagnostics) {
    // The places of each name, and whether one of its findings is certain.
    let mut names: HashMap<String, (Vec<Span>, bool)> = HashMap::new();
    for finding in diagnostics.iter().filter(|finding| is_about_a_name(finding)) {
        let (places, is_certain) = names.entry(key(finding)).or_default();
        places.push(finding.span);
        *is_certain |= finding.is_certain;
    }
    diagnostics.update(|mut finding| {
        if !is_about_a_name(&finding) {
            return Some(finding);
        }
        let (places, is_certain) = names.get(&key(&finding))?;
        if places.first() != Some(&finding.span) {
            return None;
        }
        finding.is_certain |= is_certain;
        let others = places.iter().skip(1).take(MOST_PLACES);
        Some(others.fold(finding, |finding, span| finding.related(*span, "and here")))
    });
}

fn is_about_a_name(finding: &Diagnostic) -> bool {
    matches!(
        finding.code,
        Code::UndefinedVariable | Code::NeverAssigned | Code::UnknownContextMember
    )
}

/// The text that findings about the same name have in common.
fn key(finding: &Diagnostic) -> String {
    let label = finding.label.as_deref().unwrap_or_default();
    format!("{}\n{}\n{label}", finding.code.id(), finding.title)
}
