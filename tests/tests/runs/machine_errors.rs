//! The errors of a machine as an enum.

use std::error::Error as _;

use asl_runtime::engine::simulation::{Scripted, Simulation};
use asl_runtime::error::Status;
use asl_runtime::{Failure, TaskContext, TaskError, Value, asl_machine, json};

asl_machine!("definitions/machine_errors.asl.json", name = work, allow = [ASL0814]);

use work::Error;

/// The error with which the machine ends if its task has this one.
#[expect(clippy::expect_used, reason = "a machine that succeeds fails the test")]
fn ended(task: &Scripted) -> Error {
    let run = Simulation::new().run(&work::MACHINE, json!(null), |_| task.clone());
    run.result.map_err(Error::from).expect_err("no state succeeds")
}

#[test]
fn each_error_name_of_the_definition_has_a_variant() {
    let busy = ended(&Scripted::fail("Busy", "later"));
    assert!(matches!(busy, Error::Busy(_)), "{busy}");
    let refused = ended(&Scripted::fail("States.Permissions", ""));
    assert!(matches!(refused, Error::StatesPermissions(_)), "{refused}");
    let failed = ended(&Scripted::fail("States.TaskFailed", ""));
    assert!(matches!(failed, Error::StatesTaskFailed(_)), "{failed}");
    let failed = ended(&Scripted::fail("States.Timeout", ""));
    assert!(matches!(failed, Error::StatesTimeout(_)), "{failed}");
    // A keyword gets an underscore.
    assert!(matches!(ended(&Scripted::answer(json!("self"))), Error::Self_(_)));
    // The error that is called `Other` is not one of the others; here it is caught.
    let renamed = Error::from(Failure::new("Other", ""));
    assert!(matches!(renamed, Error::Other2(_)), "{renamed}");
    let unmatched = ended(&Scripted::answer(json!("none")));
    assert!(matches!(unmatched, Error::StatesRuntime(_)), "{unmatched}");
}

#[test]
fn other_errors_are_one_variant() {
    let unnamed = ended(&Scripted::fail("Other", ""));
    assert!(matches!(unnamed, Error::Other(_)), "{unnamed}");
    assert_eq!(unnamed.failure().error(), None);
    // The name comes from the data.
    let computed = ended(&Scripted::answer(json!("computed")));
    let Error::Other(failure) = &computed else { panic!("not in the definition: {computed}") };
    assert_eq!((failure.error(), failure.cause()), (Some("computed"), Some("computed")));
    assert_eq!(computed.into_failure().status(), Status::Failed);
}

/// Runs it, with the errors of the machine as those of the function.
async fn run() -> Result<Value, Error> {
    struct Lost;

    impl work::Tasks for Lost {
        async fn work(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
            Err(std::fmt::Error.into())
        }
    }

    Ok(work::run(Lost, json!(null)).await?)
}

#[tokio::test]
async fn its_texts_and_its_source_are_those_of_the_failure() {
    let error = run().await.expect_err("the task fails");
    let text = "States.TaskFailed in Error (tests/definitions/machine_errors.asl.json:5:5): an \
                error occurred when formatting an argument";
    assert_eq!(error.to_string(), text);
    assert_eq!(format!("{error:?}"), format!("{:?}", error.failure()));
    assert!(error.source().is_some_and(<dyn std::error::Error>::is::<std::fmt::Error>));
}
