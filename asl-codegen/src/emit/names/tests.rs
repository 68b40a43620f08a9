use super::*;

fn named(names: &[&str]) -> Vec<String> {
    distinct(
        names
            .iter()
            .enumerate()
            .map(|(at, name)| Words::of(name).or(&format!("state {}", at + 1)))
            .collect(),
    )
    .iter()
    .map(|words| format!("{} {}", words.snake(), words.camel()))
    .collect()
}

#[test]
fn names_are_cut_where_a_reader_would() {
    let cases = [
        ("Charge card", "charge_card ChargeCard"),
        ("HTTPServer", "http_server HttpServer"),
        ("chargeCard", "charge_card ChargeCard"),
        ("B0S1", "b0s1 B0s1"),
        ("S3Bucket", "s3_bucket S3Bucket"),
        ("UInt32Value", "u_int32_value UInt32Value"),
        ("wait_ten_seconds", "wait_ten_seconds WaitTenSeconds"),
        ("  --x--  ", "x X"),
        ("3DS", "state_3ds State3ds"),
    ];
    for (name, expected) in cases {
        assert_eq!(named(&[name]), [expected], "{name}");
    }
}

#[test]
fn names_without_a_letter_are_numbered_by_place() {
    assert_eq!(
        named(&["é", "日本", "\u{1f600}", ""]),
        ["state_1 State1", "state_2 State2", "state_3 State3", "state_4 State4"]
    );
}

#[test]
fn equal_names_are_numbered_in_order_and_never_take_another_name() {
    assert_eq!(
        named(&["A b", "a_b", "aB", "a b 2", "A B 3"]),
        ["a_b AB", "a_b_4 AB4", "a_b_5 AB5", "a_b_2 AB2", "a_b_3 AB3"]
    );
    // They differ in snake case and are equal in camel case.
    assert_eq!(named(&["a1 2", "a12"]), ["a1_2 A12", "a12_2 A122"]);
}

#[test]
fn ten_thousand_equal_names_stay_distinct() {
    let names = vec!["x"; 10_000];
    let distinct: HashSet<String> = named(&names).into_iter().collect();
    assert_eq!(distinct.len(), names.len());
}

#[test]
fn keywords_get_an_underscore() {
    for keyword in KEYWORDS {
        assert_eq!(legal(keyword), format!("{keyword}_"));
    }
}

#[test]
fn no_error_has_the_variant_of_others() {
    let variants = |errors: &[&str]| {
        error_variants(errors).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        variants(&["OutOfStock", "Error", "other", "Order.NoSuch", "order noSuch", "self", "9"]),
        ["OutOfStock", "Error", "Other2", "OrderNoSuch", "OrderNoSuch2", "Self_", "Error9"]
    );
}
