//! The protocol in front of the operations: checks requests against the API's model, and answers
//! with errors that the operation declares.

mod check;
mod model;

use serde_json::Value;

use crate::fault::Fault;
use crate::observe::note;
use crate::operations;
use crate::service::SfnApi;
use model::Operation;

/// Errors that every operation may answer with, although none declares them.
const COMMON: &[&str] = &[
    "InternalFailure",
    "SerializationException",
    "UnknownOperationException",
    "ValidationException",
];

impl SfnApi {
    /// Performs an operation: the answer to a request with this `x-amz-target` and this body.
    ///
    /// ```no_run
    /// # async fn example(api: asl_sfn_api::SfnApi) -> Result<(), asl_sfn_api::Fault> {
    /// use serde_json::json;
    ///
    /// let machine = "arn:aws:states:us-east-1:123456789012:stateMachine:order";
    /// let input = json!({"stateMachineArn": machine, "input": "{\"id\": 7}"});
    /// let started = api.call("StartExecution", input).await?;
    /// println!("{}", started["executionArn"]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// The operation's errors.
    pub async fn call(&self, operation: &str, input: Value) -> Result<Value, Fault> {
        call(self, operation, input).await
    }
}

/// Performs the operation with a name.
pub(crate) async fn call(api: &SfnApi, operation: &str, mut input: Value) -> Result<Value, Fault> {
    let operation = Operation::find(operation).ok_or_else(|| {
        Fault::new("UnknownOperationException", format!("there is no operation `{operation}`"))
    })?;
    check::check(operation, &mut input)?;
    note(&input);
    let output = operations::call(api, operation.name, input).await;
    output.inspect(note).map_err(|fault| declared(operation, fault))
}

/// The name of an operation as the model has it. Empty for others.
pub(crate) fn known_name(operation: &str) -> &'static str {
    Operation::find(operation).map_or("", |operation| operation.name)
}

/// The fault if the operation declares it. Clients have no type for others.
fn declared(operation: &Operation, fault: Fault) -> Fault {
    let kind = fault.kind();
    if operation.errors.contains(&kind) || COMMON.contains(&kind) {
        return fault;
    }
    Fault::new("InternalFailure", format!("{} does not answer with {fault}", operation.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_errors_that_the_operation_declares_are_answered() {
        let operation = Operation::find("DescribeExecution").unwrap();
        let kind = |kind| declared(operation, Fault::new(kind, "why")).kind();
        assert_eq!(kind("ExecutionDoesNotExist"), "ExecutionDoesNotExist");
        assert_eq!(kind("ValidationException"), "ValidationException");
        assert_eq!(kind("StateMachineDoesNotExist"), "InternalFailure");
        let fault = declared(operation, Fault::new("InvalidName", "why"));
        assert_eq!(fault.message(), "DescribeExecution does not answer with InvalidName: why");
    }
}
