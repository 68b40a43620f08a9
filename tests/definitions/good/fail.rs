/// Machine `fail` (fail.asl.json): Seed, Fail State
#[allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    unused_qualifications,
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
        FailState = 0,
    }

    impl State {
        /// In the order of the definition.
        pub const ALL: &'static [Self] = &[Self::FailState];

        /// Its name in the definition.
        pub fn name(self) -> &'static str {
            state_name(&MACHINE, self.node())
        }

        /// Its row in the transition table.
        pub const fn node(self) -> NodeId {
            NodeId(self as u32)
        }
    }

    impl Debug for State {
        fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
            f.write_str(self.name())
        }
    }

    /// The tasks of this machine: one method per resource.
    pub trait Tasks: Send + Sync + 'static {}

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(
            self: Arc<Self>,
            task: u32,
            _cx: TaskContext,
            _input: Value,
        ) -> TaskFuture {
            no_such_task(&MACHINE, task)
        }
    }

    /// Runs the machine in this process, on tokio; `()` is no input.
    pub fn run(
        tasks: impl Tasks,
        input: impl Into<RunInput>,
    ) -> impl Future<Output = Result<Value, Failure>> + Send {
        run_with(tasks, input, RunOptions::default())
    }

    /// As [`run`], with a name, a history, a storage or services.
    pub fn run_with(
        tasks: impl Tasks,
        input: impl Into<RunInput>,
        options: RunOptions,
    ) -> impl Future<Output = Result<Value, Failure>> + Send {
        machine(tasks).run_with(input, options)
    }

    /// The machine with its tasks: what every engine takes.
    pub fn machine(tasks: impl Tasks) -> Compiled {
        Compiled::new(&MACHINE, Numbered(tasks))
    }

    /// Each state as a function of its own.
    pub mod states {
        use ::asl_runtime::__private::*;
        use super::{MACHINE, node};

        /// Where `FailState` can lead, with its output.
        #[derive(Debug)]
        pub enum FailStateNext {}

        /// Runs the Fail state `FailState` (fail.asl.json:5:5) alone.
        pub fn fail_state(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, FailStateNext> {
            run_state(
                engine,
                &MACHINE,
                node::FAIL_STATE,
                input,
                |exit| no_such_exit(&MACHINE, exit.0),
            )
        }
    }

    /// The nodes by number.
    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const FAIL_STATE: NodeId = NodeId(0);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "fail",
        source: "fail.asl.json",
        hash: 13323379855385315205,
        profile: Profile::Aws,
        limits: Limits::None,
        timeout_seconds: None,
        uses: Uses {
            context: false,
            variables: false,
            runs: false,
            random: false,
        },
        start: node::FAIL_STATE,
        nodes: &NODES,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        item: no_items,
        sm4c: None,
    };

    static NODES: [Node; 1] = [FAIL_STATE_ROW];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, _data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::FAIL_STATE => flow(fail_state_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Hands a node the result of what it waited for.
    fn resume(
        node: NodeId,
        _data: &mut Value,
        _cx: &mut Cx<'_>,
        _result: Value,
    ) -> Next {
        no_such_node(&MACHINE, node)
    }

    /// Hands a catcher of a node the error that it catches.
    fn caught(
        node: NodeId,
        _catcher: u32,
        _data: &mut Value,
        _cx: &mut Cx<'_>,
        _error: Value,
    ) -> Next {
        no_such_node(&MACHINE, node)
    }

    /// The row of `FailState`.
    const FAIL_STATE_ROW: Node = Node {
        state: "FailState",
        state_kind: StateKind::Fail,
        kind: Kind::Fail,
        source: (5, 5),
        transitions: &[],
        retry: &[],
        catch: &[],
        scope: 0,
        print: Print {
            call: 7654436613407302120,
            input: 14695981039346656037,
            limits: 14695981039346656037,
            output: 14695981039346656037,
            errors: 14695981039346656037,
        },
    };

    /// State `FailState` (fail.asl.json:5:5): Fail.
    fn fail_state_enter() -> Next {
        Err(fail(Some("ErrorA"), Some("Kaiju attack")))
    }
}
