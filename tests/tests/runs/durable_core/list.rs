//! Filters of lists.

use asl_durable::testing::{Reply, Request};
use asl_durable::{List, Order, Start, State};
use asl_runtime::execution::Cancellation;
use asl_runtime::json;

use super::world::{World, options};
use super::{at, child, order};

fn ids(world: &mut World, list: List) -> Vec<String> {
    let Ok(Reply::Page(page)) = world.ask(Request::List(Box::new(list))) else { panic!("a page") };
    page.executions.into_iter().map(|summary| summary.id.to_string()).collect()
}

#[test]
fn filters_of_lists_apply_together_and_after_a_crash_and_a_compaction() {
    let mut world = World::new(&[&child::MACHINE, &order::MACHINE], options());
    let begin = world.now;
    for name in ["a", "b", "c"] {
        world.start("order", name, json!({}));
        world.sleep(1_000);
    }
    world.start("child", "a", json!({}));
    world.failed("order:a.Charge#0", "Lost");
    world.sleep(1_000);
    world.failed("order:b.Charge#0", "Late");
    let cancelled = Cancellation::new("Operator.Stop", "");
    assert!(world.ask(Request::Cancel("child:a".into(), cancelled)).is_ok());
    for _ in 0..2 {
        let all = List::default;
        assert_eq!(ids(&mut world, all()), ["child:a", "order:a", "order:b", "order:c"]);
        assert_eq!(ids(&mut world, all().error("Lost")), ["order:a"]);
        assert_eq!(ids(&mut world, all().error("Operator.Stop")), ["child:a"]);
        assert_eq!(ids(&mut world, all().error("Los")), [""; 0]);
        assert_eq!(ids(&mut world, all().state(State::Failed).text(":b")), ["order:b"]);
        assert_eq!(ids(&mut world, all().machine("child").text("a")), ["child:a"]);
        assert_eq!(ids(&mut world, all().version(child::MACHINE.version())), ["child:a"]);
        let second = all().started_since(at(begin + 1_000)).started_before(at(begin + 2_000));
        assert_eq!(ids(&mut world, second), ["order:b"]);
        assert_eq!(ids(&mut world, all().ended_before(at(begin + 4_000))), ["order:a"]);
        assert_eq!(ids(&mut world, all().ended_since(at(begin + 4_000))), ["child:a", "order:b"]);
        assert_eq!(ids(&mut world, all().after("order:b").limit(1)), ["order:c"]);
        assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
        world.crash();
    }
    let Ok(Reply::Page(page)) =
        world.ask(Request::List(Box::new(List::default().limit(1).machine("order"))))
    else {
        panic!("a page")
    };
    assert_eq!((page.next.as_deref(), page.executions.len()), (Some("order:a"), 1));
    assert_eq!(page.executions[0].error.as_deref(), Some("Lost"));
}

#[test]
fn labels_and_redrives_are_listed_after_a_crash_and_a_compaction() {
    let mut world = World::new(&[&order::MACHINE], options());
    for (name, label) in [("a", "v1 prod"), ("b", "v1"), ("c", "v10"), ("d", "")] {
        let start = Start::new("order", json!({})).name(name).label(label).trace_header("Root=1");
        let request = Request::Start { start: Box::new(start), seed: 3, parent: None };
        assert!(matches!(world.ask(request), Ok(Reply::Started(_))));
    }
    world.failed("order:b.Charge#0", "Lost");
    let redrive = |token: &str| Request::Redrive("order:b".into(), token.into());
    let Ok(Reply::Redriven(at)) = world.ask(redrive("one")) else { panic!("it is redriven") };
    // A repeated token changes nothing, and is forgotten after 15 minutes.
    world.crash();
    assert!(matches!(world.ask(redrive("one")), Ok(Reply::Redriven(same)) if same == at));
    let charge = world
        .open
        .iter()
        .find(|task| task.key.starts_with("order:b"))
        .expect("it runs")
        .key
        .clone();
    world.failed(&charge, "Lost");
    assert!(matches!(world.ask(redrive("one")), Ok(Reply::Redriven(same)) if same == at));
    world.sleep(15 * 60 * 1_000);
    let Ok(Reply::Redriven(later)) = world.ask(redrive("one")) else { panic!("it is redriven") };
    assert!(later > at);
    for _ in 0..2 {
        let all = List::default;
        assert_eq!(ids(&mut world, all().label("v1")), ["order:a", "order:b"]);
        assert_eq!(ids(&mut world, all().label("prod")), ["order:a"]);
        assert_eq!(ids(&mut world, all().is_redriven(true)), ["order:b"]);
        assert_eq!(ids(&mut world, all().is_redriven(false)), ["order:a", "order:c", "order:d"]);
        let told = world.describe("order:b");
        assert_eq!((told.summary.redrives, told.trace_header.as_str()), (2, "Root=1"));
        assert!(told.is_history_kept);
        assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
        world.crash();
    }
}

#[test]
fn pages_of_the_newest_executions_contain_each_once() {
    let mut world = World::new(&[&order::MACHINE], options());
    // Two start in each millisecond.
    for number in 0..20 {
        world.start("order", &format!("{:02}", (number * 7) % 20), json!({}));
        world.sleep(u64::from(number % 2 == 1));
    }
    let newest = || List::default().order(Order::NewestFirst);
    let all = ids(&mut world, newest());
    let mut expected: Vec<_> = (0..20).map(|number| (number / 2, (number * 7) % 20)).collect();
    expected.sort_unstable_by(|left, right| right.cmp(left));
    let expected: Vec<_> = expected.iter().map(|(_, name)| format!("order:{name:02}")).collect();
    assert_eq!(all, expected);
    for limit in [1, 3, 19, 20, 21] {
        let (mut pages, mut after) = (Vec::new(), String::new());
        loop {
            let list = newest().limit(limit).after(after);
            let Ok(Reply::Page(page)) = world.ask(Request::List(Box::new(list))) else {
                panic!("a page")
            };
            pages.extend(page.executions.into_iter().map(|summary| summary.id.to_string()));
            let Some(next) = page.next else { break };
            after = next.to_string();
        }
        assert_eq!(pages, all, "{limit} on a page");
    }
}

#[test]
fn a_redriven_execution_has_no_error_until_it_fails_again() {
    let mut world = World::new(&[&order::MACHINE], options());
    let id = world.start("order", "a", json!({}));
    world.failed("order:a.Charge#0", "Lost");
    assert!(matches!(
        world.ask(Request::Redrive(id.as_str().into(), "".into())),
        Ok(Reply::Redriven(_))
    ));
    assert_eq!(ids(&mut world, List::default().error("Lost")), [""; 0]);
    assert_eq!(world.describe(&id).summary.error, None);
    world.crash();
    assert_eq!(ids(&mut world, List::default().error("Lost")), [""; 0]);
}
