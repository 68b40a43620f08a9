//! Calls of tasks that the parent process performs.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::mpsc;

use asl_runtime::__private::{envelope, payload};
use asl_runtime::TaskContext;
use asl_runtime::services::Services;
use asl_value::error::TaskError;
use asl_value::mutex::lock;
use asl_value::value::{Text, Value};

use super::protocol::{Answer, Call, CallReply, Order, Report, is_lambda_invoke};

/// The answer of a service that got a task token: the task's outcome follows, as a report by the
/// token.
pub fn report_later(services: Services, token: Text, outcome: Result<Value, TaskError>) -> Value {
    tokio::spawn(async move {
        // The task may have timed out.
        let _ = match outcome {
            Ok(output) => services.success(&token, output).await,
            Err(error) => services.failure(&token, error).await,
        };
    });
    Value::object([])
}

/// The open calls, with the way to the parent.
pub struct Calls {
    send: Box<dyn Fn(Report) + Send + Sync>,
    open: Mutex<Open>,
    is_closing: AtomicBool,
}

#[derive(Default)]
struct Open {
    last: u64,
    senders: BTreeMap<u64, mpsc::UnboundedSender<Order>>,
}

impl Calls {
    /// Calls that are sent to the parent by a function.
    pub fn new(send: impl Fn(Report) + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self {
            send: Box::new(send),
            open: Mutex::default(),
            is_closing: AtomicBool::new(false),
        })
    }

    /// Passes an order on to the call that it is about. The call may have been dropped.
    pub fn take(&self, order: Order) {
        let id = match &order {
            Order::Answer(answer) => answer.id,
            Order::Taken { id, .. } | Order::Submitted { id, .. } => *id,
            Order::Begin(_) | Order::Test(_) | Order::Go | Order::Cancel => return,
        };
        if let Some(sender) = lock(&self.open).senders.get(&id) {
            let _ = sender.send(order);
        }
    }

    /// From now on, a call that is dropped is not reported: it is called again when its execution
    /// continues.
    pub fn close(&self) {
        self.is_closing.store(true, Ordering::Release);
    }

    /// Performs a call by the parent. `key` is its idempotency key.
    ///
    /// # Errors
    /// That of the parent's answer.
    pub async fn perform(
        &self,
        cx: TaskContext,
        key: String,
        input: Value,
    ) -> Result<Value, TaskError> {
        let (id, mut orders) = self.open();
        let _call = OpenCall { calls: self, id };
        (self.send)(Report::Call(Box::new(message(id, &cx, key, input.clone()))));
        loop {
            match orders.recv().await {
                Some(Order::Answer(answer)) => {
                    lock(&self.open).senders.remove(&id);
                    return result(cx, input, answer).await;
                }
                Some(Order::Taken { worker, .. }) => cx.started_by(worker),
                Some(Order::Submitted { answer, .. }) => cx.submitted(answer),
                Some(Order::Begin(_) | Order::Test(_) | Order::Go | Order::Cancel) => {}
                None => return std::future::pending().await,
            }
        }
    }

    fn open(&self) -> (u64, mpsc::UnboundedReceiver<Order>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        let mut open = lock(&self.open);
        open.last += 1;
        let id = open.last;
        open.senders.insert(id, sender);
        (id, receiver)
    }
}

/// A call whose end the parent waits for, unless it has answered.
struct OpenCall<'c> {
    calls: &'c Calls,
    id: u64,
}

impl Drop for OpenCall<'_> {
    fn drop(&mut self) {
        let is_open = lock(&self.calls.open).senders.remove(&self.id).is_some();
        if is_open && !self.calls.is_closing.load(Ordering::Acquire) {
            (self.calls.send)(Report::Dropped(self.id));
        }
    }
}

/// The call as the parent receives it.
fn message(id: u64, cx: &TaskContext, key: String, input: Value) -> Call {
    Call {
        id,
        state: cx.state().to_owned(),
        method: cx.method().to_owned(),
        resource: cx.resource().to_owned(),
        name: cx.name().to_owned(),
        input,
        attempt: cx.attempt(),
        key,
        token: cx.token(),
        credentials: cx.credentials().cloned(),
    }
}

/// The result of a call that the parent has answered.
async fn result(cx: TaskContext, input: Value, answer: Answer) -> Result<Value, TaskError> {
    tokio::time::sleep(Duration::from_millis(answer.after)).await;
    match answer.reply {
        CallReply::Payload(answer) if is_lambda_invoke(cx.resource()) => {
            let (cx, _) = payload(cx, input);
            Ok(envelope(&cx, answer))
        }
        CallReply::Return(output) | CallReply::Payload(output) => Ok(output),
        CallReply::Throw { error, cause } => Err(TaskError::new(error, cause)),
        CallReply::TimesOut | CallReply::Hangs => std::future::pending().await,
    }
}
