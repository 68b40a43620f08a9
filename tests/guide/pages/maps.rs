//! Maps and storages.

use asl_runtime::storage::{Folder, Memory, ObjectName};
use asl_runtime::{RunOptions, TaskContext, TaskError, Value, asl_machine, json};

use crate::{Tested, folder};

asl_machine!("machines/rows.asl.json");

struct Office;

impl rows::Tasks for Office {
    async fn sum(&self, _cx: &TaskContext, row: Value) -> Result<Value, TaskError> {
        let cell = |name: &str| row[name].as_str().unwrap_or_default().parse::<i64>();
        Ok(Value::from(cell("price")? * cell("count")?))
    }
}

#[tokio::test]
async fn rows_of_a_file_are_the_items() -> Tested {
    let data = folder("maps");
    std::fs::create_dir_all(data.join("shop"))?;
    std::fs::write(data.join("shop/sales.csv"), "price,count\n2,3\n10,1\n")?;

    let options = RunOptions::default().storage(Folder::new(&data)?); // buckets are its folders
    let output = rows::run_with(Office, (), options).await?;
    assert_eq!(output, json!([6, 10]));

    std::fs::remove_dir_all(data)?;
    Ok(())
}

#[tokio::test]
async fn a_test_has_its_objects_in_memory() -> Tested {
    let memory = Memory::new();
    memory.put(ObjectName::new("shop", "sales.csv"), "price,count\n4,4\n");
    let options = RunOptions::default().storage(memory);
    assert_eq!(rows::run_with(Office, (), options).await?, json!([16]));
    Ok(())
}
