//! The metadata in the results of the optimized integrations.

use asl_http::Answer;
use asl_runtime::Value;
use asl_runtime::value::Map;

use crate::error::request_id;

/// Adds headers, status and id of the response.
pub(crate) fn add(result: &mut Value, answer: &Answer) {
    let (mut all, mut first) = (Map::default(), Map::default());
    for name in answer.headers.keys() {
        let values = answer.headers.get_all(name).iter();
        let values: Vec<Value> = values
            .map(|value| Value::from(String::from_utf8_lossy(value.as_bytes()).into_owned()))
            .collect();
        first.insert(name.as_str(), values.first().cloned().unwrap_or_default());
        all.insert(name.as_str(), Value::array(values));
    }
    let status = Value::from(answer.status.as_u16());
    let metadata = [
        ("AllHttpHeaders", Value::from(all)),
        ("HttpHeaders", Value::from(first)),
        ("HttpStatusCode", status),
    ];
    result.insert("SdkHttpMetadata", Value::object(metadata));
    if let Some(id) = request_id(answer) {
        result.insert("SdkResponseMetadata", Value::object([("RequestId", Value::from(id))]));
    }
}
