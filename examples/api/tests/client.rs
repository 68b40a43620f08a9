//! The example as its users start it. It is skipped where Python and boto3 cannot be had.

use std::process::Command;

#[test]
fn a_client_in_python_orders_approves_and_redrives() {
    if let Err(problem) = asl_servers::clients::boto3() {
        eprintln!("skipped: {problem}");
        return;
    }
    let done = Command::new(env!("CARGO_BIN_EXE_api-example")).output().expect("it starts");
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{said}\n{}", String::from_utf8_lossy(&done.stderr));
    let wanted = [
        "machine order STANDARD",
        "created arn:aws:states:us-east-1:123456789012:stateMachine:order",
        "refused ConflictException",
        "  - its time-out or heartbeat changed",
        "finding ERROR MISSING_TRANSITION_TARGET /States/Is it large?/Default",
        "approve 1 samovar for 1900",
        "FAILED o-3 OutOfStock: too few pieces: porcelain",
        "count 6 porcelain",
        "SUCCEEDED d-1 6",
        "SUCCEEDED o-3 {\"parcel\":\"parcel-o-3\",\"pieces\":2}",
        "redriven 1 time",
        "ExecutionRedriven",
        "succeeded o-3 o-2 o-1",
    ];
    for line in wanted {
        assert!(said.contains(line), "`{line}` is missing in:\n{said}");
    }
}
