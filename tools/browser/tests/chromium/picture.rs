//! The page of `cargo asl graph --format html` in Chromium.

use std::collections::BTreeMap;

use asl_browser::{Key, Modifier, Page, Scheme, page_of_test};
use asl_codegen::options::{Options, Profile};
use asl_codegen::source::Sources;
use asl_codegen::{compile, diagram};
use asl_conformance::problem::Result;
use asl_conformance::workspace;
use serde_json::{Value, json};

/// The page of a definition.
fn drawn(name: &str, text: String) -> String {
    // Long names of states are the specification's.
    let options = Options::default().profile(Profile::Spec);
    let checked = compile::check(&mut Sources::from_text(name, text), &options);
    diagram::html(&checked.machine.unwrap_or_else(|| panic!("{:?}", checked.diagnostics)))
}

/// The page of the example `order`.
fn order() -> String {
    let file = workspace::root().join("examples/order/order.asl.json");
    drawn("order.asl.json", workspace::read(&file).expect("a definition"))
}

fn number(page: &mut Page, expression: &str) -> Result<f64> {
    Ok(page.evaluate(expression)?.as_f64().expect("a number"))
}

/// The size of the picture in comparison with its natural one.
fn scale(page: &mut Page) -> Result<f64> {
    number(
        page,
        "(p => p.getBoundingClientRect().width / p.viewBox.baseVal.width)(document.querySelector('svg'))",
    )
}

fn scrolled(page: &mut Page) -> Result<(f64, f64)> {
    Ok((number(page, "view.scrollLeft")?, number(page, "view.scrollTop")?))
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.02 * other.abs().max(1.0)
}

#[test]
fn the_page_draws_and_requests_nothing() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    let url = page.show(&order())?;
    let states = number(&mut page, "document.querySelectorAll('.asl-state').length")?;
    assert!(is_near(states, 19.0), "{states} states");
    // Boxes have their places and sizes, so the elements are SVG and not unknown ones.
    let sizes = "[...document.querySelectorAll('.asl-box')].every(b => b.getBBox().width > 90)";
    assert_eq!(page.evaluate(sizes)?, true);
    assert_eq!(page.evaluate("document.title")?, "order");
    assert_eq!(page.requests(), [url]);
    assert_eq!(page.strays(), [""; 0]);
    assert_eq!(page.faults(), [""; 0]);
    Ok(())
}

/// Without this, the tests that find no request could be blind.
#[test]
fn requests_that_leave_the_page_are_found() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    let image = "http://pictures.example/one.png";
    let url = page.show(&format!("<!DOCTYPE html><img src=\"{image}\">"))?;
    assert_eq!(page.requests(), [url, image.to_owned()]);
    assert_eq!(page.strays(), [format!("GET {image} HTTP/1.1")]);
    // A page with a content policy reports what it refuses, and requests nothing.
    page.show(
        "<!DOCTYPE html><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">\
         <img src=\"http://pictures.example/two.png\">",
    )?;
    assert_eq!(page.strays().len(), 1);
    let faults = page.faults().join("\n");
    assert!(faults.contains("two.png") && faults.contains("Content Security Policy"), "{faults}");
    // The proxy also sees what the protocol does not show, as requests of workers.
    page.show("<!DOCTYPE html>")?;
    let worker = "new Worker(URL.createObjectURL(new Blob([
                      'fetch(\"https://worker.example\").catch(() => postMessage(1))'])))";
    page.evaluate(&format!("new Promise(done => {worker}.onmessage = done).then(() => 1)"))?;
    let strays = page.strays().join("\n");
    assert!(strays.contains("CONNECT worker.example:443"), "{strays}");
    Ok(())
}

#[test]
fn buttons_and_keys_change_the_size() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    page.show(&order())?;
    assert!(is_near(scale(&mut page)?, 1.0));
    page.click("#larger")?;
    assert!(is_near(scale(&mut page)?, 1.25));
    assert_eq!(page.evaluate("size.value")?, "125 %");
    page.click("#smaller")?;
    page.click("#smaller")?;
    assert!(is_near(scale(&mut page)?, 0.8));
    page.click("#whole")?;
    assert!(is_near(scale(&mut page)?, 1.0));
    page.click("#fit")?;
    let fits = "(b => b.width <= view.clientWidth + 1 && b.height <= view.clientHeight + 1)\
                (document.querySelector('svg').getBoundingClientRect())";
    assert_eq!(page.evaluate(fits)?, true);
    let fitted = scale(&mut page)?;
    page.evaluate("view.focus()")?;
    page.press(Key::Character('+'))?;
    assert!(is_near(scale(&mut page)?, fitted * 1.25));
    page.press(Key::Character('-'))?;
    page.press(Key::Character('-'))?;
    assert!(is_near(scale(&mut page)?, fitted / 1.25));
    page.press(Key::Character('0'))?;
    assert!(is_near(scale(&mut page)?, 1.0));
    assert_eq!(page.faults(), [""; 0]);
    Ok(())
}

#[test]
fn mouse_and_arrow_keys_move_the_picture() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    page.show(&order())?;
    for _ in 0..4 {
        page.click("#larger")?;
    }
    let before = scrolled(&mut page)?;
    // The upper left corner of the picture is free of text.
    page.drag((700.0, 500.0), (640.0, 420.0))?;
    let after = scrolled(&mut page)?;
    assert_eq!((after.0 - before.0, after.1 - before.1), (60.0, 80.0));
    page.wheel((640.0, 400.0), 100.0, Modifier::None)?;
    page.wait_for(&format!("view.scrollTop > {}", after.1))?;
    let from = scrolled(&mut page)?.1;
    page.evaluate("view.focus()")?;
    page.press(Key::UP)?;
    page.wait_for(&format!("view.scrollTop < {from}"))?;
    Ok(())
}

#[test]
fn the_wheel_with_ctrl_keeps_the_point_below_the_mouse() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    page.show(&order())?;
    page.click("#larger")?;
    let at = (600.0, 500.0);
    let point = format!(
        "(b => [({} - b.x) / b.width, ({} - b.y) / b.height])\
         (document.querySelector('svg').getBoundingClientRect())",
        at.0, at.1
    );
    let before = page.evaluate(&point)?;
    page.wheel(at, -120.0, Modifier::Control)?;
    page.wait_for("parseInt(size.value) > 130")?;
    assert!(is_near(scale(&mut page)?, 1.25 * 0.4_f64.exp()));
    let after = page.evaluate(&point)?;
    for axis in [0, 1] {
        let [before, after] = [&before, &after].map(|point| point[axis].as_f64().expect("a part"));
        assert!((before - after).abs() < 0.005, "{before} {after}");
    }
    Ok(())
}

#[test]
fn the_picture_follows_the_preference_for_dark_pages() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    page.show(&order())?;
    // The brightness of the paper, of the page and of names.
    let colours = "[['.asl-paper', 'fill'], ['body', 'backgroundColor'], ['.asl-name', 'fill']].map(\
                   ([of, what]) => getComputedStyle(document.querySelector(of))[what]\
                   .match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3)";
    let is_light = |value: &Value| value.as_f64().expect("a brightness") > 127.0;
    for (scheme, expected) in
        [(Scheme::Light, [true, true, false]), (Scheme::Dark, [false, false, true])]
    {
        page.prefer(scheme)?;
        let found = page.evaluate(colours)?;
        let found: Vec<bool> = found.as_array().expect("a list").iter().map(is_light).collect();
        assert_eq!(found, expected, "{scheme:?}");
    }
    Ok(())
}

/// A machine with a name wherever there can be one.
fn hostile(name: &str) -> String {
    let inner = json!({"StartAt": name, "States": {name: {"Type": "Pass", "End": true}}});
    let text = json!({
        "Comment": name, "StartAt": format!("{name} 0"),
        "States": {
            format!("{name} 0"): {"Type": "Task", "Resource": "urn:task:work",
                "Retry": [{"ErrorEquals": [name]}],
                "Catch": [{"ErrorEquals": [name], "Next": format!("{name} 1")}],
                "Next": format!("{name} 1")},
            format!("{name} 1"): {"Type": "Choice", "Default": format!("{name} 2"), "Choices": [
                {"Variable": "$.a", "StringEquals": name, "Next": format!("{name} 3")}]},
            format!("{name} 2"): {"Type": "Map", "ItemProcessor": inner, "Next": format!("{name} 3")},
            format!("{name} 3"): {"Type": "Fail", "Error": name, "Cause": name},
        }
    });
    drawn(name, text.to_string())
}

#[test]
fn names_from_definitions_run_nothing() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    let names = [
        "\"><script>window.harm = 1</script>",
        "</title></svg><script>window.harm = 1</script><svg><title>",
        "</style></script><img src=http://harm.example/ onerror=window.harm=1>",
        "' onload='window.harm = 1' \" onmouseover=\"window.harm = 1\"",
        "<a href=\"javascript:window.harm=1\">x</a><iframe src=//harm.example>",
        "]]><!--<!ENTITY x \"y\">&x;&#60;script&#62;",
    ];
    for name in names {
        let url = page.show(&hostile(name))?;
        assert_eq!(page.evaluate("window.harm === undefined")?, true, "{name}");
        let kinds = "[...document.querySelectorAll('main *')].map(e => e.localName)\
                     .filter(n => !['svg', 'title', 'desc', 'style', 'rect', 'g', 'text', 'path', 'circle'].includes(n))";
        assert_eq!(page.evaluate(kinds)?, json!([]), "{name}");
        // The reader sees the name as it is, cut at most.
        let title = page.evaluate("document.querySelectorAll('.asl-state')[1].dataset.path")?;
        assert_eq!(title, format!("{name} 1"));
        assert_eq!(page.requests().last(), Some(&url));
    }
    assert_eq!(page.requests().len(), names.len());
    assert_eq!(page.strays(), [""; 0]);
    assert_eq!(page.faults(), [""; 0]);
    Ok(())
}

/// States that all fail over to one, with a Choice after every six.
fn chain(length: usize) -> String {
    let name = |number: usize| format!("Step {}", number.min(length));
    let mut states = BTreeMap::new();
    for number in 0..length {
        let state = if number % 7 == 3 {
            json!({"Type": "Choice", "Default": name(number + 1), "Choices": [
                {"Variable": "$.a", "NumericEquals": number, "Next": name(number + 3)}]})
        } else {
            json!({"Type": "Task", "Resource": "urn:task:work", "Next": name(number + 1),
                "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Failed"}]})
        };
        states.insert(name(number), state);
    }
    states.insert(name(length), json!({"Type": "Succeed"}));
    states.insert("Failed".to_owned(), json!({"Type": "Fail", "Error": "E", "Cause": "C"}));
    drawn("chain.asl.json", json!({"StartAt": "Step 0", "States": states}).to_string())
}

#[test]
fn two_hundred_states_are_shown_quickly() -> Result<()> {
    let Some(mut page) = page_of_test()? else { return Ok(()) };
    let html = chain(198);
    let from = std::time::Instant::now();
    page.show(&html)?;
    let states = number(&mut page, "document.querySelectorAll('.asl-state').length")?;
    assert!(is_near(states, 200.0));
    page.click("#fit")?;
    page.click("#whole")?;
    let took = from.elapsed();
    // It begins with the start in sight, in a size in which names can be read.
    page.show(&html)?;
    assert!(scale(&mut page)? > 0.59);
    let start = "(b => b.top >= 0 && b.left >= 0 && b.right <= innerWidth && b.bottom <= innerHeight)\
                 (document.querySelector('.asl-end').getBoundingClientRect())";
    assert_eq!(page.evaluate(start)?, true);
    asl_conformance::print::error(&format!("200 states: shown and moved in {took:?}"));
    // A tenth of it on an idle machine.
    assert!(took.as_secs() < 10, "{took:?}");
    Ok(())
}
