//! Events of the SDK as events of the model.

mod types;

use aws_sdk_swf::types as sdk;

use crate::model::{Event, Timestamp};

use super::fields::Fault;
use types::attributes;

/// For each type of events: the field of `HistoryEvent` with its attributes, their type, and their
/// fields, which have the same names in the model.
macro_rules! events {
    ($($Type:ident = $attributes:ident: $Sdk:ident { $($field:ident),* $(,)? })*) => {
        $(
            impl Read<model::$Type> for sdk::$Sdk {
                fn read(self, _: &'static str) -> Result<model::$Type, Fault> {
                    Ok(model::$Type { $($field: self.$field.read(stringify!($field))?,)* })
                }
            }
        )*

        pub(super) fn attributes(event_type: &str, event: sdk::HistoryEvent) -> Result<EventAttributes, Fault> {
            match event_type {
                $(stringify!($Type) => {
                    let attributes = event.$attributes.ok_or_else(|| Fault::missing(stringify!($attributes)))?;
                    attributes.read(stringify!($attributes)).map(EventAttributes::$Type)
                })*
                _ => {
                    let event_type = event_type.to_owned();
                    Ok(EventAttributes::Unknown(Unknown { event_type, fields: serde_json::Map::new() }))
                }
            }
        }
    };
}

use events;

/// Converts an event. Faults name the event.
pub(super) fn read(event: sdk::HistoryEvent) -> Result<Event, String> {
    let (event_id, event_type) = (event.event_id, event.event_type.as_str().to_owned());
    let fault = |fault: Fault| format!("event {event_id}, `{event_type}`, {fault}");
    let event_timestamp =
        event.event_timestamp.to_millis().map_err(|_| fault(Fault::missing("eventTimestamp")))?;
    let attributes = attributes(&event_type, event).map_err(fault)?;
    Ok(Event { event_id, event_timestamp: Timestamp::from_millis(event_timestamp), attributes })
}
