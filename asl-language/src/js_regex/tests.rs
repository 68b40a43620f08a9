use super::*;

fn body(pattern: &str) -> Node {
    parse(pattern, Dialect::JavaScript).unwrap_or_else(|fault| panic!("{pattern}: {fault:?}")).body
}

fn fault(pattern: &str) -> (usize, &'static str) {
    let fault = parse(pattern, Dialect::JavaScript).unwrap_err();
    (fault.at, fault.message)
}

fn characters(text: &str) -> Vec<Node> {
    text.chars().map(Node::Character).collect()
}

#[test]
fn a_pattern_becomes_a_tree() {
    let Node::Sequence(parts) = body("^a|b$") else {
        let Node::Alternatives(alternatives) = body("^a|b$") else { panic!("no alternatives") };
        assert_eq!(alternatives[0], Node::Sequence(vec![Node::Start, Node::Character('a')]));
        assert_eq!(alternatives[1], Node::Sequence(vec![Node::Character('b'), Node::End]));
        return;
    };
    panic!("{parts:?}");
}

#[test]
fn a_quantifier_knows_the_groups_that_it_repeats() {
    let Node::Sequence(parts) = body("(x)((a)|b){2,3}?") else { panic!("no sequence") };
    let Node::Repeat(repeat) = &parts[1] else { panic!("no repeat") };
    assert_eq!((repeat.least, repeat.most, repeat.lazy), (2, Some(3), true));
    assert_eq!(repeat.groups, 2..4);
    assert_eq!(parse("(x)((a)|b){2,3}?", Dialect::JavaScript).unwrap().groups, 3);
}

#[test]
fn braces_that_are_no_quantifier_are_characters() {
    assert_eq!(body("a{,2}"), Node::Sequence(characters("a{,2}")));
    assert_eq!(body("}]"), Node::Sequence(characters("}]")));
    assert_eq!(parse("(?:^)*(?=a)*", Dialect::JavaScript).map(|pattern| pattern.groups), Ok(0));
    assert_eq!(fault("a|{2}"), (2, "Nothing to repeat"));
}

#[test]
fn escapes_are_characters_classes_or_references() {
    assert_eq!(body(r"\n\x41\u0042\cA\.\/"), Node::Sequence(characters("\nAB\u{1}./")));
    assert_eq!(body(r"\ud83d\ude00"), Node::Character('\u{1f600}'));
    // What looks like a reference is an octal number where there is no such group.
    assert_eq!(body(r"\101"), Node::Character('A'));
    assert_eq!(body(r"\8"), Node::Character('8'));
    let Node::Sequence(parts) = body(r"(?<x>a)\1\k<x>") else { panic!("no sequence") };
    assert_eq!(parts[1..], [Node::BackReference(1), Node::BackReference(1)]);
    assert_eq!(body(r"\k<x>"), Node::Sequence(characters("k<x>")));
    assert_eq!(body(r"\c1"), Node::Sequence(characters(r"\c1")));
}

#[test]
fn classes_have_ranges() {
    let Node::Class(class) = body(r"[^a-c\d\-x]") else { panic!("no class") };
    assert!(class.negated);
    let listed: String = (' '..='~').filter(|letter| class.lists(*letter)).collect();
    assert_eq!(listed, "-0123456789abcx");
    let Node::Class(class) = body(r"[\D]") else { panic!("no class") };
    assert!(class.lists('a') && !class.lists('5'));
    let Node::Class(class) = body(r"[\w-.]") else { panic!("no class") };
    assert!(class.lists('-') && class.lists('.') && class.lists('_'));
}

#[test]
fn mistakes_have_the_sentences_of_v8() {
    let cases = [
        ("(a", 0, "Unterminated group"),
        ("a)", 1, "Unmatched ')'"),
        ("*a", 0, "Nothing to repeat"),
        ("a**", 2, "Nothing to repeat"),
        ("^*", 1, "Nothing to repeat"),
        ("(?<=a)*", 6, "Nothing to repeat"),
        ("[a", 1, "Unterminated character class"),
        ("[b-a]", 1, "Range out of order in character class"),
        ("a{2,1}", 0, "numbers out of order in {} quantifier"),
        ("\\", 1, "\\ at end of pattern"),
        ("(?x)", 0, "Invalid group"),
        ("(?<1>a)", 0, "Invalid capture group name"),
        (r"(?<a>a)\k<b>", 9, "Invalid named capture referenced"),
        ("(?<a>a)(?<a>b)", 0, "Duplicate capture group name"),
    ];
    for (pattern, at, message) in cases {
        assert_eq!(fault(pattern), (at, message), "{pattern}");
    }
}

#[test]
fn hostile_patterns_are_refused() {
    assert_eq!(fault(&"(".repeat(10_000)).1, "Regular expression too large");
    assert_eq!(fault(&"a".repeat(MOST_BYTES + 1)).1, "Regular expression too large");
}

#[test]
fn step_functions_takes_blanks_of_ascii_alone() {
    for (pattern, is_blank) in [("\\s", true), ("[\\s]", true), ("\\S", false), ("[^\\S]", true)] {
        for (dialect, has_all) in [(Dialect::JavaScript, true), (Dialect::StepFunctions, false)] {
            let Node::Class(class) = parse(pattern, dialect).unwrap().body else { panic!() };
            let has = |character| class.lists(character) != class.negated;
            assert_eq!(has('\t'), is_blank, "{pattern}");
            assert_eq!(has('\u{a0}') == is_blank, has_all, "{pattern}");
        }
    }
}
