//! The start of a distributed Map and of its children.

use crate::execution::Execution;
use crate::execution::event_count::EventCount;
use crate::execution::frame::{Child, Extra, Frame, FrameId, Inputs, Join, Waiting};
use crate::execution::map_run::data::{
    Entry, MapRun, Portion, Reading, Source, item_count, window_of_run,
};
use crate::execution::map_run::state::map_run_state;
use crate::execution::observe::history::report_frame_event;
use crate::execution::step::call::select_item;
use crate::execution::step::transition::open_join;
use crate::history::{Details, EventType};
use crate::machine::for_each::{Item, Iterate};
use crate::machine::{Kind, StateKind};
use asl_value::error::{Failed, Failure, bounded};
use asl_value::value::{Text, Value};

/// A join for the children of a Map, which are started next.
pub(in crate::execution) fn open_map_join(
    run: &mut Execution,
    frame: &mut Frame,
    each: Iterate,
) -> Result<Box<Join>, Failed> {
    let Iterate { items, window, run: map_run } = each;
    let Some(options) = map_run else {
        return Ok(open_join(run, frame, Inputs::Each(items), window));
    };
    let Kind::ForEach(row) = &run.node(frame).kind else {
        unreachable!("only Maps return this step")
    };
    let length = item_count(&items);
    report_frame_event(run, frame, EventType::StateStarted(StateKind::Map), |_| Details {
        length: Some(length),
        ..Details::default()
    });
    let options = options?;
    let is_read = row.run.as_ref().is_some_and(|map_run| map_run.reader.is_some());
    let source = if is_read { Source::Read(Reading::default()) } else { Source::Given(items, 0) };
    let map_run = Box::new(MapRun::new(options, source, row.writes()));
    let window = window_of_run(window);
    let state = map_run_state(run, frame, &map_run, window);
    report_frame_event(run, frame, EventType::MapRunStarted, |_| Details {
        map_run_arn: Some(state.arn.clone()),
        map_run: Some(Box::new(state)),
        ..Details::default()
    });
    frame.waiting = Waiting::Children(None);
    Ok(Box::new(Join::new(Inputs::Run(map_run), 0, window, frame.last_event)))
}

/// The next child of a distributed Map.
pub(in crate::execution) fn next_map_child(
    run: &mut Execution,
    id: FrameId,
    map_run: &mut MapRun,
) -> Result<Frame, Failed> {
    let Portion { first, items } = map_run.take_portion();
    let Some(frame) = run.state.frames.frame(id) else {
        unreachable!("a parent stays in the arena")
    };
    let Kind::ForEach(row) = &run.node(frame).kind else {
        unreachable!("only Maps have a map_run")
    };
    let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
    let mut made = Vec::with_capacity(items.len());
    for (place, (entry, source)) in items.into_iter().enumerate() {
        let index = first.saturating_add(u32::try_from(place).unwrap_or(u32::MAX));
        let source = Some(source.unwrap_or(Text::new_static("STATE_DATA")));
        made.push(if row.selects {
            let Entry { key, value } = entry;
            select_item(run, frame, &Item { index, value, key, source })?
        } else {
            entry.into_input()
        });
    }
    let data = match &map_run.options.batch {
        None => made.into_iter().next().unwrap_or_default(),
        Some(batch) => batch.child_input(made),
    };
    bounded(&data).map_err(Failure::runtime_unplaced)?;
    let is_told = run.machine.uses.context || map_run.writer.is_some();
    let input = if is_told { data.clone() } else { Value::Null };
    let mut child = Frame::new(row.body, data, id, map_run.started.saturating_sub(1), 0);
    let own = Child {
        events: EventCount::STARTED,
        items: count,
        started: run.now,
        input,
        ..Child::default()
    };
    child.extra = Some(Box::new(Extra { child: Some(Box::new(own)), ..Extra::default() }));
    Ok(child)
}
