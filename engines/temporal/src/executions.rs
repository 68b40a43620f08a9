//! Executions of one machine with the types of its input and output.

use std::fmt;

use asl_runtime::{MachineInput, Typed};

use crate::{Client, ClientError, Started};

/// The executions of one machine on Temporal, with the types of its input and output. See
/// [`Client::executions`].
pub struct Executions<I, O> {
    client: Client,
    workflow_type: String,
    typed: Typed<I, O>,
}

impl Client {
    /// The executions of a machine, with the types of its input and output: of the constant `TYPED`
    /// of a machine with the options `input` or `output`. The machine's tasks may be in another
    /// program.
    ///
    /// ```no_run
    /// use asl_runtime::asl_machine;
    /// use asl_temporal::{Client, ClientError};
    /// use serde::{Deserialize, Serialize};
    ///
    /// asl_machine!("doc/count.asl.json", input = Count, output = Count); // -> mod count
    ///
    /// #[derive(Serialize, Deserialize)]
    /// struct Count {
    ///     n: u32,
    ///     until: u32,
    /// }
    ///
    /// # async fn run() -> Result<(), ClientError> {
    /// let counts = Client::connect("http://127.0.0.1:7233").await?.executions(count::TYPED);
    /// let end = counts.run("seven", Count { n: 0, until: 7 }).await?;
    /// assert_eq!(end.n, 7);
    /// # Ok(())
    /// # }
    /// # fn main() {}
    /// ```
    pub fn executions<I, O>(&self, typed: Typed<I, O>) -> Executions<I, O> {
        let workflow_type = typed.machine().name.to_owned();
        Executions { client: self.clone(), workflow_type, typed }
    }
}

impl<I, O> Executions<I, O> {
    /// Sets the workflow type, if the machine was registered under another name than its own.
    #[must_use]
    pub fn workflow_type(self, name: impl Into<String>) -> Self {
        Self { workflow_type: name.into(), ..self }
    }

    /// Starts an execution with this workflow id, unless it exists. See [`Client::start`].
    ///
    /// # Errors
    /// As for [`Client::start`], and [`ClientError::TypeMismatch`]: the input cannot be converted to
    /// a value. Nothing is started then.
    pub async fn start(
        &self,
        id: &str,
        input: impl MachineInput<I>,
    ) -> Result<Started, ClientError> {
        let input = self.typed.input(input).map_err(ClientError::TypeMismatch)?;
        self.client.start(&self.workflow_type, id, &input).await
    }

    /// Waits for the execution with this id.
    ///
    /// # Errors
    /// As for [`Client::wait`]. An output that does not fit its type is a failure with
    /// `Asl.TypeMismatch`.
    pub async fn wait(&self, id: &str) -> Result<O, ClientError> {
        let output = self.client.wait(id).await?;
        self.typed.output(output).map_err(ClientError::Failed)
    }

    /// Runs the machine to its end, as the execution with this id, or waits for that execution if
    /// it exists.
    ///
    /// # Errors
    /// As for [`Executions::start`] and [`Executions::wait`].
    pub async fn run(&self, id: &str, input: impl MachineInput<I>) -> Result<O, ClientError> {
        self.start(id, input).await?;
        self.wait(id).await
    }
}

impl<I, O> Clone for Executions<I, O> {
    fn clone(&self) -> Self {
        let (client, workflow_type) = (self.client.clone(), self.workflow_type.clone());
        Self { client, workflow_type, typed: self.typed }
    }
}

impl<I, O> fmt::Debug for Executions<I, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Executions").field("type", &self.workflow_type).finish_non_exhaustive()
    }
}
