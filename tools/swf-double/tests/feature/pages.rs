//! Histories in pages.

use asl_swf::service::{GetWorkflowExecutionHistory, PollForDecisionTask};

use super::support::*;

#[test]
fn a_decision_task_comes_in_pages_that_end_with_its_start() {
    for (size, reverse) in [(1, false), (3, true), (7, false), (1000, true)] {
        let (double, _) = started();
        for number in 0..7 {
            double.signal("w", &number.to_string(), "").unwrap();
        }
        let mut poll = PollForDecisionTask {
            domain: "test".into(),
            task_list: "Work".into(),
            maximum_page_size: Some(size),
            reverse_order: reverse,
            ..Default::default()
        };
        let first = double.poll_for_decision_task(poll.clone()).unwrap();
        double.signal("w", "later", "").unwrap();
        let mut ids: Vec<i64> = first.events.iter().map(|event| event.event_id).collect();
        poll.next_page_token = first.next_page_token;
        while poll.next_page_token.is_some() {
            let page = double.poll_for_decision_task(poll.clone()).unwrap();
            assert_eq!(double.poll_for_decision_task(poll.clone()).unwrap().events, page.events);
            assert_eq!((page.task_token, page.started_event_id), (first.task_token.clone(), 10));
            assert!(page.events.len() <= usize::try_from(size).unwrap());
            ids.extend(page.events.iter().map(|event| event.event_id));
            poll.next_page_token = page.next_page_token;
        }
        if reverse {
            ids.reverse();
        }
        assert_eq!(ids, (1..=10).collect::<Vec<_>>());
    }
}

#[test]
fn page_tokens_of_one_action_are_refused_by_the_other() {
    let (double, run) = started();
    let history = GetWorkflowExecutionHistory {
        domain: "test".into(),
        execution: run,
        maximum_page_size: Some(1),
        ..Default::default()
    };
    let of_history =
        double.get_workflow_execution_history(history.clone()).unwrap().next_page_token;
    let poll = PollForDecisionTask {
        domain: "test".into(),
        task_list: "Work".into(),
        maximum_page_size: Some(1),
        ..Default::default()
    };
    let of_task = double.poll_for_decision_task(poll.clone()).unwrap().next_page_token;
    assert!(of_history.is_some() && of_task.is_some());
    let wrong = double.poll_for_decision_task(PollForDecisionTask {
        next_page_token: of_history,
        ..poll.clone()
    });
    assert_eq!(wrong.unwrap_err().code(), "ValidationException");
    let wrong = double.get_workflow_execution_history(GetWorkflowExecutionHistory {
        next_page_token: of_task,
        ..history
    });
    assert_eq!(wrong.unwrap_err().code(), "ValidationException");
    let wrong = double
        .poll_for_decision_task(PollForDecisionTask { maximum_page_size: Some(1_001), ..poll });
    assert_eq!(wrong.unwrap_err().code(), "ValidationException");
}
