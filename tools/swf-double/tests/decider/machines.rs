//! The machines: random ones, made once, and some for what random ones do not come to. Those in
//! JSONata are random ones in the other query language, with times and random values in the input
//! of tasks.

use asl_runtime::asl_machine;
use asl_runtime::machine::Machine;

asl_machine!(pub(crate) "tests/machines/family.asl.json");
asl_machine!(pub(crate) "tests/machines/kin.asl.json");
asl_machine!(pub(crate) "tests/machines/parcel.asl.json");
asl_machine!(pub(crate) "tests/machines/rivals.asl.json");
asl_machine!(pub(crate) "tests/machines/talk.sm4c.json");
asl_machine!("tests/machines/random_00.asl.json");
asl_machine!("tests/machines/random_01.asl.json");
asl_machine!("tests/machines/random_02.asl.json");
asl_machine!("tests/machines/random_03.asl.json");
asl_machine!("tests/machines/random_04.asl.json");
asl_machine!("tests/machines/random_05.asl.json");
asl_machine!("tests/machines/random_06.asl.json");
asl_machine!("tests/machines/random_07.asl.json");
asl_machine!("tests/machines/random_08.asl.json");
asl_machine!("tests/machines/random_09.asl.json");
asl_machine!("tests/machines/random_10.asl.json");
asl_machine!("tests/machines/random_11.asl.json");
asl_machine!("tests/machines/random_12.asl.json");
asl_machine!("tests/machines/random_13.asl.json");
asl_machine!("tests/machines/random_14.asl.json");
asl_machine!("tests/machines/random_15.asl.json");
asl_machine!("tests/machines/random_16.asl.json");
asl_machine!("tests/machines/random_17.asl.json");
asl_machine!("tests/machines/random_18.asl.json");
asl_machine!("tests/machines/random_19.asl.json");
asl_machine!("tests/machines/random_20.asl.json");
asl_machine!("tests/machines/random_21.asl.json");
asl_machine!("tests/machines/random_22.asl.json");
asl_machine!("tests/machines/random_23.asl.json");
asl_machine!("tests/machines/random_24.asl.json");
asl_machine!("tests/machines/random_25.asl.json");
asl_machine!("tests/machines/random_26.asl.json");
asl_machine!("tests/machines/random_27.asl.json");
asl_machine!("tests/machines/random_28.asl.json");
asl_machine!("tests/machines/random_29.asl.json");
asl_machine!("tests/machines/jsonata_00.asl.json");
asl_machine!("tests/machines/jsonata_01.asl.json");
asl_machine!("tests/machines/jsonata_02.asl.json");
asl_machine!("tests/machines/jsonata_03.asl.json");
asl_machine!("tests/machines/jsonata_04.asl.json");
asl_machine!("tests/machines/jsonata_05.asl.json");
asl_machine!("tests/machines/jsonata_06.asl.json");
asl_machine!("tests/machines/jsonata_07.asl.json");
asl_machine!("tests/machines/jsonata_08.asl.json");
asl_machine!("tests/machines/jsonata_09.asl.json");

/// The random machines, with their definitions.
pub(crate) const RANDOM: &[(&Machine, &str)] = &[
    (&random_00::MACHINE, include_str!("../machines/random_00.asl.json")),
    (&random_01::MACHINE, include_str!("../machines/random_01.asl.json")),
    (&random_02::MACHINE, include_str!("../machines/random_02.asl.json")),
    (&random_03::MACHINE, include_str!("../machines/random_03.asl.json")),
    (&random_04::MACHINE, include_str!("../machines/random_04.asl.json")),
    (&random_05::MACHINE, include_str!("../machines/random_05.asl.json")),
    (&random_06::MACHINE, include_str!("../machines/random_06.asl.json")),
    (&random_07::MACHINE, include_str!("../machines/random_07.asl.json")),
    (&random_08::MACHINE, include_str!("../machines/random_08.asl.json")),
    (&random_09::MACHINE, include_str!("../machines/random_09.asl.json")),
    (&random_10::MACHINE, include_str!("../machines/random_10.asl.json")),
    (&random_11::MACHINE, include_str!("../machines/random_11.asl.json")),
    (&random_12::MACHINE, include_str!("../machines/random_12.asl.json")),
    (&random_13::MACHINE, include_str!("../machines/random_13.asl.json")),
    (&random_14::MACHINE, include_str!("../machines/random_14.asl.json")),
    (&random_15::MACHINE, include_str!("../machines/random_15.asl.json")),
    (&random_16::MACHINE, include_str!("../machines/random_16.asl.json")),
    (&random_17::MACHINE, include_str!("../machines/random_17.asl.json")),
    (&random_18::MACHINE, include_str!("../machines/random_18.asl.json")),
    (&random_19::MACHINE, include_str!("../machines/random_19.asl.json")),
    (&random_20::MACHINE, include_str!("../machines/random_20.asl.json")),
    (&random_21::MACHINE, include_str!("../machines/random_21.asl.json")),
    (&random_22::MACHINE, include_str!("../machines/random_22.asl.json")),
    (&random_23::MACHINE, include_str!("../machines/random_23.asl.json")),
    (&random_24::MACHINE, include_str!("../machines/random_24.asl.json")),
    (&random_25::MACHINE, include_str!("../machines/random_25.asl.json")),
    (&random_26::MACHINE, include_str!("../machines/random_26.asl.json")),
    (&random_27::MACHINE, include_str!("../machines/random_27.asl.json")),
    (&random_28::MACHINE, include_str!("../machines/random_28.asl.json")),
    (&random_29::MACHINE, include_str!("../machines/random_29.asl.json")),
    (&jsonata_00::MACHINE, include_str!("../machines/jsonata_00.asl.json")),
    (&jsonata_01::MACHINE, include_str!("../machines/jsonata_01.asl.json")),
    (&jsonata_02::MACHINE, include_str!("../machines/jsonata_02.asl.json")),
    (&jsonata_03::MACHINE, include_str!("../machines/jsonata_03.asl.json")),
    (&jsonata_04::MACHINE, include_str!("../machines/jsonata_04.asl.json")),
    (&jsonata_05::MACHINE, include_str!("../machines/jsonata_05.asl.json")),
    (&jsonata_06::MACHINE, include_str!("../machines/jsonata_06.asl.json")),
    (&jsonata_07::MACHINE, include_str!("../machines/jsonata_07.asl.json")),
    (&jsonata_08::MACHINE, include_str!("../machines/jsonata_08.asl.json")),
    (&jsonata_09::MACHINE, include_str!("../machines/jsonata_09.asl.json")),
];
