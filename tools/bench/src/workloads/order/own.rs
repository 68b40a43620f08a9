//! The order by hand, on our values.

use asl_runtime::Value;

use super::super::Missing;
use super::{Refused, retried};

/// The whole order.
pub async fn own(data: Value) -> Result<Value, Refused> {
    let order = get(&data, "order")?;
    let (id, lines) = (get(order, "id")?, get(order, "lines")?);
    let customer = get(order, "customer")?;
    let (who, address) = (get(customer, "email")?, get(customer, "address")?);
    let work = Value::object([
        ("id", id.clone()),
        ("lines", lines.clone()),
        ("who", who.clone()),
        ("currency", Value::text("EUR")),
    ]);
    let validation = retried(|| task::validate(&work)).await?;
    if validation.get("ok").and_then(Value::as_bool) != Some(true) {
        return Err(Refused::Rejected);
    }
    let reservation = reserve(lines).await?;
    let price = price(lines, &work).await?;
    let total = get(&price, "total")?;
    if total.as_f64() > Some(1000.0) {
        refuse_fraud(who, total).await?;
    }
    let reference = format!("order-{}", id.as_str().ok_or(Missing("$.work.id"))?);
    let input = Value::object([
        ("total", total.clone()),
        ("who", who.clone()),
        ("reference", Value::text(reference)),
    ]);
    let payment = retried(|| task::charge(&input)).await?;
    let input = Value::object([
        ("lines", lines.clone()),
        ("reservation", get(&reservation, "reservation")?.clone()),
        ("address", address.clone()),
    ]);
    let shipment = retried(|| task::ship(&input)).await?;
    let tracking = get(&shipment, "id")?;
    let input = Value::object([("who", who.clone()), ("tracking", tracking.clone())]);
    retried(|| task::notify(&input)).await?;
    Ok(Value::object([
        ("id", id.clone()),
        ("total", total.clone()),
        ("payment", get(&payment, "id")?.clone()),
        ("tracking", tracking.clone()),
    ]))
}

#[inline]
fn get<'v>(value: &'v Value, key: &'static str) -> Result<&'v Value, Missing> {
    value.get(key).ok_or(Missing(key))
}

async fn reserve(lines: &Value) -> Result<Value, Refused> {
    let input = Value::object([("lines", lines.clone()), ("warehouse", Value::text("eu-1"))]);
    let reserved = retried(|| task::reserve(&input)).await?;
    let (id, count) = (get(&reserved, "id")?, get(&reserved, "count")?);
    Ok(Value::object([("reservation", id.clone()), ("count", count.clone())]))
}

async fn price(lines: &Value, work: &Value) -> Result<Value, Refused> {
    let input =
        Value::object([("lines", lines.clone()), ("currency", get(work, "currency")?.clone())]);
    retried(|| task::price(&input)).await
}

async fn refuse_fraud(who: &Value, total: &Value) -> Result<(), Refused> {
    let input = Value::object([("who", who.clone()), ("total", total.clone())]);
    let fraud = retried(|| task::fraud(&input)).await?;
    let (score, verdict) = (get(&fraud, "score")?, get(&fraud, "verdict")?);
    if score.as_f64() >= Some(80.0) || verdict.as_str() != Some("pass") {
        return Err(Refused::Rejected);
    }
    Ok(())
}

/// The tasks, which answer at once.
mod task {
    use asl_runtime::Value;

    use super::super::Refused;
    use super::answer;

    pub(super) async fn validate(_: &Value) -> Result<Value, Refused> {
        Ok(answer::validate())
    }

    pub(super) async fn reserve(_: &Value) -> Result<Value, Refused> {
        Ok(answer::reserve())
    }

    pub(super) async fn price(_: &Value) -> Result<Value, Refused> {
        Ok(answer::price())
    }

    pub(super) async fn fraud(_: &Value) -> Result<Value, Refused> {
        Ok(answer::fraud())
    }

    pub(super) async fn charge(_: &Value) -> Result<Value, Refused> {
        Ok(answer::charge())
    }

    pub(super) async fn ship(_: &Value) -> Result<Value, Refused> {
        Ok(answer::ship())
    }

    pub(super) async fn notify(_: &Value) -> Result<Value, Refused> {
        Ok(answer::notify())
    }
}

/// Their answers, also for the machine's tasks.
pub(super) mod answer {
    use asl_runtime::Value;

    pub(in super::super) fn validate() -> Value {
        Value::object([("ok", Value::Bool(true))])
    }

    pub(in super::super) fn reserve() -> Value {
        let eta = Value::text("2026-11-22");
        Value::object([("id", Value::text("r-77")), ("count", Value::Int(12)), ("eta", eta)])
    }

    pub(in super::super) fn price() -> Value {
        Value::object([("total", Value::Float(1234.5)), ("vat", Value::Float(214.25))])
    }

    pub(in super::super) fn fraud() -> Value {
        Value::object([("score", Value::Int(12)), ("verdict", Value::text("pass"))])
    }

    pub(in super::super) fn charge() -> Value {
        Value::object([("id", Value::text("p-5")), ("at", Value::text("2026-11-20T10:00:02Z"))])
    }

    pub(in super::super) fn ship() -> Value {
        Value::object([("id", Value::text("t-900")), ("carrier", Value::text("post"))])
    }

    pub(in super::super) fn notify() -> Value {
        Value::object([("sent", Value::Bool(true))])
    }
}
