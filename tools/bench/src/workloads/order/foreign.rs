//! The order by hand, on `serde_json`'s values.

use serde_json::{Value as Foreign, json};

use super::super::Missing;
use super::{Refused, retried};

/// The whole order.
pub async fn foreign(data: Foreign) -> Result<Foreign, Refused> {
    let order = &data["order"];
    let work = json!({"id": order["id"], "lines": order["lines"], "who": order["customer"]["email"], "currency": "EUR"});
    let validation = retried(|| task::validate(&work)).await?;
    if validation["ok"] != json!(true) {
        return Err(Refused::Rejected);
    }
    let input = json!({"lines": work["lines"], "warehouse": "eu-1"});
    let reserved = retried(|| task::reserve(&input)).await?;
    let reservation = json!({"reservation": reserved["id"], "count": reserved["count"]});
    let input = json!({"lines": work["lines"], "currency": work["currency"]});
    let price = retried(|| task::price(&input)).await?;
    let total = &price["total"];
    if total.as_f64() > Some(1000.0) {
        let input = json!({"who": work["who"], "total": total});
        let fraud = retried(|| task::fraud(&input)).await?;
        if fraud["score"].as_f64() >= Some(80.0) || fraud["verdict"] != "pass" {
            return Err(Refused::Rejected);
        }
    }
    let reference = format!("order-{}", work["id"].as_str().ok_or(Missing("$.work.id"))?);
    let input = json!({"total": total, "who": work["who"], "reference": reference});
    let payment = retried(|| task::charge(&input)).await?;
    let input = json!({
        "lines": work["lines"],
        "reservation": reservation["reservation"],
        "address": order["customer"]["address"],
    });
    let shipment = retried(|| task::ship(&input)).await?;
    let input = json!({"who": work["who"], "tracking": shipment["id"]});
    retried(|| task::notify(&input)).await?;
    Ok(
        json!({"id": work["id"], "total": total, "payment": payment["id"], "tracking": shipment["id"]}),
    )
}

/// The tasks, which answer at once.
mod task {
    use serde_json::Value as Foreign;

    use super::super::Refused;
    use super::answer;

    pub(super) async fn validate(_: &Foreign) -> Result<Foreign, Refused> {
        Ok(answer::validate())
    }

    pub(super) async fn reserve(_: &Foreign) -> Result<Foreign, Refused> {
        Ok(answer::reserve())
    }

    pub(super) async fn price(_: &Foreign) -> Result<Foreign, Refused> {
        Ok(answer::price())
    }

    pub(super) async fn fraud(_: &Foreign) -> Result<Foreign, Refused> {
        Ok(answer::fraud())
    }

    pub(super) async fn charge(_: &Foreign) -> Result<Foreign, Refused> {
        Ok(answer::charge())
    }

    pub(super) async fn ship(_: &Foreign) -> Result<Foreign, Refused> {
        Ok(answer::ship())
    }

    pub(super) async fn notify(_: &Foreign) -> Result<Foreign, Refused> {
        Ok(answer::notify())
    }
}

/// Their answers.
pub(super) mod answer {
    use serde_json::{Value as Foreign, json};

    pub(in super::super) fn validate() -> Foreign {
        json!({"ok": true})
    }

    pub(in super::super) fn reserve() -> Foreign {
        json!({"id": "r-77", "count": 12, "eta": "2026-11-22"})
    }

    pub(in super::super) fn price() -> Foreign {
        json!({"total": 1234.5, "vat": 214.25})
    }

    pub(in super::super) fn fraud() -> Foreign {
        json!({"score": 12, "verdict": "pass"})
    }

    pub(in super::super) fn charge() -> Foreign {
        json!({"id": "p-5", "at": "2026-11-20T10:00:02Z"})
    }

    pub(in super::super) fn ship() -> Foreign {
        json!({"id": "t-900", "carrier": "post"})
    }

    pub(in super::super) fn notify() -> Foreign {
        json!({"sent": true})
    }
}
