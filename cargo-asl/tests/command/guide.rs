//! `cargo asl guide`: what it says works.

use crate::directory::Directory;

/// The text of the fenced block of a language that contains a word.
fn block<'p>(page: &'p str, language: &str, word: &str) -> &'p str {
    let mut blocks = page.split("```").skip(1).step_by(2);
    let found =
        blocks.find_map(|block| block.strip_prefix(language).filter(|it| it.contains(word)));
    found.unwrap_or_else(|| panic!("no block of {language} with {word}"))
}

#[test]
fn the_page_has_every_code_and_commands_that_exist() {
    let directory = Directory::new("guide-page");
    let page = directory.run(&["guide"]).result;
    for code in asl_codegen::diagnostics::Code::ALL {
        let line = format!("- {} (", code.id());
        assert!(page.contains(&line) && page.contains(code.summary()), "{line}");
    }
    let commands = page.split("`cargo asl ").skip(1).chain(page.split("\ncargo asl ").skip(1));
    let mut count = 0;
    for command in commands {
        let name = command.split([' ', '`', '\n']).next().expect("a word");
        assert_eq!(directory.run(&[name, "--help"]).code, 0, "{name}");
        count += 1;
    }
    assert!(count > 15, "{count}");
}

#[test]
fn the_example_is_sound_and_its_test_passes_the_reader() {
    let directory = Directory::new("guide-example");
    let page = directory.run(&["guide"]).result;
    directory.write("order.asl.json", block(&page, "json", "StartAt"));
    let checked = directory.run(&["check", "--format", "json", "order.asl.json"]);
    assert_eq!(checked.code, 0, "{checked:?}");
    directory.write("order.asl-test.yaml", block(&page, "yaml", "cases:"));
    // Faults of the file would be shown before that.
    let tested = directory.run(&["test", ".", "--filter", "no such case"]);
    assert_eq!(tested.messages, "error: there are no cases to run\n");
}
