//! The machines of the tests. Each call of a task is noted in a file.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use asl_postgres::{Transactional as _, task_error};
use asl_runtime::{Compiled, TaskContext, TaskError, Value, asl_machine};

asl_machine!("tests/machines/approve.asl.json"); // -> mod approve
asl_machine!("tests/machines/effects.asl.json"); // -> mod effects
asl_machine!("tests/machines/parent.asl.json"); // -> mod parent
asl_machine!("tests/machines/pause.asl.json"); // -> mod pause
asl_machine!("tests/machines/slow.asl.json"); // -> mod slow
asl_machine!(pub(crate) "tests/machines/three.asl.json"); // -> mod three

/// Later versions.
pub(crate) mod v2 {
    asl_runtime::asl_machine!("tests/machines/v2/pause.asl.json"); // -> mod pause

    impl pause::Tasks for super::Shop {}

    pub(crate) fn pause(shop: super::Shop) -> asl_runtime::Compiled {
        pause::machine(shop)
    }
}

/// The tasks of all machines.
#[derive(Clone)]
pub(crate) struct Shop {
    /// The file with a line for each call.
    notes: Arc<File>,
    /// Longest time that a task takes.
    longest: u64,
}

impl Shop {
    pub(crate) fn new(notes: &Path, longest: u64) -> Self {
        let file = File::options().create(true).append(true).open(notes).expect("the notes");
        Self { notes: Arc::new(file), longest }
    }

    pub(crate) fn machines(&self) -> Vec<Compiled> {
        vec![
            three::machine(self.clone()),
            approve::machine(self.clone()),
            effects::machine(self.clone()),
            parent::machine(self.clone()),
            pause::machine(self.clone()),
            slow::machine(self.clone()),
        ]
    }

    fn note(&self, line: &str) {
        (&*self.notes).write_all(format!("{line}\n").as_bytes()).expect("the notes");
    }

    /// Returns a value that no other call returns.
    async fn make(&self, cx: &TaskContext) -> Result<Value, TaskError> {
        let made =
            format!("{}/{:016x}", cx.idempotency_key(), asl_runtime::__engine::random_seed());
        self.note(&made);
        if self.longest > 0 {
            let millis = asl_runtime::__engine::random_seed() % self.longest;
            tokio::time::sleep(Duration::from_millis(millis)).await;
        }
        Ok(Value::from(made))
    }
}

impl three::Tasks for Shop {
    async fn first(&self, cx: &TaskContext, _: Value) -> Result<Value, TaskError> {
        self.make(cx).await
    }

    async fn second(&self, cx: &TaskContext, _: Value) -> Result<Value, TaskError> {
        self.make(cx).await
    }

    async fn third(&self, cx: &TaskContext, _: Value) -> Result<Value, TaskError> {
        self.make(cx).await
    }
}

impl approve::Tasks for Shop {
    async fn ask(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        let text = |name| input.at([name]).and_then(|it| it.as_str()).expect("a text").to_owned();
        self.note(&format!("token {} {}", text("id"), text("token")));
        Ok(Value::Null)
    }
}

/// Notes that a task was dropped.
struct Dropped<'s>(&'s Shop);

impl Drop for Dropped<'_> {
    fn drop(&mut self) {
        self.0.note("dropped");
    }
}

impl slow::Tasks for Shop {
    async fn work(&self, _: &TaskContext, input: Value) -> Result<Value, TaskError> {
        let _dropped = Dropped(self);
        self.note("begun");
        let millis = input.at(["millis"]).and_then(Value::as_u64).expect("a time");
        tokio::time::sleep(Duration::from_millis(millis)).await;
        self.note("done");
        Ok(Value::Null)
    }
}

impl Shop {
    /// Writes a row for this execution and task, together with the end of the task.
    async fn write(&self, cx: &TaskContext, input: &Value) -> Result<Value, TaskError> {
        let transaction = cx.transaction().await?;
        let (id, key) = (cx.execution_id().to_string(), cx.idempotency_key());
        let account = input.at(["account"]).filter(|_| cx.state() == "Bill");
        let account = account.and_then(Value::as_str).unwrap_or("ada");
        let sql = "insert into effect (execution, task, key, account) values ($1, $2, $3, $4)";
        let row = transaction.execute(sql, &[&id, &cx.state(), &key, &account]).await;
        row.map_err(|error| task_error(&error))?;
        self.make(cx).await?;
        let millis = input.at(["millis"]).and_then(Value::as_u64).unwrap_or(0);
        tokio::time::sleep(Duration::from_millis(millis)).await;
        transaction.commit_with_end().await?;
        if input.at(["fails"]).is_some() {
            return Err(TaskError::new("Failed", "as it was asked to"));
        }
        Ok(Value::Null)
    }
}

impl effects::Tasks for Shop {
    async fn book(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.write(cx, &input).await
    }

    async fn bill(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {
        self.write(cx, &input).await
    }
}

impl parent::Tasks for Shop {}

impl pause::Tasks for Shop {}
