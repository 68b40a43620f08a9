//! Lambda functions, which the service calls itself.

use asl_swf::model::decision::ScheduleLambdaFunction;
use asl_swf::model::event::{
    LambdaFunctionCompleted, LambdaFunctionFailed, LambdaFunctionScheduled, LambdaFunctionStarted,
    LambdaFunctionTimedOut, ScheduleLambdaFunctionFailed, StartLambdaFunctionFailed,
};
use asl_swf::model::{
    EventAttributes, LambdaFunctionTimeoutType, StartLambdaFunctionFailedCause, Timeout,
};

use super::Service;
use super::answer::Answer;
use super::due::Due;
use super::run::{Lambda, RunKey};
use crate::fault::{Fault, Outcome};
use crate::lambda::{LambdaAnswer, LambdaCall};

/// Default time-out of a function in seconds.
const DEFAULT_TIMEOUT: u64 = 900;

impl Service {
    pub(super) fn schedule_lambda(&mut self, answer: &Answer, lambda: ScheduleLambdaFunction) {
        let (run, limit) = (self.run(answer.run), self.options.limits.lambdas);
        let cause = if run.lambdas.values().any(|open| open.id == lambda.id) {
            Some("ID_ALREADY_IN_USE")
        } else {
            (run.lambdas.len() >= limit).then_some("OPEN_LAMBDA_FUNCTIONS_LIMIT_EXCEEDED")
        };
        let decision_task_completed_event_id = answer.completed;
        if let Some(cause) = answer.refused.as_deref().or(cause) {
            let cause = cause.into();
            let failed = ScheduleLambdaFunctionFailed {
                id: lambda.id,
                name: lambda.name,
                cause,
                decision_task_completed_event_id,
            };
            self.decision_failed(answer, EventAttributes::ScheduleLambdaFunctionFailed(failed));
            return;
        }
        let timeout = match lambda.start_to_close_timeout {
            Some(Timeout::Seconds(seconds)) => seconds,
            Some(Timeout::Unlimited) | None => DEFAULT_TIMEOUT,
        };
        let open = Lambda {
            id: lambda.id.clone(),
            name: lambda.name.clone(),
            input: lambda.input.clone(),
            timeout,
            started: None,
        };
        let scheduled = LambdaFunctionScheduled {
            id: lambda.id,
            name: lambda.name,
            control: lambda.control,
            input: lambda.input,
            start_to_close_timeout: Some(Timeout::Seconds(timeout)),
            decision_task_completed_event_id,
        };
        let event = self.record(answer.run, EventAttributes::LambdaFunctionScheduled(scheduled));
        self.run_mut(answer.run).lambdas.insert(event, open);
        self.plan_delivery(Due::LambdaStarts(answer.run, event));
    }

    pub(super) fn lambda_starts(&mut self, key: RunKey, event: i64) {
        let run = self.run(key);
        let Some(open) = run.lambdas.get(&event).filter(|_| run.closed.is_none()) else { return };
        let call = LambdaCall {
            workflow_id: run.execution.workflow_id.clone(),
            id: open.id.clone(),
            name: open.name.clone(),
            input: open.input.clone(),
        };
        let timeout = open.timeout;
        let answer = match (&run.settings.lambda_role, &self.functions) {
            (None, _) => LambdaAnswer::NotStarted("the execution has no Lambda role".into()),
            (Some(_), Some(functions)) => functions(&call),
            (Some(_), None) => LambdaAnswer::Held,
        };
        if let LambdaAnswer::NotStarted(message) = answer {
            self.lambda_not_started(key, event, message);
            return;
        }
        let started = self.record(
            key,
            EventAttributes::LambdaFunctionStarted(LambdaFunctionStarted {
                scheduled_event_id: event,
            }),
        );
        if let Some(open) = self.run_mut(key).lambdas.get_mut(&event) {
            open.started = Some(started);
        }
        self.plan_timeout(Timeout::Seconds(timeout), Due::LambdaTimeout(key, event));
        self.lambda_answers(key, event, answer);
    }

    fn lambda_not_started(&mut self, key: RunKey, event: i64, message: String) {
        self.run_mut(key).lambdas.remove(&event);
        let failed = StartLambdaFunctionFailed {
            scheduled_event_id: Some(event),
            cause: Some(StartLambdaFunctionFailedCause::AssumeRoleFailed),
            message: Some(message),
        };
        self.record(key, EventAttributes::StartLambdaFunctionFailed(failed));
        self.want_decision(key);
    }

    pub(super) fn lambda_answers(&mut self, key: RunKey, event: i64, answer: LambdaAnswer) {
        let run = self.run(key);
        let Some(open) = run.lambdas.get(&event).filter(|_| run.closed.is_none()) else { return };
        let (scheduled_event_id, started_event_id) = (event, open.started.unwrap_or(0));
        let attributes = match answer {
            LambdaAnswer::Held => return,
            LambdaAnswer::Later(delay, answer) => {
                let delay = i64::try_from(delay.as_millis()).unwrap_or(i64::MAX);
                self.plan(delay, Due::LambdaAnswers(key, event, *answer));
                return;
            }
            LambdaAnswer::NotStarted(message) => {
                self.lambda_not_started(key, event, message);
                return;
            }
            LambdaAnswer::Result(result) => {
                EventAttributes::LambdaFunctionCompleted(LambdaFunctionCompleted {
                    scheduled_event_id,
                    started_event_id,
                    result: Some(result),
                })
            }
            LambdaAnswer::Failed { reason, details } => {
                EventAttributes::LambdaFunctionFailed(LambdaFunctionFailed {
                    scheduled_event_id,
                    started_event_id,
                    reason: Some(reason),
                    details: Some(details),
                })
            }
        };
        self.run_mut(key).lambdas.remove(&event);
        self.record(key, attributes);
        self.want_decision(key);
    }

    pub(super) fn lambda_timed_out(&mut self, key: RunKey, event: i64) {
        let run = self.run_mut(key);
        if run.closed.is_some() {
            return;
        }
        let Some(open) = run.lambdas.remove(&event) else { return };
        let timed_out = LambdaFunctionTimedOut {
            scheduled_event_id: event,
            started_event_id: open.started.unwrap_or(0),
            timeout_type: Some(LambdaFunctionTimeoutType::StartToClose),
        };
        self.record(key, EventAttributes::LambdaFunctionTimedOut(timed_out));
        self.want_decision(key);
    }

    /// Answers a held call of a function.
    pub(crate) fn answer_lambda(
        &mut self,
        domain: &str,
        workflow_id: &str,
        id: &str,
        answer: LambdaAnswer,
    ) -> Outcome<()> {
        let key = self.open_or_fault(domain, workflow_id, None)?;
        let started = |(event, open): (&i64, &Lambda)| {
            (open.id == id && open.started.is_some()).then_some(*event)
        };
        let event = self.run(key).lambdas.iter().find_map(started);
        let event =
            event.ok_or_else(|| Fault::unknown(format!("no Lambda function {id} is under way")))?;
        self.lambda_answers(key, event, answer);
        Ok(())
    }
}
