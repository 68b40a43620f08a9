//! A request's body as a form: `RequestBodyEncoding` `URL_ENCODED`.

use asl_runtime::Value;

/// The form of arrays: `RequestEncodingOptions.ArrayFormat`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ArrayFormat {
    /// `a[0]=x&a[1]=y`
    Indices,
    /// `a=x&a=y`
    Repeat,
    /// `a=x,y`
    Commas,
    /// `a[]=x&a[]=y`
    Brackets,
    /// As JSON text.
    None,
}

/// The fields of a form, not yet encoded. Members of objects are `a[b]`.
pub(crate) fn fields(body: &Value, arrays: ArrayFormat) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    // The depth is that of the value, at most 256.
    for (name, value) in body.as_object().into_iter().flat_map(asl_runtime::value::Object::iter) {
        field(name.to_owned(), value, arrays, &mut fields);
    }
    fields
}

fn field(name: String, value: &Value, arrays: ArrayFormat, fields: &mut Vec<(String, String)>) {
    match value {
        Value::Object(object) => {
            for (member, value) in object.iter() {
                field(format!("{name}[{member}]"), value, arrays, fields);
            }
        }
        Value::Array(items) => match arrays {
            ArrayFormat::None => fields.push((name, value.to_json_string())),
            ArrayFormat::Commas => {
                fields.push((name, items.iter().map(text).collect::<Vec<_>>().join(",")));
            }
            ArrayFormat::Repeat => {
                items.iter().for_each(|item| field(name.clone(), item, arrays, fields));
            }
            ArrayFormat::Brackets => {
                items.iter().for_each(|item| field(format!("{name}[]"), item, arrays, fields));
            }
            ArrayFormat::Indices => {
                for (index, item) in items.iter().enumerate() {
                    field(format!("{name}[{index}]"), item, arrays, fields);
                }
            }
        },
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {
            fields.push((name, text(value)));
        }
    }
}

/// A value as text: a string without quotation marks, any other value as JSON.
pub(crate) fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_json_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use asl_runtime::json;

    use super::*;

    #[test]
    fn arrays_are_written_as_asked_for() {
        let body = json!({"n": 1, "o": {"p": true, "q": ["x"]}, "a": ["1", 2]});
        let written = |arrays| {
            let fields = fields(&body, arrays);
            fields
                .into_iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect::<Vec<_>>()
                .join("&")
        };
        assert_eq!(written(ArrayFormat::Indices), "n=1&o[p]=true&o[q][0]=x&a[0]=1&a[1]=2");
        assert_eq!(written(ArrayFormat::Repeat), "n=1&o[p]=true&o[q]=x&a=1&a=2");
        assert_eq!(written(ArrayFormat::Commas), "n=1&o[p]=true&o[q]=x&a=1,2");
        assert_eq!(written(ArrayFormat::Brackets), "n=1&o[p]=true&o[q][]=x&a[]=1&a[]=2");
        assert_eq!(written(ArrayFormat::None), "n=1&o[p]=true&o[q]=[\"x\"]&a=[\"1\",2]");
    }
}
