//! The differences between two values, by path.

use std::fmt::Write as _;

use asl_value::value::{Object, Value};

use super::account::cut;

/// Maximum number of differences shown.
const MOST: usize = 20;
/// Maximum bytes of a value in a line.
const LONGEST: usize = 100;
/// Characters shown before the first difference of two long texts.
const BEFORE: usize = 20;
/// Maximum lines of a value that is shown as a whole.
const MOST_LINES: usize = 24;

/// The differences, one in a line: `$.items[2].price: expected 10, found 12`. Then both values, if
/// they are short.
#[cfg_attr(not(feature = "runner"), expect(unreachable_pub, reason = "the runner exports it"))]
pub fn difference(expected: &Value, found: &Value) -> String {
    let mut differences = Differences { lines: Vec::new(), count: 0 };
    differences.compare("$", expected, found);
    let Differences { lines, count } = differences;
    // Writing to a string cannot fail.
    let mut text = String::new();
    for line in &lines {
        let _ = write!(text, "\n  {line}");
    }
    if count > lines.len() {
        let _ = write!(text, "\n  … and {} more", count - lines.len());
    }
    if is_container(expected) || is_container(found) {
        for (name, value) in [("expected", expected), ("found", found)] {
            let pretty = format!("{value:#}");
            if pretty.lines().count() <= MOST_LINES && pretty.len() <= MOST_LINES * LONGEST {
                let _ = write!(text, "\n{name}\n  {}", pretty.replace('\n', "\n  "));
            }
        }
    }
    text
}

fn is_container(value: &Value) -> bool {
    matches!(value, Value::Object(_) | Value::Array(_))
}

struct Differences {
    lines: Vec<String>,
    /// Number of all differences.
    count: usize,
}

impl Differences {
    fn add(&mut self, line: impl FnOnce() -> String) {
        self.count += 1;
        if self.lines.len() < MOST {
            self.lines.push(line());
        }
    }

    fn compare(&mut self, path: &str, expected: &Value, found: &Value) {
        match (expected, found) {
            (expected, found) if expected == found => {}
            (Value::Object(left), Value::Object(right)) => self.objects(path, left, right),
            (Value::Array(left), Value::Array(right)) => {
                self.arrays(path, left.as_slice(), right.as_slice());
            }
            (Value::String(left), Value::String(right)) => {
                self.add(|| texts(path, left, right));
            }
            (_, _) => {
                let line =
                    || format!("{path}: expected {}, found {}", short(expected), short(found));
                self.add(line);
            }
        }
    }

    fn objects(&mut self, path: &str, expected: &Object, found: &Object) {
        for (key, value) in expected.iter() {
            let path = member(path, key);
            match found.get(key) {
                Some(other) => self.compare(&path, value, other),
                None => self.missing(&path, value),
            }
        }
        for (key, value) in found.iter().filter(|(key, _)| !expected.contains_key(key)) {
            self.extra(&member(path, key), value);
        }
    }

    /// Compares items by index. Items that one side has more are those after the equal beginnings
    /// and before the equal ends.
    fn arrays(&mut self, path: &str, expected: &[Value], found: &[Value]) {
        let same = |(left, right): &(&Value, &Value)| left == right;
        let start = expected.iter().zip(found).take_while(same).count();
        let shorter = expected.len().min(found.len());
        let same_end = || expected.iter().rev().zip(found.iter().rev()).take_while(same).count();
        let end = if expected.len() == found.len() { 0 } else { same_end().min(shorter - start) };
        let inner = |items: usize| start..items - end;
        let (left, right) = (inner(expected.len()), inner(found.len()));
        let item = |at: usize| format!("{path}[{at}]");
        for at in start..left.end.max(right.end) {
            let left = expected.get(at).filter(|_| left.contains(&at));
            let right = found.get(at).filter(|_| right.contains(&at));
            match (left, right) {
                (Some(left), Some(right)) => self.compare(&item(at), left, right),
                (Some(left), None) => self.missing(&item(at), left),
                (None, Some(right)) => self.extra(&item(at), right),
                (None, None) => {}
            }
        }
    }

    fn missing(&mut self, path: &str, value: &Value) {
        self.add(|| format!("{path}: missing, expected {}", short(value)));
    }

    fn extra(&mut self, path: &str, value: &Value) {
        self.add(|| format!("{path}: not expected, found {}", short(value)));
    }
}

/// The path of a member, as in JSONPath.
fn member(path: &str, key: &str) -> String {
    let is_word = |key: &str| {
        key.starts_with(|first: char| first.is_alphabetic() || first == '_')
            && key.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
    };
    if is_word(key) { format!("{path}.{key}") } else { format!("{path}[{}]", Value::text(key)) }
}

/// Two texts that differ. Long ones are shown from shortly before their first difference.
fn texts(path: &str, expected: &str, found: &str) -> String {
    let same = expected.chars().zip(found.chars()).take_while(|(left, right)| left == right);
    let at = same.count();
    if expected.len().max(found.len()) <= LONGEST || at <= BEFORE {
        let [expected, found] = [expected, found].map(|text| short(&Value::text(text)));
        return format!("{path}: expected {expected}, found {found}");
    }
    let [expected, found] = [expected, found].map(|text| {
        let part: String = text.chars().skip(at - BEFORE).collect();
        format!("…{}", short(&Value::text(part)))
    });
    format!("{path}: differs at character {}: expected {expected}, found {found}", at + 1)
}

fn short(value: &Value) -> String {
    cut(value, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::difference;
    use asl_value::json;
    use asl_value::value::Value;

    /// The lines before the values.
    fn lines(expected: &Value, found: &Value) -> String {
        let text = difference(expected, found);
        text.split("\nexpected\n").next().unwrap_or_default().to_owned()
    }

    #[test]
    fn each_difference_has_its_path() {
        let expected = json!({"items": [{"price": 1}, {"price": 2}, {"price": 10, "name": "x"}], "a b": [1], "id": 7, "to": null});
        let found = json!({"items": [{"price": 1}, {"price": 2}, {"price": 12, "new": []}], "a b": {}, "id": "7"});
        let expected_lines = r#"
  $.items[2].price: expected 10, found 12
  $.items[2].name: missing, expected "x"
  $.items[2].new: not expected, found []
  $["a b"]: expected [1], found {}
  $.id: expected 7, found "7"
  $.to: missing, expected null"#;
        assert_eq!(lines(&expected, &found), expected_lines);
        assert_eq!(difference(&json!(1), &json!("1")), "\n  $: expected 1, found \"1\"");
    }

    #[test]
    fn an_item_more_or_less_is_one_difference() {
        let (four, five) = (json!([0, 1, 3, 4]), json!([0, 1, 2, 3, 4]));
        assert_eq!(lines(&four, &five), "\n  $[2]: not expected, found 2");
        assert_eq!(lines(&five, &four), "\n  $[2]: missing, expected 2");
        assert_eq!(lines(&json!([]), &json!([1])), "\n  $[0]: not expected, found 1");
        let twice = lines(&json!([1, 1]), &json!([1, 1, 1]));
        assert_eq!(twice, "\n  $[2]: not expected, found 1");
        let other = lines(&json!([1, 2, 3, 9]), &json!([1, 5, 9]));
        assert_eq!(other, "\n  $[1]: expected 2, found 5\n  $[2]: missing, expected 3");
    }

    #[test]
    fn both_values_follow_if_they_are_short() {
        let text = difference(&json!({"a": [1]}), &json!({"a": []}));
        let expected = "
  $.a[0]: missing, expected 1
expected
  {
    \"a\": [
      1
    ]
  }
found
  {
    \"a\": []
  }";
        assert_eq!(text, expected);
    }

    #[test]
    fn long_differences_are_cut() {
        let numbers = |start: i64| Value::array((start..start + 500).map(Value::from).collect());
        let text = difference(&numbers(0), &numbers(1_000));
        assert_eq!(text.lines().count(), 22, "{text}");
        assert!(text.ends_with("\n  $[19]: expected 19, found 1019\n  … and 480 more"), "{text}");
        let long = |end: &str| Value::text(format!("{}{end}", "äöü".repeat(1_000)));
        assert_eq!(
            difference(&long("one"), &long("two")),
            "\n  $: differs at character 3001: expected …\"öüäöüäöüäöüäöüäöüäöüone\", found …\"öüäöüäöüäöüäöüäöüäöütwo\""
        );
        let wide = difference(&json!(1), &long(""));
        assert!(wide.len() < 200, "{wide}");
    }
}
