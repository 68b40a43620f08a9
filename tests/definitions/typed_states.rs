pub mod states {
    use super::*;

    /// Runs the Task state `Check` alone.
    /// Its output goes to `Decide`.
    pub fn check<Form>(
        engine: &impl StateEngine,
        input: impl StateInput<types::Input, Form>,
    ) -> StateRun<'_, types::CheckOutput>
    where
        for<'de> types::CheckOutput: StateOutput<'de>,
    {
        run_typed_state(engine, &MACHINE, node::CHECK, input.into_input())
            .leads_typed_to(node::DECIDE)
    }

    /// Where `Decide` can lead, with its output.
    pub enum DecideNext {
        Charge(types::CheckOutput),
        Free(types::CheckOutput),
    }

    impl Debug for DecideNext
    where
        for<'a> &'a types::CheckOutput: Debug,
    {
        fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
            match self {
                Self::Charge(data) => f.debug_tuple("Charge").field(&data).finish(),
                Self::Free(data) => f.debug_tuple("Free").field(&data).finish(),
            }
        }
    }

    /// Runs the Choice state `Decide` alone.
    pub fn decide<Form>(
        engine: &impl StateEngine,
        input: impl StateInput<types::CheckOutput, Form>,
    ) -> StateRun<'_, DecideNext>
    where
        for<'de> types::CheckOutput: StateOutput<'de>,
    {
        run_typed_state(engine, &MACHINE, node::DECIDE, input.into_input())
            .typed_exit(node::CHARGE, DecideNext::Charge)
            .typed_exit(node::FREE, DecideNext::Free)
    }

    /// Where `Charge` can lead, with its output.
    pub enum ChargeNext {
        Ship(types::ChargeOutput),
        Declined(Value),
        Free(types::CheckOutput),
        ChargeAgain(types::CheckOutput),
    }

    impl Debug for ChargeNext
    where
        for<'a> &'a types::ChargeOutput: Debug,
        for<'a> &'a types::CheckOutput: Debug,
    {
        fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
            match self {
                Self::Ship(data) => f.debug_tuple("Ship").field(&data).finish(),
                Self::Declined(data) => {
                    f.debug_tuple("Declined").field(&data).finish()
                }
                Self::Free(data) => f.debug_tuple("Free").field(&data).finish(),
                Self::ChargeAgain(data) => {
                    f.debug_tuple("ChargeAgain").field(&data).finish()
                }
            }
        }
    }

    /// Runs the Task state `Charge` alone, with its catchers.
    pub fn charge<Form>(
        engine: &impl StateEngine,
        input: impl StateInput<types::CheckOutput, Form>,
    ) -> StateRun<'_, ChargeNext>
    where
        for<'de> types::ChargeOutput: StateOutput<'de>,
        for<'de> types::CheckOutput: StateOutput<'de>,
    {
        run_typed_state(engine, &MACHINE, node::CHARGE, input.into_input())
            .typed_exit(node::SHIP, ChargeNext::Ship)
            .exit(node::DECLINED, ChargeNext::Declined)
            .typed_exit(node::FREE, ChargeNext::Free)
            .typed_exit(node::CHARGE_AGAIN, ChargeNext::ChargeAgain)
    }

    /// Runs the Task state `Charge again` alone.
    /// Its output goes to `Ship`.
    pub fn charge_again<Form>(
        engine: &impl StateEngine,
        input: impl StateInput<types::CheckOutput, Form>,
    ) -> StateRun<'_, types::ChargeAgainOutput>
    where
        for<'de> types::ChargeAgainOutput: StateOutput<'de>,
    {
        run_typed_state(engine, &MACHINE, node::CHARGE_AGAIN, input.into_input())
            .leads_typed_to(node::SHIP)
    }

    /// Where `Declined` can lead, with its output.
    #[derive(Debug)]
    pub enum DeclinedNext {}

    /// Runs the Fail state `Declined` alone.
    pub fn declined(
        engine: &impl StateEngine,
        input: Value,
    ) -> StateRun<'_, DeclinedNext> {
        run_state(engine, &MACHINE, node::DECLINED, input)
    }

    /// Runs the Task state `Ship` alone.
    /// Its output goes to `Both`.
    pub fn ship<Form>(
        engine: &impl StateEngine,
        input: impl StateInput<types::ChargeOutput, Form>,
    ) -> StateRun<'_, types::ShipOutput>
    where
        for<'de> types::ShipOutput: StateOutput<'de>,
    {
        run_typed_state(engine, &MACHINE, node::SHIP, input.into_input())
            .leads_typed_to(node::BOTH)
    }

    /// Runs the Parallel state `Both` alone.
    /// Its output goes to `Loop`.
    pub fn both<Form>(
        engine: &impl StateEngine,
        input: impl StateInput<types::ShipOutput, Form>,
    ) -> StateRun<'_, types::ShipOutput>
    where
        for<'de> types::ShipOutput: StateOutput<'de>,
    {
        run_typed_state(engine, &MACHINE, node::BOTH, input.into_input())
            .leads_typed_to(node::LOOP)
    }

    /// Runs the Task state `Weigh` alone.
    /// Its output is that of the end.
    pub fn weigh<Form>(
        engine: &impl StateEngine,
        input: impl StateInput<types::ShipOutput, Form>,
    ) -> StateRun<'_, types::WeighOutput>
    where
        for<'de> types::WeighOutput: StateOutput<'de>,
    {
        run_typed_state(engine, &MACHINE, node::WEIGH, input.into_input())
            .ends_typed()
    }

    /// Runs the Pass state `Loop` alone.
    /// Its output goes to `Print`.
    pub fn loop_<Form>(
        engine: &impl StateEngine,
        input: impl StateInput<types::ShipOutput, Form>,
    ) -> StateRun<'_, Value> {
        run_typed_state(engine, &MACHINE, node::LOOP, input.into_input())
            .leads_to(node::PRINT)
    }

    /// Runs the Task state `Print` alone.
    /// Its output is that of the end.
    pub fn print<Form>(
        engine: &impl StateEngine,
        input: impl StateInput<types::PrintInput, Form>,
    ) -> StateRun<'_, types::Output>
    where
        for<'de> types::Output: StateOutput<'de>,
    {
        run_typed_state(engine, &MACHINE, node::PRINT, input.into_input())
            .ends_typed()
    }

    /// Runs the Pass state `Free` alone.
    /// Its output is that of the end.
    pub fn free<Form>(
        engine: &impl StateEngine,
        input: impl StateInput<types::CheckOutput, Form>,
    ) -> StateRun<'_, types::Output>
    where
        for<'de> types::Output: StateOutput<'de>,
    {
        run_typed_state(engine, &MACHINE, node::FREE, input.into_input())
            .ends_typed()
    }
}
