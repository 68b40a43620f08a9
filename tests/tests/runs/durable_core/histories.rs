//! Pages of histories.

use asl_durable::testing::{Reply, Request};
use asl_durable::{CallError, HistoryPage, HistoryRange};
use asl_runtime::{Value, asl_machine, json};

use super::order;
use super::world::{World, options};

asl_machine!("definitions/durable/countdown.asl.json");
asl_machine!("definitions/durable/ticks.asl.json");

fn page(world: &mut World, id: &str, range: HistoryRange) -> HistoryPage {
    let Ok(Reply::HistoryPage(page)) = world.ask(Request::HistoryPage(id.into(), range)) else {
        panic!("the execution is there")
    };
    page
}

/// All events, read in pages of this size.
fn paged(world: &mut World, id: &str, reverse: bool, limit: usize) -> Vec<Value> {
    let mut range = Some(HistoryRange::default().reverse(reverse).limit(limit));
    let mut events = Vec::new();
    while let Some(wanted) = range {
        let page = page(world, id, wanted.clone());
        assert!(page.events.len() <= limit);
        range = wanted.continued(&page);
        events.extend(page.events);
    }
    if reverse {
        events.reverse();
    }
    events
}

fn whole(world: &mut World, id: &str) -> Vec<Value> {
    let Ok(Reply::History(history)) = world.ask(Request::History(id.into())) else {
        panic!("it is not long")
    };
    let events = history.at(["events"]).and_then(Value::as_array);
    events.expect("a list").iter().cloned().collect()
}

fn id_of(event: &Value) -> u64 {
    event.at(["id"]).and_then(Value::as_u64).expect("a number")
}

#[test]
fn pages_from_both_ends_are_the_history() {
    for options in [options(), options().fuel(100), options().fuel(7).snapshot_every(3)] {
        let mut world = World::new(&[&countdown::MACHINE, &order::MACHINE], options);
        let id = world.start("countdown", "1", json!({"n": 600}));
        assert!(world.result(&id).is_ok());
        let running = world.start("order", "7", json!({"id": 7}));
        world.failed("order:7.Charge#0", "Busy");
        for compacted in [false, true] {
            let events = whole(&mut world, &id);
            assert_eq!(events.len(), 2 + 600 * 4 + 2);
            assert!(events.iter().zip(1..).all(|(event, number)| id_of(event) == number));
            for reverse in [false, true] {
                for limit in [1_000, 997] {
                    assert!(paged(&mut world, &id, reverse, limit) == events, "{limit}");
                }
                let few = whole(&mut world, &running);
                assert!(few.len() > 3);
                assert_eq!(paged(&mut world, &running, reverse, 1), few);
            }
            // Far inside, in a store that has seen none of it.
            world.crash();
            let inside = page(&mut world, &id, HistoryRange::default().after(1_400).limit(3));
            assert_eq!(inside.events, events[1_400..1_403]);
            assert_eq!(inside.next, Some(1_403));
            let before = HistoryRange::default().reverse(true).after(1_000).limit(2);
            let before = page(&mut world, &id, before);
            assert_eq!(before.events.iter().map(id_of).collect::<Vec<_>>(), [999, 998]);
            assert_eq!(page(&mut world, &id, HistoryRange::default().after(99_999)).next, None);
            if !compacted {
                assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
            }
        }
    }
}

#[test]
fn a_history_that_is_too_long_has_pages_only() {
    let mut world = World::new(&[&countdown::MACHINE], options());
    let id = world.start("countdown", "1", json!({"n": 30_000}));
    assert!(world.result(&id).is_ok());
    let refused = world.ask(Request::History(id.clone().into()));
    assert!(matches!(refused, Err(CallError::LongHistory { .. })), "{refused:?}");
    let last = page(&mut world, &id, HistoryRange::default().reverse(true).limit(1));
    assert_eq!(last.events[0].at(["type"]), Some(&json!("ExecutionSucceeded")));
    assert_eq!(last.next, Some(120_004));
    // Further pages begin at checkpoints.
    let mut before = 120_004;
    for _ in 0..3 {
        let older = HistoryRange::default().reverse(true).after(before).limit(700);
        let older = page(&mut world, &id, older);
        assert!(older.events.iter().map(id_of).eq((before - 700..before).rev()));
        before = older.next.expect("there are more");
    }
    for after in [60_000, 10, 99_999] {
        let inside = page(&mut world, &id, HistoryRange::default().after(after).limit(500));
        assert!(inside.events.iter().map(id_of).eq(after + 1..after + 501));
        assert_eq!(inside.next, Some(after + 500));
    }
    let first = page(&mut world, &id, HistoryRange::default());
    assert_eq!((first.events.len(), first.next), (1_000, Some(1_000)));
}

/// Of many records only some have their places in memory, and new ones are added to those that are
/// known.
#[test]
fn pages_of_many_records_are_the_history() {
    let mut world = World::new(&[&ticks::MACHINE], options().snapshot_every(1_000_000));
    let id = world.start("ticks", "1", json!({"n": 9_000}));
    for records in [10, 4_000, 190, 4_800] {
        world.sleep(records * 1_000);
        let last = page(&mut world, &id, HistoryRange::default().reverse(true).limit(700));
        let newest = last.events.iter().map(id_of).next().expect("it has events");
        let count = newest.min(700);
        assert!(last.events.iter().map(id_of).eq((newest - count + 1..=newest).rev()));
        let first = page(&mut world, &id, HistoryRange::default().limit(50));
        assert!(first.events.iter().map(id_of).eq(1..=50));
    }
    assert!(world.result(&id).is_ok());
    let events = whole(&mut world, &id);
    assert_eq!(events.len(), 2 + 9_000 * 6 + 2);
    for reverse in [false, true] {
        assert!(paged(&mut world, &id, reverse, 1_000) == events);
    }
}
