//! Random machines in JSONata: those of the tests with Amazon SWF.

use asl_runtime::asl_machine;
use asl_runtime::machine::Machine;

asl_machine!(
    "../../tools/swf-double/tests/machines/jsonata_00.asl.json",
    outside = true,
    default_task_timeout = 60
);
asl_machine!(
    "../../tools/swf-double/tests/machines/jsonata_01.asl.json",
    outside = true,
    default_task_timeout = 60
);
asl_machine!(
    "../../tools/swf-double/tests/machines/jsonata_02.asl.json",
    outside = true,
    default_task_timeout = 60
);
asl_machine!(
    "../../tools/swf-double/tests/machines/jsonata_03.asl.json",
    outside = true,
    default_task_timeout = 60
);
asl_machine!(
    "../../tools/swf-double/tests/machines/jsonata_04.asl.json",
    outside = true,
    default_task_timeout = 60
);
asl_machine!(
    "../../tools/swf-double/tests/machines/jsonata_05.asl.json",
    outside = true,
    default_task_timeout = 60
);
asl_machine!(
    "../../tools/swf-double/tests/machines/jsonata_06.asl.json",
    outside = true,
    default_task_timeout = 60
);
asl_machine!(
    "../../tools/swf-double/tests/machines/jsonata_07.asl.json",
    outside = true,
    default_task_timeout = 60
);
asl_machine!(
    "../../tools/swf-double/tests/machines/jsonata_08.asl.json",
    outside = true,
    default_task_timeout = 60
);
asl_machine!(
    "../../tools/swf-double/tests/machines/jsonata_09.asl.json",
    outside = true,
    default_task_timeout = 60
);

pub(super) const ALL: &[&Machine] = &[
    &jsonata_00::MACHINE,
    &jsonata_01::MACHINE,
    &jsonata_02::MACHINE,
    &jsonata_03::MACHINE,
    &jsonata_04::MACHINE,
    &jsonata_05::MACHINE,
    &jsonata_06::MACHINE,
    &jsonata_07::MACHINE,
    &jsonata_08::MACHINE,
    &jsonata_09::MACHINE,
];
