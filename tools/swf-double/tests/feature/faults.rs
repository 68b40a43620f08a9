//! Requests that are refused.

use asl_swf::model::{ActivityType, TaskList, Timeout, WorkflowType};
use asl_swf::service::{
    PollForDecisionTask, RegisterDomain, RegisterWorkflowType, RespondActivityTaskCompleted,
    SignalWorkflowExecution, StartWorkflowExecution, SwfError, SwfErrorKind,
};
use asl_swf_double::{Double, Limits, Options};

use super::support::*;

fn request(workflow_id: &str) -> StartWorkflowExecution {
    let workflow_type = WorkflowType::new("Work", "1");
    StartWorkflowExecution {
        domain: "test".into(),
        workflow_id: workflow_id.into(),
        workflow_type,
        ..Default::default()
    }
}

#[test]
fn what_is_not_registered_is_unknown() {
    let (double, _) = started();
    let unknown = |error: SwfError| {
        assert_eq!((error.kind(), error.code()), (SwfErrorKind::Unknown, "UnknownResourceFault"));
    };
    unknown(double.start("Other", "1", "x", "").unwrap_err());
    unknown(double.start("Work", "2", "x", "").unwrap_err());
    unknown(
        double
            .start_workflow_execution(StartWorkflowExecution {
                domain: "none".into(),
                ..request("x")
            })
            .unwrap_err(),
    );
    unknown(double.signal("x", "A", "").unwrap_err());
    unknown(double.request_cancel("x").unwrap_err());
    let signal = SignalWorkflowExecution {
        domain: "test".into(),
        workflow_id: "w".into(),
        run_id: Some("other".into()),
        signal_name: "A".into(),
        input: None,
    };
    unknown(double.signal_workflow_execution(signal).unwrap_err());
    let poll = PollForDecisionTask {
        domain: "none".into(),
        task_list: "Work".into(),
        ..Default::default()
    };
    unknown(double.poll_for_decision_task(poll).unwrap_err());
    unknown(double.deprecate_activity_type("test", &ActivityType::new("None", "1")).unwrap_err());
}

#[test]
fn nothing_is_made_twice() {
    let (double, _) = started();
    assert_eq!(double.register("Work", "1").unwrap_err().code(), "TypeAlreadyExistsFault");
    assert_eq!(double.register_activity("Act", "1").unwrap_err().code(), "TypeAlreadyExistsFault");
    let domain = RegisterDomain { name: "test".into(), ..Default::default() };
    assert_eq!(double.register_domain(domain).unwrap_err().code(), "DomainAlreadyExistsFault");
    assert_eq!(
        double.start("Work", "1", "w", "").unwrap_err().code(),
        "WorkflowExecutionAlreadyStartedFault"
    );
}

#[test]
fn a_type_without_defaults_or_deprecated_starts_nothing() {
    let (double, _) = started();
    let bare = RegisterWorkflowType {
        domain: "test".into(),
        name: "Bare".into(),
        version: "1".into(),
        ..Default::default()
    };
    double.register_workflow_type(bare).unwrap();
    let mut request =
        StartWorkflowExecution { workflow_type: WorkflowType::new("Bare", "1"), ..request("b") };
    for missing in [
        "EXECUTION_START_TO_CLOSE_TIMEOUT",
        "TASK_START_TO_CLOSE_TIMEOUT",
        "TASK_LIST",
        "CHILD_POLICY",
    ] {
        let error = double.start_workflow_execution(request.clone()).unwrap_err();
        assert_eq!(
            (error.code(), error.message()),
            ("DefaultUndefinedFault", format!("DEFAULT_{missing}_UNDEFINED").as_str())
        );
        match missing {
            "EXECUTION_START_TO_CLOSE_TIMEOUT" => {
                request.execution_start_to_close_timeout = Some(Timeout::Seconds(9));
            }
            "TASK_START_TO_CLOSE_TIMEOUT" => {
                request.task_start_to_close_timeout = Some(Timeout::Unlimited);
            }
            "TASK_LIST" => request.task_list = Some(TaskList::new("b")),
            _ => request.child_policy = Some("ABANDON".into()),
        }
    }
    double.start_workflow_execution(request).unwrap();
    double.deprecate_workflow_type("test", &WorkflowType::new("Work", "1")).unwrap();
    assert_eq!(double.start("Work", "1", "x", "").unwrap_err().code(), "TypeDeprecatedFault");
}

#[test]
fn limits_of_sizes_and_characters_are_kept() {
    let (double, _) = started();
    let refused = |request: StartWorkflowExecution| {
        assert_eq!(
            double.start_workflow_execution(request.clone()).unwrap_err().code(),
            "ValidationException",
            "{request:?}"
        );
    };
    for id in ["", "a:b", "a/b", "a|b", "arn", "a\u{1}", "a\u{85}", &"x".repeat(257)] {
        refused(request(id));
    }
    refused(StartWorkflowExecution { input: Some("x".repeat(32_769)), ..request("a") });
    refused(StartWorkflowExecution { tag_list: vec![String::new(); 6], ..request("a") });
    refused(StartWorkflowExecution { task_priority: Some("urgent".into()), ..request("a") });
    refused(StartWorkflowExecution {
        execution_start_to_close_timeout: Some(Timeout::Unlimited),
        ..request("a")
    });
    refused(StartWorkflowExecution {
        task_start_to_close_timeout: Some(Timeout::Seconds(100_000_000)),
        ..request("a")
    });
    double
        .start_workflow_execution(StartWorkflowExecution {
            input: Some("ä".repeat(32_768)),
            ..request(&"é".repeat(256))
        })
        .unwrap();

    decide(&double, [activity("a")]);
    let task = double.activity("Act").unwrap();
    let answer = |length| RespondActivityTaskCompleted {
        task_token: task.task_token.clone(),
        result: Some("x".repeat(length)),
    };
    assert_eq!(
        double.respond_activity_task_completed(answer(32_769)).unwrap_err().code(),
        "ValidationException"
    );
    double.respond_activity_task_completed(answer(32_768)).unwrap();
}

#[test]
fn a_decision_that_is_not_well_formed_refuses_the_whole_answer() {
    let (double, run) = started();
    let task = loop {
        let task = double.decision("Work").unwrap();
        if !task.is_empty() {
            break task;
        }
    };
    let before = types(&double, &run).len();
    let long = "x".repeat(257);
    for decision in [
        activity(""),
        activity("a/b"),
        timer("arn", 1),
        timer("t", 100_000_000),
        marker(&long),
        child("c:d"),
        lambda("a|b"),
        signal(""),
    ] {
        let error = double.decide(&task, vec![marker("first"), decision.clone()]).unwrap_err();
        assert_eq!(error.code(), "ValidationException", "{decision:?}");
    }
    assert_eq!(types(&double, &run).len(), before);
}

#[test]
fn a_domain_holds_so_many_open_executions() {
    let limits = Limits { executions: 1, ..Limits::default() };
    let (double, _) = started_with(Options { limits, ..Options::default() });
    assert_eq!(double.start("Work", "1", "x", "").unwrap_err().kind(), SwfErrorKind::LimitExceeded);
}

#[test]
fn calls_fail_and_answers_get_lost_when_the_test_says_so() {
    let double = Double::new();
    let throttled = SwfError::new(
        SwfErrorKind::Throttled,
        "RegisterWorkflowType",
        "ThrottlingException",
        "Rate exceeded",
    );
    double.fail_call("RegisterWorkflowType", throttled.clone());
    assert_eq!(double.register("Work", "1"), Err(throttled));
    let lost = SwfError::new(SwfErrorKind::Late, "RegisterWorkflowType", "", "no answer");
    double.lose_answer("RegisterWorkflowType", lost.clone());
    assert_eq!(double.register("Work", "1"), Err(lost));
    assert_eq!(double.register("Work", "1").unwrap_err().code(), "TypeAlreadyExistsFault");
}
