//! The machines of the agency.

use std::error::Error;
use std::fmt;

use asl_runtime::asl_machine;
use asl_runtime::error::NamedError;
use serde::{Deserialize, Serialize};

/// The first version of the trip.
pub mod v1 {
    use super::{Itinerary, Payment, Seat, Trip, asl_machine};

    asl_machine! {
        pub "machines/v1/trip.asl.json",
        input = Trip, output = Itinerary,
        tasks = { reserve_flight: fn(Trip) -> Seat, charge_card: fn(Payment) -> String },
        errors = [crate::machines::GatewayError],
    }
}

/// The second version, with a hotel.
pub mod v2 {
    use super::{Itinerary, Trip, asl_machine};

    asl_machine! {
        pub "machines/v2/trip.asl.json",
        input = Trip, output = Itinerary,
        tasks_from = crate::machines::v1::trip,
        own_tasks = [reserve_hotel],
    }
}

asl_machine!(pub "machines/mishaps.asl.json", output = Vec<String>, errors = [GatewayError]);
asl_machine!(pub "machines/approval.asl.json");
asl_machine! {
    pub "machines/template.yaml",
    resource = "RefundMachine",
    substitute = {
        "Wait": "600",
        "RefundFunction.Arn": "arn:aws:lambda:eu-west-1:123456789012:function:Refund",
    },
}
asl_machine!(pub "machines/doubtful.asl.json", allow = [ASL0906]);

/// A machine that changed since its release: executions of the version in `asl.lock` cannot follow it.
/// Without the warning of the macro, this expectation is an error.
#[expect(unused_must_use, reason = "ASL2401 is the warning that is tested")]
pub mod released {
    asl_runtime::asl_machine!(pub "machines/released.asl.json");
}

/// A wish of a customer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trip {
    /// Name of the customer.
    pub name: String,
    /// Number of the card.
    pub card: u64,
}

/// A reserved seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// Number of the seat.
    pub number: u32,
    /// Its price.
    pub cents: u32,
}

/// A request to charge a card.
#[derive(Debug, Deserialize)]
pub struct Payment {
    /// Number of the card.
    pub card: u64,
    /// The amount.
    pub cents: u32,
}

/// A booked trip.
#[derive(Debug, PartialEq, Eq, Deserialize)]
pub struct Itinerary {
    /// Name of the customer.
    pub name: String,
    /// The seat.
    pub seat: Seat,
    /// Number of the receipt.
    pub receipt: String,
}

/// An error of the payment gateway.
#[derive(Debug, PartialEq, Eq)]
pub enum GatewayError {
    /// It is busy.
    Busy,
    /// The card was refused.
    Refused,
}

impl fmt::Display for GatewayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Busy => "the gateway is busy",
            Self::Refused => "the card is not covered",
        })
    }
}

impl Error for GatewayError {}

impl NamedError for GatewayError {
    fn error_name(&self) -> Option<&str> {
        Some(match self {
            Self::Busy => mishaps::errors::GATEWAY_BUSY,
            Self::Refused => v1::trip::errors::CARD_REFUSED,
        })
    }
}
