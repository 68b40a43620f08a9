/// Machine `fail` (fail.asl.json): Seed, Fail State
#[allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    unused_qualifications,
    missing_docs,
    clippy::pedantic,
    clippy::enum_variant_names,
    clippy::nonminimal_bool,
    clippy::overly_complex_bool_expr,
    reason = "a machine offers more than each program uses, and its names are its author's"
)]
pub mod fail {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `FailState` (fail.asl.json:5:5): Fail.
        FailState,
    }
    state_methods! {
        State of MACHINE : [State::FailState]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {}
    shared_tasks! {
        Tasks :
    }

    /// Runs the machine in this process, on tokio; `()` is no input.
    pub fn run(tasks: impl Tasks, input: impl Into<RunInput>) -> Running {
        machine(tasks).into_run(input)
    }

    /// As [`run`], with a name, a history, a storage or services.
    pub fn run_with(
        tasks: impl Tasks,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> Running {
        machine(tasks).run_with(input, options)
    }

    /// The machine with its tasks: what every engine takes.
    pub fn machine(_tasks: impl Tasks) -> Compiled {
        Compiled::without_tasks(&MACHINE)
    }

    /// The error names in the definition's retriers, catchers and Fail states.
    pub mod errors {
        /// `ErrorA`
        pub const ERROR_A: &str = "ErrorA";
    }

    /// The failures of an execution by their Error Names: `Error::from(failure)`, or `?` in a
    /// function whose error it is.
    pub enum Error {
        /// `ErrorA`.
        ErrorA(Failure),
        /// `States.Runtime`.
        StatesRuntime(Failure),
        /// An error with another name, or with none.
        Other(Failure),
    }
    error_methods! {
        Error : ErrorA = "ErrorA", StatesRuntime = "States.Runtime",
    }

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Where `FailState` can lead, with its output.
        #[derive(Debug)]
        pub enum FailStateNext {}

        /// Runs the Fail state `FailState` alone.
        pub fn fail_state(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, FailStateNext> {
            run_state(engine, &MACHINE, node::FAIL_STATE, input)
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const FAIL_STATE: NodeId = NodeId(0);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "fail",
        source: "fail.asl.json",
        hash: 0xb8e627635fd64785,
        start: node::FAIL_STATE,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        ..Machine::EMPTY
    };

    static NODES: [Node; 1] = [Node::fail("FailState", (5, 5))];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, _data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::FAIL_STATE => flow(fail_state_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Fail: `FailState` (fail.asl.json:5:5).
    fn fail_state_enter() -> Next {
        Err(fail(Some("ErrorA"), Some("Kaiju attack")))
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 5] = [
        0x6a3a058b81e2e1e8, 0xcbf29ce484222325, 0xcbf29ce484222325, 0xcbf29ce484222325,
        0xcbf29ce484222325,
    ];
}
