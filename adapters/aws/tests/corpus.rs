//! The Resources of definitions from real projects, if the variable `ASL_CORPUS` has the folder with
//! them (`cargo xtask test` sets it if there is one): almost all calls are performed.

use asl_runtime::Value;
use asl_runtime::value::Array;

/// The smallest share of the Resources that is performed, in percent.
const GOAL: usize = 95;

/// The Resources of all tasks within a value.
fn resources(value: &Value, found: &mut Vec<String>) {
    if let Some(object) = value.as_object() {
        let resource = object.get("Resource").and_then(Value::as_str);
        if let Some(resource) = resource.filter(|_| value["Type"].as_str() == Some("Task")) {
            found.push(resource.to_owned());
        }
        object.iter().for_each(|(_, inner)| resources(inner, found));
    }
    value.as_array().into_iter().flat_map(Array::iter).for_each(|inner| resources(inner, found));
}

#[test]
fn calls_of_real_definitions_are_performed() {
    let Some(folder) = std::env::var_os("ASL_CORPUS") else {
        eprintln!("skipped: ASL_CORPUS has no folder with definitions");
        return;
    };
    let (mut files, mut all) = (0, Vec::new());
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.to_string_lossy().ends_with(".asl.json") {
            files += 1;
            let definition = std::fs::read_to_string(path).unwrap();
            resources(&Value::from_json_str(&definition).unwrap(), &mut all);
        }
    }
    let refused =
        |resource: &String| Some((resource.clone(), asl_aws::check_resource(resource).err()?));
    let refused: Vec<(String, String)> = all.iter().filter_map(refused).collect();
    let performed = all.len() - refused.len();
    eprintln!(
        "{performed} of {} tasks in {files} definitions; not performed: {refused:#?}",
        all.len()
    );
    assert!(!all.is_empty() && performed * 100 >= all.len() * GOAL);
}
