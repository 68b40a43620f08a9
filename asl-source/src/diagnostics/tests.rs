//! Drawings of findings on texts that are hard to draw.

use super::{Code, Colour, Diagnostic, Diagnostics, picture, report};
use crate::source::Sources;
use crate::span::{FileId, Span};

fn span(text: &str, part: &str) -> Span {
    let start = text.find(part).unwrap();
    let offset = |at: usize| u32::try_from(at).unwrap();
    Span { file: FileId(0), start: offset(start), end: offset(start + part.len()) }
}

fn drawn(text: &str, finding: &Diagnostic) -> String {
    picture(finding, &Sources::from_text("m.json", text), Colour::Never)
}

#[test]
fn a_picture_shows_the_place_other_places_and_help() {
    let text = "{\n  \"Next\": \"Shp\",\n\n\n\n\n  \"Ship\": {}\n}";
    let finding =
        Diagnostic::new(Code::UnknownTarget, span(text, "\"Shp\""), "no state is called `Shp`")
            .label("did you mean `Ship`?")
            .related(span(text, "\"Ship\""), "`Ship` is here")
            .help("write `Ship`");
    let expected = "\
error[ASL0401]: no state is called `Shp`
 --> m.json:2:11
  |
2 |   \"Next\": \"Shp\",
  |           ^^^^^ did you mean `Ship`?
...
7 |   \"Ship\": {}
  |   ------ `Ship` is here
  |
  = help: write `Ship`";
    assert_eq!(drawn(text, &finding), expected);
}

#[test]
fn a_line_of_a_megabyte_is_cut_around_the_place_and_keeps_its_column() {
    let text = format!("[{},\"here\",{},\"there\"]", "1,".repeat(250_000), "2,".repeat(250_000));
    let finding = Diagnostic::new(Code::UnknownTarget, span(&text, "\"here\""), "t")
        .related(span(&text, "\"there\""), "r");
    let drawn = drawn(&text, &finding);
    assert!(drawn.contains("--> m.json:1:500003\n"), "{drawn}");
    assert!(drawn.contains("::: m.json:1:1000011\n"), "{drawn}");
    assert!(drawn.contains("^^^^^^") && drawn.contains("------- r"), "{drawn}");
    assert!(drawn.len() < 2_000, "{}", drawn.len());
}

#[test]
fn a_place_of_many_lines_is_marked_on_its_first() {
    let text = format!("{{\n \"a\": {{{}}}\n}}", "\n".repeat(100_000));
    let place = Span { file: FileId(0), start: 8, end: 100_008 };
    let expected = "\
error[ASL0403]: t
 --> m.json:2:7
  |
2 |  \"a\": {
  |       ^ l";
    assert_eq!(drawn(&text, &Diagnostic::new(Code::NoTransition, place, "t").label("l")), expected);
}

#[test]
fn control_characters_and_odd_places_do_not_break_a_picture() {
    let text = "{\"a\u{1b}[31m\u{0}\u{202e}\t\u{7f}\": \"日本\u{0301}\"}\r\n";
    for start in 0..=text.len() + 3 {
        for end in [start, start + 1, start + 5, text.len() + 9] {
            let offset = |at: usize| u32::try_from(at).unwrap();
            let place = Span { file: FileId(0), start: offset(start), end: offset(end) };
            let finding = Diagnostic::new(Code::WrongType, place, "t\n\u{1b}")
                .label("l\r\u{7f}")
                .help("h\u{0}\u{2028}");
            let drawn = drawn(text, &finding);
            assert!(!drawn.contains(|c: char| c.is_control() && c != '\n'), "{drawn:?}");
            assert!(!drawn.contains(['\u{202e}', '\u{2028}']), "{drawn:?}");
        }
    }
}

#[test]
fn a_file_without_text_is_named() {
    let finding = Diagnostic::new(
        Code::CannotRead,
        Span::default(),
        "`m.json` cannot be read: permission denied",
    );
    assert_eq!(
        drawn("", &finding),
        "error[ASL0106]: `m.json` cannot be read: permission denied\n--> m.json"
    );
}

#[test]
fn a_report_shows_twenty_findings_errors_first_and_counts_the_rest() {
    let text = "x".repeat(100);
    let mut diagnostics = Diagnostics::default();
    for at in 0..30 {
        let code = if at < 15 { Code::StateNameLongForAws } else { Code::UnknownTarget };
        diagnostics.push(Diagnostic::new(
            code,
            Span { file: FileId(0), start: at, end: at + 1 },
            format!("t{at}"),
        ));
    }
    let report = report(diagnostics, &Sources::from_text("m.json", text), Colour::Never);
    assert_eq!(report.matches("error[ASL0401]").count(), 15);
    assert_eq!(report.matches("warning[ASL0303]").count(), 5);
    assert!(report.find("t0").unwrap() < report.find("t15").unwrap());
    assert!(report.ends_with("... and 10 more\n\n"), "{report}");
}

#[test]
fn colour_is_only_where_it_is_asked_for() {
    let sources = Sources::from_text("m.json", "{}");
    let finding = Diagnostic::new(Code::NoStates, Span { file: FileId(0), start: 0, end: 1 }, "t");
    assert!(picture(&finding, &sources, Colour::Always).contains('\u{1b}'));
    assert!(!picture(&finding, &sources, Colour::Never).contains('\u{1b}'));
}

#[test]
fn an_excerpt_hides_nothing_and_marks_the_same_place() {
    // A control sequence of C1, and a mark that turns the direction.
    let text = "{ \"a\u{9b}31mred\u{202e}\": Pay }";
    let start = u32::try_from(text.find("Pay").unwrap()).unwrap();
    let finding =
        Diagnostic::new(Code::NoStates, Span { file: FileId(0), start, end: start + 3 }, "t");
    let shown = drawn(text, &finding);
    assert!(shown.contains("{ \"a\\u{9b}31mred\\u{202e}\": Pay }"), "{shown}");
    assert!(!shown.contains(['\u{9b}', '\u{202e}']), "{shown}");
    let [line, marks] = [3, 4].map(|line| shown.lines().nth(line).unwrap());
    assert_eq!(line.find("Pay"), marks.find("^^^"), "{shown}");
    assert!(shown.contains(":1:16\n"), "{shown}");
}
