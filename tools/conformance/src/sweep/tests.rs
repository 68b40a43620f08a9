//! Parts, and what is taken for a fault.

use super::*;

#[test]
fn parts_are_disjoint_and_together_all() {
    let part = |text: &str| {
        let part = read_part(text).ok()?;
        Some(Selection::new(&Arguments { part: Some(part), only: None }))
    };
    let parts: Vec<Selection> =
        ["1/3", "2/3", "3/3"].iter().filter_map(|text| part(text)).collect();
    assert_eq!(parts.len(), 3);
    for number in 0..100 {
        let id = format!("case-{number}");
        assert_eq!(parts.iter().filter(|part| part.takes(&id)).count(), 1, "{id}");
    }
    for text in ["0/3", "4/3", "3", "1/0", "x/2"] {
        assert!(read_part(text).is_err(), "{text}");
    }
}

#[test]
fn only_takes_the_cases_whose_ids_contain_it() {
    let selection = Selection::new(&Arguments { only: Some("path-1".to_owned()), part: None });
    assert!(selection.takes("aws-path-12"));
    assert!(!selection.takes("aws-path-2"));
}
