//! Executions of one machine with the types of its input and output.

use std::fmt;
use std::time::SystemTime;

use asl_runtime::error::Failure;
use asl_runtime::value::Text;
use asl_runtime::{Event, MachineInput, Typed, Value};

use super::describe::execution_id;
use super::{CallError, Description, Durable, Start, Started};

/// The executions of one machine in a store, with the types of its input and output. See
/// [`Durable::executions`].
///
/// Each method takes the name of an execution, as [`Executions::start`] does; if the store generated
/// it, [`Started::name`] has it. Executions that were started with an id of their own
/// ([`Start::id`]) are reached by that id through [`Executions::store`].
pub struct Executions<I, O> {
    store: Durable,
    typed: Typed<I, O>,
}

impl Durable {
    /// The executions of a machine, with the types of its input and output: of the constant `TYPED`
    /// of a machine with the options `input` or `output`.
    ///
    /// ```
    /// # use std::time::Duration;
    /// use asl_durable::{Durable, Options};
    /// use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
    /// use serde::{Deserialize, Serialize};
    ///
    /// asl_machine!("doc/greet.asl.json", input = Guest, output = Greeted); // -> mod greet
    ///
    /// #[derive(Serialize)]
    /// struct Guest {
    ///     name: String,
    /// }
    ///
    /// #[derive(Deserialize)]
    /// struct Greeted {
    ///     greeting: String,
    /// }
    ///
    /// # struct Polite;
    /// # impl greet::Tasks for Polite {
    /// #     async fn greet(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
    /// #         Ok(json!("Hello!"))
    /// #     }
    /// # }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # tokio::runtime::Builder::new_multi_thread().enable_time().build()?.block_on(async {
    /// # let directory = std::env::temp_dir().join(format!("asl-typed-{}", std::process::id()));
    /// # let machines = [greet::machine(Polite)];
    /// let store = Durable::open(&directory, machines, Options::default()).await?;
    /// let guests = store.executions(greet::TYPED); // clone it into every handler
    /// guests.start("ada", Guest { name: "Ada".to_owned() }).await?;
    /// let greeted = guests.wait("ada").await??;
    /// assert_eq!(greeted.greeting, "Hello!");
    /// # store.close(Duration::from_secs(10)).await?;
    /// # std::fs::remove_dir_all(&directory)?;
    /// # Ok(())
    /// # })
    /// # }
    /// ```
    pub fn executions<I, O>(&self, typed: Typed<I, O>) -> Executions<I, O> {
        Executions { store: self.clone(), typed }
    }
}

impl<I, O> Executions<I, O> {
    /// Starts an execution in the version of the machine that has the types. See [`Durable::start`].
    ///
    /// # Errors
    /// As for [`Durable::start`], and [`CallError::TypeMismatch`]: the input cannot be converted to a
    /// value. Nothing is started then.
    pub async fn start(
        &self,
        name: impl Into<Text>,
        input: impl MachineInput<I>,
    ) -> Result<Started, CallError> {
        self.store.start_with(self.request(input)?.name(name)).await
    }

    /// The request that [`Executions::start`] makes, for options besides the name:
    /// `store.start_with(orders.request(&order)?.name("order-7").role_arn(role))`.
    ///
    /// # Errors
    /// [`CallError::TypeMismatch`]
    pub fn request(&self, input: impl MachineInput<I>) -> Result<Start, CallError> {
        let input = self.typed.input(input).map_err(CallError::TypeMismatch)?;
        let machine = self.typed.machine();
        Ok(Start::new(machine.name, input).version(machine.version()))
    }

    /// Waits until an execution has ended, in any version of the machine. Returns its output or its
    /// error; an output that does not fit the type is `Asl.TypeMismatch`.
    ///
    /// # Errors
    /// As for [`Durable::wait`], and [`CallError::OtherMachine`].
    pub async fn wait(&self, name: impl Into<Text>) -> Result<Result<O, Failure>, CallError> {
        let machine = self.typed.machine().name;
        let result = self.store.wait_for(self.id(name), Some(machine)).await?;
        Ok(result.and_then(|output| self.typed.output(output)))
    }

    /// Describes an execution. See [`Durable::describe`].
    ///
    /// # Errors
    /// As for [`Durable::describe`].
    pub async fn describe(&self, name: impl Into<Text>) -> Result<Description, CallError> {
        self.store.describe(self.id(name)).await
    }

    /// Cancels an execution. See [`Durable::cancel`].
    ///
    /// # Errors
    /// As for [`Durable::cancel`].
    pub async fn cancel(
        &self,
        name: impl Into<Text>,
        error: impl Into<Text>,
        cause: impl Into<Text>,
    ) -> Result<(), CallError> {
        self.store.cancel(self.id(name), error, cause).await
    }

    /// Resumes an execution that failed, timed out or was cancelled. See [`Durable::redrive`].
    ///
    /// # Errors
    /// As for [`Durable::redrive`].
    pub async fn redrive(&self, name: impl Into<Text>) -> Result<SystemTime, CallError> {
        self.store.redrive(self.id(name)).await
    }

    /// Sends an event to an execution (SM4C). See [`Durable::send`].
    ///
    /// # Errors
    /// As for [`Durable::send`].
    pub async fn send(&self, name: impl Into<Text>, event: Event) -> Result<(), CallError> {
        self.store.send(self.id(name), event).await
    }

    /// The history of an execution. See [`Durable::history`].
    ///
    /// # Errors
    /// As for [`Durable::history`].
    pub async fn history(&self, name: impl Into<Text>) -> Result<Value, CallError> {
        self.store.history(self.id(name)).await
    }

    /// The id of an execution in the store, for calls of [`Durable`] that have no form here.
    pub fn id(&self, name: impl Into<Text>) -> Text {
        execution_id(self.typed.machine().name, &name.into())
    }

    /// Starts an execution and waits for its end.
    ///
    /// # Errors
    /// As for [`Executions::start`] and [`Executions::wait`].
    pub async fn run(
        &self,
        name: impl Into<Text>,
        input: impl MachineInput<I>,
    ) -> Result<Result<O, Failure>, CallError> {
        let started = self.start(name, input).await?;
        self.wait(started.name).await
    }

    /// The store, for all other calls.
    pub fn store(&self) -> &Durable {
        &self.store
    }
}

impl<I, O> Clone for Executions<I, O> {
    fn clone(&self) -> Self {
        Self { store: self.store.clone(), typed: self.typed }
    }
}

impl<I, O> fmt::Debug for Executions<I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let machine = self.typed.machine().name;
        f.debug_struct("Executions").field("machine", &machine).finish_non_exhaustive()
    }
}
