//! Compiles the largest definitions of a corpus, if it is beside the workspace: they belong to
//! others and are not part of the project. `tests/corpus.rs` implements their tasks.

use std::error::Error;
use std::path::Path;

use asl_codegen::Builder;

/// The folder of the corpus, from the package.
const CORPUS: &str = "../../../shared/conformance/asl/realworld";

/// A definition: its module, the beginning of its file's name, and names of tasks for methods whose
/// own names are generated ones.
type Definition = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// The ten definitions with most states.
const LARGEST: [Definition; 10] = [
    ("quorum", "05385f", &[]),
    ("evaluations", "69032d", &[]),
    ("catalog_table", "201f63", &[]),
    (
        "videos",
        "dfbe82",
        &[
            ("Write Rekognition Content Moderation Results to file", "write_results"),
            ("Write Rekognition Label Detection Results to File", "write_results"),
            ("Write Rekognition Segmet Results to File", "write_results"),
            ("MoveProcessedFiles", "move_files"),
            ("update_item_rekognition_job_tracker", "update_job"),
            ("put_item_rekognition_job_tracker", "track_job"),
        ],
    ),
    ("isolation", "14dc28", &[]),
    ("ship_order", "b22a9d", &[]),
    ("aurora", "05283f", &[]),
    ("idempotent", "0fb778", &[]),
    (
        "idempotent_cdk",
        "217add",
        &[
            ("Create idempotency settings (key and ttl)", "settings"),
            ("Get idempotency record from DynamoDB", "get_record"),
            ("Save execution results", "update_record"),
            ("Save failure", "update_record"),
            ("(which can fail occasionally)", "step"),
        ],
    ),
    (
        "stack_sets",
        "72f56c",
        &[("describe_stack_set_operation_sfn_cfn_stackset", "stack_set_operation")],
    ),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rustc-check-cfg=cfg(corpus)");
    println!("cargo::rerun-if-changed=build.rs");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(CORPUS);
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in std::fs::read_dir(&folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some((module, _, methods)) =
            LARGEST.iter().find(|(_, start, _)| name.starts_with(start))
        else {
            continue;
        };
        // They are others' definitions, so their warnings are not ours.
        let builder = Builder::new(path).name(module).allow("warnings");
        methods
            .iter()
            .fold(builder, |builder, (task, method)| builder.method(task, method))
            .build()?;
    }
    println!("cargo::rustc-cfg=corpus");
    Ok(())
}
