/// Machine `customer_info` (customer_info.asl.json): Seed, Parallel State: LookupCustomerInfo
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
pub mod customer_info {
    use ::asl_runtime::__private::*;

    /// The states.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(u32)]
    pub enum State {
        /// `LookupCustomerInfo` (customer_info.asl.json:5:5): Parallel.
        LookupCustomerInfo,
        /// `LookupAddress` (customer_info.asl.json:12:13): Task.
        LookupAddress,
        /// `LookupPhone` (customer_info.asl.json:22:13): Task.
        LookupPhone,
        /// `NextState` (customer_info.asl.json:33:5): Succeed.
        NextState,
    }
    state_methods! {
        State of MACHINE : [State::LookupCustomerInfo, State::LookupAddress,
        State::LookupPhone, State::NextState]
    }

    /// The tasks of this machine: one method for each function or other resource that it calls.
    pub trait Tasks: Send + Sync + 'static {
        /// `arn:aws:lambda:us-east-1:123456789012:function:AddressFinder`
        ///
        /// Called by:
        /// - `LookupAddress` (customer_info.asl.json:12:13)
        fn address_finder(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;

        /// `arn:aws:lambda:us-east-1:123456789012:function:PhoneFinder`
        ///
        /// Called by:
        /// - `LookupPhone` (customer_info.asl.json:22:13)
        fn phone_finder(
            &self,
            cx: &TaskContext,
            input: Value,
        ) -> impl Future<Output = Result<Value, TaskError>> + Send;
    }
    shared_tasks! {
        Tasks : address_finder(Value) -> Value; phone_finder(Value) -> Value;
    }

    /// The tasks by number, as engines call them.
    struct Numbered<T>(T);

    impl<T: Tasks> TaskSet for Numbered<T> {
        fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
            match id {
                0 => {
                    Box::pin(async move {
                        Tasks::address_finder(&self.0, &cx, input).await
                    })
                }
                1 => {
                    Box::pin(async move {
                        Tasks::phone_finder(&self.0, &cx, input).await
                    })
                }
                _ => no_such_task(&MACHINE, id),
            }
        }
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
    pub fn machine(tasks: impl Tasks) -> Compiled {
        Compiled::new(&MACHINE, Numbered(tasks))
    }

    /// Each state as a function of its own.
    pub mod states {
        use super::*;

        /// Runs the Parallel state `LookupCustomerInfo` alone, with its catchers.
        /// Its output goes to `NextState`.
        pub fn lookup_customer_info(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::LOOKUP_CUSTOMER_INFO, input)
                .leads_to(node::NEXT_STATE)
        }

        /// Runs the Task state `LookupAddress` alone.
        /// Its output is that of the end.
        pub fn lookup_address(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::LOOKUP_ADDRESS, input).ends()
        }

        /// Runs the Task state `LookupPhone` alone.
        /// Its output is that of the end.
        pub fn lookup_phone(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::LOOKUP_PHONE, input).ends()
        }

        /// Runs the Succeed state `NextState` alone.
        /// Its output is that of the end.
        pub fn next_state(
            engine: &impl StateEngine,
            input: Value,
        ) -> StateRun<'_, Value> {
            run_state(engine, &MACHINE, node::NEXT_STATE, input).ends()
        }
    }

    mod node {
        use ::asl_runtime::__private::NodeId;
        pub(super) const LOOKUP_CUSTOMER_INFO: NodeId = NodeId(0);
        pub(super) const LOOKUP_ADDRESS: NodeId = NodeId(1);
        pub(super) const LOOKUP_PHONE: NodeId = NodeId(2);
        pub(super) const NEXT_STATE: NodeId = NodeId(3);
    }

    /// The static transition table.
    pub static MACHINE: Machine = Machine {
        name: "customer_info",
        source: "customer_info.asl.json",
        hash: 0x3d99e120e65a77c3,
        start: node::LOOKUP_CUSTOMER_INFO,
        nodes: &NODES,
        fingerprints: &FINGERPRINTS,
        advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
        resume,
        caught,
        ..Machine::EMPTY
    };

    static NODES: [Node; 4] = [
        Node::parallel("LookupCustomerInfo", (5, 5))
            .branches(&[node::LOOKUP_ADDRESS, node::LOOKUP_PHONE])
            .next(node::NEXT_STATE)
            .catch(&[Catcher(&["States.ALL"], node::NEXT_STATE)]),
        Node::task("LookupAddress", (12, 13))
            .calls(
                0,
                "address_finder",
                "arn:aws:lambda:us-east-1:123456789012:function:AddressFinder",
            )
            .end()
            .scope(1),
        Node::task("LookupPhone", (22, 13))
            .calls(
                1,
                "phone_finder",
                "arn:aws:lambda:us-east-1:123456789012:function:PhoneFinder",
            )
            .end()
            .scope(2),
        Node::succeed("NextState", (33, 5)),
    ];

    /// Enters a node.
    #[inline(always)]
    fn enter(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>) -> Flow {
        match node {
            node::LOOKUP_CUSTOMER_INFO => flow(lookup_customer_info_enter(data)),
            node::LOOKUP_ADDRESS => flow(lookup_address_enter(data)),
            node::LOOKUP_PHONE => flow(lookup_phone_enter(data)),
            node::NEXT_STATE => flow(next_state_enter()),
            _ => flow(no_such_node(&MACHINE, node)),
        }
    }

    /// Passes a node the result of what it waited for.
    fn resume(node: NodeId, data: &mut Value, _cx: &mut Cx<'_>, result: Value) -> Next {
        match node {
            node::LOOKUP_CUSTOMER_INFO => lookup_customer_info_done(data, result),
            node::LOOKUP_ADDRESS => lookup_address_done(data, result),
            node::LOOKUP_PHONE => lookup_phone_done(data, result),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Passes a catcher of a node the error that it catches.
    fn caught(
        node: NodeId,
        catcher: u32,
        data: &mut Value,
        _cx: &mut Cx<'_>,
        error: Value,
    ) -> Next {
        match (node, catcher) {
            (node::LOOKUP_CUSTOMER_INFO, 0) => lookup_customer_info_caught_0(data, error),
            _ => no_such_node(&MACHINE, node),
        }
    }

    /// Parallel: `LookupCustomerInfo` (customer_info.asl.json:5:5).
    fn lookup_customer_info_enter(data: &Value) -> Next {
        Ok(Step::Fork(data.clone()))
    }

    fn lookup_customer_info_done(data: &mut Value, result: Value) -> Next {
        put(data, "found", result)?;
        take(const { to_next(&NODES, node::LOOKUP_CUSTOMER_INFO) })
    }

    fn lookup_customer_info_caught_0(data: &mut Value, error: Value) -> Next {
        put(data, "error", error)?;
        take(const { to_caught(&NODES, node::LOOKUP_CUSTOMER_INFO, 0) })
    }

    /// Task: `LookupAddress` (customer_info.asl.json:12:13).
    fn lookup_address_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn lookup_address_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::LOOKUP_ADDRESS) })
    }

    /// Task: `LookupPhone` (customer_info.asl.json:22:13).
    fn lookup_phone_enter(data: &Value) -> Next {
        Ok(Step::Task(data.clone()))
    }

    fn lookup_phone_done(data: &mut Value, result: Value) -> Next {
        *data = result;
        take(const { to_next(&NODES, node::LOOKUP_PHONE) })
    }

    /// Succeed: `NextState` (customer_info.asl.json:33:5).
    fn next_state_enter() -> Next {
        Ok(Step::End)
    }

    /// Five for each node: its call, input, limits, output and errors.
    static FINGERPRINTS: [u64; 20] = [
        0x553eca8ee7a3cc93, 0x8fa76e2ff546af11, 0xcbf29ce484222325, 0xbeba8e4aa77cf5b3,
        0x37b0677bbf432244, 0x7f2f476ed6f1be0b, 0x5c2afc672ebe065c, 0xe73b4732f0e70233,
        0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0x9c81a15578535c8b, 0x5c2afc672ebe065c,
        0xe73b4732f0e70233, 0x8f1b120ad6c4b876, 0xcbf29ce484222325, 0xc2f00318f053500a,
        0xcbd430b97b7d76c2, 0xcbf29ce484222325, 0xcbd430b97b7d76c2, 0xcbf29ce484222325,
    ];
}
