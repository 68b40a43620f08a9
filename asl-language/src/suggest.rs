//! "Did you mean …?": the candidate closest to a name, if one is close enough.

/// Maximum number of candidates, which bounds the work for machines with very many states.
const MOST_CANDIDATES: usize = 20_000;

/// Maximum length of a name: the distance costs the product of the lengths.
const LONGEST: usize = 128;

/// Minimum length of a word that may be the beginning of a longer name.
const SHORTEST_BEGINNING: usize = 4;

/// The candidate closest to `name`; of several, the first. If none is close, the shortest candidate
/// that begins with it. Case, `-`, `_` and spaces are ignored.
///
/// ```
/// use asl_language::suggest::nearest;
///
/// assert_eq!(nearest("Chargecard", ["Ship", "ChargeCard"]), Some("ChargeCard"));
/// assert_eq!(nearest("Timeout", ["TimeoutSeconds", "TimeoutSecondsPath"]), Some("TimeoutSeconds"));
/// assert_eq!(nearest("Refund", ["Ship", "ChargeCard"]), None);
/// ```
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    find_nearest(name, &mut candidates.into_iter())
}

/// Not generic: with a copy for each kind of iterator, rustc compiled this search sixteen times.
fn find_nearest<'c>(name: &str, candidates: &mut dyn Iterator<Item = &'c str>) -> Option<&'c str> {
    if name.len() > LONGEST {
        return None;
    }
    let wanted = folded(name);
    let length = wanted.chars().count();
    let mut closest: Option<(usize, &str)> = None;
    let mut longer: Option<&str> = None;
    let candidates = candidates.take(MOST_CANDIDATES);
    for candidate in candidates.filter(|candidate| candidate.len() <= LONGEST && *candidate != name)
    {
        let compared = folded(candidate);
        if length >= SHORTEST_BEGINNING && compared.starts_with(&wanted) {
            longer = longer.filter(|longer| longer.len() <= candidate.len()).or(Some(candidate));
        }
        let limit =
            closest.map_or_else(|| allowed(length), |(distance, _)| distance.saturating_sub(1));
        // The difference of the lengths is a lower bound of the distance and excludes most
        // candidates.
        if compared.chars().count().abs_diff(length) > limit {
            continue;
        }
        let distance = strsim::osa_distance(&wanted, &compared);
        if distance == 0 {
            return Some(candidate);
        }
        if distance <= limit {
            closest = Some((distance, candidate));
        }
    }
    closest.map(|(_, candidate)| candidate).or(longer)
}

/// Maximum distance for a word of this length: a third of it, as in rustc, but at most four.
fn allowed(length: usize) -> usize {
    (length / 3).min(4)
}

fn folded(name: &str) -> String {
    name.chars()
        .filter(|character| !matches!(character, ' ' | '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_recognised_and_other_words_are_not() {
        let fields = ["Next", "End", "Type", "ResultPath", "InputPath", "OutputPath", "Resource"];
        for (written, meant) in [
            ("next", Some("Next")),
            ("Nxt", Some("Next")),
            ("ResultPth", Some("ResultPath")),
            ("result_path", Some("ResultPath")),
            ("Input Path", Some("InputPath")),
            ("Resuorce", Some("Resource")),
            ("Ned", Some("End")),
            ("Banana", None),
            ("X", None),
            ("ED", None),
            ("Resu", Some("ResultPath")),
            ("Pat", None),
            ("", None),
        ] {
            assert_eq!(nearest(written, fields), meant, "{written}");
        }
    }

    #[test]
    fn the_name_itself_is_no_suggestion() {
        assert_eq!(nearest("Next", ["Next"]), None);
    }

    #[test]
    fn very_long_names_and_very_many_candidates_cost_little() {
        let long = "x".repeat(1 << 20);
        assert_eq!(nearest(&long, [long.as_str()]), None);
        let many: Vec<String> = (0..100_000).map(|n| format!("State{n:06}")).collect();
        assert_eq!(nearest("State00000x", many.iter().map(String::as_str)), Some("State000000"));
    }
}
