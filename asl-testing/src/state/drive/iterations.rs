//! The iterations of a tested Map: their items, and their inputs after `ItemSelector` and
//! `ItemBatcher`. None of them runs.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use asl_execution::data::context_object;
use asl_execution::execution::{
    Entry, batch_lengths, item_entries, no_iterable, object_of_members,
};
use asl_execution::machine::for_each::{EachRow, Item, Iterate, Run, StoreRow};
use asl_execution::machine::{Cx, Kind};
use asl_execution::storage::items::{Format, ItemReader, ItemSource, OpenItems, ReadError, Source};
use asl_execution::storage::{Memory, ObjectName};
use asl_value::error::{Failed, Failure, bounded};
use asl_value::value::{Text, Value};

use super::Work;

/// The key of the test's data in its storage. Its end is not that of a compressed file.
const KEY: &str = "mapItemReaderData";

impl Work<'_> {
    /// Makes the inputs of all iterations, and records their stages. Returns the items; null if
    /// they are in a storage that the test does not replace.
    pub(super) fn iterations(&mut self, iterate: &Iterate) -> Result<Value, Failed> {
        let Kind::ForEach(row) = &self.node.kind else {
            unreachable!("only Maps return this step")
        };
        let run = iterate.run.as_ref().and_then(|run| run.as_ref().ok());
        let (items, source) = self.items(row, run, iterate)?;
        if items.is_null() {
            return Ok(items);
        }
        let batch = run.and_then(|run| run.batch.as_ref());
        if !row.selects && batch.is_none() {
            return Ok(items);
        }
        let mut made = Vec::new();
        for (index, entry) in (0..).zip(item_entries(&items)) {
            made.push(if row.selects {
                let Entry { key, value } = entry;
                self.selected(&Item { index, value, key, source: source.clone() })?
            } else {
                entry.into_input()
            });
        }
        if row.selects {
            self.seen.iterations.push(("afterItemSelector", Value::array(made.clone())));
        }
        if let Some((batch, run)) = batch.zip(run) {
            let lengths = batch_lengths(run.clone(), items.clone());
            let mut made = made.into_iter();
            let batches = lengths
                .into_iter()
                .map(|length| batch.child_input(made.by_ref().take(length).collect()));
            self.seen.iterations.push(("afterItemBatcher", batches.collect()));
        }
        Ok(items)
    }

    /// The items of the data, or those that the `ItemReader` finds in the test's data, and their
    /// source.
    fn items(
        &mut self,
        row: &EachRow,
        run: Option<&Run>,
        iterate: &Iterate,
    ) -> Result<(Value, Option<Text>), Failed> {
        let reader = row.run.as_ref().and_then(|run| run.reader.as_ref());
        let (Some(reader), Some(run), Some(data)) = (reader, run, &self.test.item_reader_data)
        else {
            let source = row.run.is_some().then(|| Text::new_static("STATE_DATA"));
            return Ok((iterate.items.clone(), source));
        };
        let read = read(reader, run, data);
        let read = read.map_err(|error| Box::new(error.into_reader_failure()))?;
        if !row.selects && read.values.as_object().is_some() {
            return Err(no_iterable());
        }
        if read.is_pointed {
            self.seen.iterations.push(("afterItemsPointer", read.values.clone()));
        }
        Ok((read.values, Some(read.source)))
    }

    /// The input of an iteration.
    fn selected(&self, item: &Item) -> Result<Value, Failed> {
        let mut context = self.cx.given.cloned().unwrap_or_default();
        context.insert("Map", context_object::map(item));
        let mut cx = Cx {
            profile: self.cx.profile,
            limits: self.cx.limits,
            attempt: self.cx.attempt,
            vars: self.cx.vars.clone(),
            given: Some(&context),
            ..Cx::default()
        };
        let input = (self.test.machine.item)(self.id, &self.data, &mut cx, item)?;
        bounded(&input).map(|()| input).map_err(Failure::runtime_unplaced)
    }
}

/// The items in the text of an object.
struct Items {
    values: Value,
    source: Text,
    /// True if an `ItemsPointer` leads to them.
    is_pointed: bool,
}

fn read(reader: &StoreRow<OpenItems>, run: &Run, data: &str) -> Result<Items, ReadError> {
    let mut source =
        ItemSource::from_fields(reader.resource, &run.reader, reader.config, run.max_items)?;
    let Source::Object { name, format } = &mut source.source else {
        return Err(ReadError::new(
            "a test has the data of one object; it cannot replace a list of objects or a manifest",
        ));
    };
    let from = Text::from(format!("s3://{name}"));
    *name = ObjectName::new(name.bucket.clone(), KEY);
    let is_pointed = matches!(format, Format::Json { pointer } if !pointer.is_empty());
    let storage = Memory::new();
    storage.put(name.clone(), data);
    let reading = pin!(async {
        let mut reader = ItemReader::open(Arc::new(storage), source).await?;
        let (mut items, mut are_members) = (Vec::new(), false);
        while let Some(batch) = reader.next(usize::MAX).await? {
            are_members = batch.are_members;
            items.extend(batch.items);
        }
        Ok::<_, ReadError>((items, are_members))
    });
    let Poll::Ready(items) = reading.poll(&mut Context::from_waker(Waker::noop())) else {
        return Err(ReadError::new("the data of the test are not there at once"));
    };
    let (items, are_members) = items?;
    let values = if are_members { object_of_members(&items) } else { Value::array(items) };
    Ok(Items { values, source: from, is_pointed })
}
