//! A payment gateway in test mode: as with real ones, the card number determines the result.

use std::collections::HashMap;

use crate::model::{Charge, ChargeRequest};

/// The gateway's memory.
#[derive(Debug, Default)]
pub struct Gateway {
    /// Number of calls by order.
    calls: HashMap<String, u32>,
    /// Payments by idempotency key: a repeated request is not charged again.
    charges: HashMap<String, Charge>,
}

/// The reason why a card was not charged.
#[derive(Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Try again later.
    Busy,
    /// The bank declined it.
    Declined(&'static str),
}

impl Gateway {
    /// Charges a card. `key` is the same if the same attempt is repeated.
    pub fn charge(&mut self, key: &str, request: &ChargeRequest) -> Result<Charge, Refusal> {
        if let Some(charge) = self.charges.get(key) {
            return Ok(charge.clone());
        }
        let digits: String = request.card.chars().filter(|c| *c != ' ').collect();
        if !is_card_number(&digits) {
            return Err(Refusal::Declined("this is not the number of a card"));
        }
        let calls = self.calls.entry(request.order_id.clone()).or_default();
        *calls += 1;
        match digits.as_str() {
            "4000000000000002" => return Err(Refusal::Declined("the bank declines the payment")),
            "4000000000000119" if *calls <= 2 => return Err(Refusal::Busy),
            "4000000000000127" => return Err(Refusal::Busy),
            _ => {}
        }
        let charge = Charge {
            authorization: format!("AUTH-{}-{calls}", request.order_id),
            card: digits.chars().skip(digits.len() - 4).collect(),
            amount_cents: request.amount_cents,
        };
        self.charges.insert(key.to_owned(), charge.clone());
        Ok(charge)
    }
}

/// 12 to 19 digits, the last of which checks the others (Luhn).
fn is_card_number(digits: &str) -> bool {
    let values: Option<Vec<u32>> = digits.chars().rev().map(|digit| digit.to_digit(10)).collect();
    let Some(values) = values.filter(|values| (12..=19).contains(&values.len())) else {
        return false;
    };
    let doubled = |digit: u32| if digit > 4 { 2 * digit - 9 } else { 2 * digit };
    let sum: u32 = values
        .iter()
        .enumerate()
        .map(|(i, &digit)| if i % 2 == 1 { doubled(digit) } else { digit })
        .sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(card: &str) -> ChargeRequest {
        ChargeRequest { order_id: "A-1".to_owned(), amount_cents: 100, card: card.to_owned() }
    }

    #[test]
    fn the_card_number_determines_the_result() {
        let mut gateway = Gateway::default();
        let charge = gateway.charge("key", &request("4242 4242 4242 4242")).unwrap();
        assert_eq!((charge.card.as_str(), charge.authorization.as_str()), ("4242", "AUTH-A-1-1"));
        assert_eq!(
            gateway.charge("key", &request("4242 4242 4242 4242")),
            Ok(charge),
            "asked twice, charged once"
        );
        let declined = |text| Err(Refusal::Declined(text));
        assert_eq!(
            gateway.charge("b", &request("4000 0000 0000 0002")),
            declined("the bank declines the payment")
        );
        assert_eq!(
            gateway.charge("c", &request("4242 4242 4242 4241")),
            declined("this is not the number of a card")
        );
        assert_eq!(gateway.charge("d", &request("")), declined("this is not the number of a card"));
    }

    #[test]
    fn a_busy_gateway_answers_eventually() {
        let mut gateway = Gateway::default();
        let mut answers =
            (1..=3).map(|n| gateway.charge(&format!("key {n}"), &request("4000 0000 0000 0119")));
        assert_eq!(answers.next(), Some(Err(Refusal::Busy)));
        assert_eq!(answers.next(), Some(Err(Refusal::Busy)));
        assert!(answers.next().is_some_and(|answer| answer.is_ok()));
    }
}
