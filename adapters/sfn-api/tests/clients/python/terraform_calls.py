"""The calls that Terraform's AWS provider 5.100 makes for a state machine with `publish`, an alias
and an activity, in the order of plan, apply, change and destroy."""

import json

from api import ACCOUNT, ROLE, call, definition, machine, refused, run, step

HELLO = machine("hello")
ALIAS = f"{HELLO}:live"
ACTIVITY = f"{ACCOUNT}:activity:approval"
STATE = {}


@step
def plan_shows_findings():
    bad = definition("hello").replace('"End": true', '"Next": "Nope"')
    found = call("ValidateStateMachineDefinition", definition=bad, type="STANDARD")
    errors = [item for item in found["diagnostics"] if item["severity"] == "ERROR"]
    assert found["result"] == "FAIL" and errors, found
    assert all(item["code"] and item["message"] for item in errors), errors
    good = call("ValidateStateMachineDefinition", definition=definition("hello"),
                type="STANDARD")
    assert good["result"] == "OK", good


@step
def apply_creates_and_reads_back():
    made = call("CreateStateMachine", name="hello", definition=definition("hello"),
                roleArn=ROLE, type="STANDARD", publish=True, versionDescription="one",
                loggingConfiguration={"includeExecutionData": False, "level": "OFF"},
                tracingConfiguration={"enabled": False},
                encryptionConfiguration={"type": "AWS_OWNED_KEY"},
                tags=[{"key": "team", "value": "sales"}])
    assert made["stateMachineArn"] == HELLO
    STATE["version"] = made["stateMachineVersionArn"]
    read = call("DescribeStateMachine", stateMachineArn=HELLO)
    # A difference here is a change in each plan.
    assert read["status"] == "ACTIVE" and read["type"] == "STANDARD" and read["roleArn"] == ROLE
    assert json.loads(read["definition"]) == json.loads(definition("hello"))
    assert read["loggingConfiguration"] == {"includeExecutionData": False, "level": "OFF"}, read
    assert read["tracingConfiguration"] == {"enabled": False}, read
    assert read["encryptionConfiguration"] == {"type": "AWS_OWNED_KEY"}, read
    versions = call("ListStateMachineVersions", stateMachineArn=HELLO)["stateMachineVersions"]
    assert [item["stateMachineVersionArn"] for item in versions] == [STATE["version"]]
    assert call("ListTagsForResource", resourceArn=HELLO)["tags"] == [
        {"key": "team", "value": "sales"}]
    call("CreateActivity", name="approval")
    assert call("DescribeActivity", activityArn=ACTIVITY)["name"] == "approval"
    assert call("ListTagsForResource", resourceArn=ACTIVITY)["tags"] == []


@step
def an_alias_points_to_the_version():
    route = [{"stateMachineVersionArn": STATE["version"], "weight": 100}]
    made = call("CreateStateMachineAlias", name="live", description="",
                routingConfiguration=route)
    assert made["stateMachineAliasArn"] == ALIAS
    assert call("DescribeStateMachineAlias", stateMachineAliasArn=ALIAS)[
        "routingConfiguration"] == route


@step
def a_data_source_finds_the_machine_by_its_name():
    found = [item for item in call("ListStateMachines")["stateMachines"]
             if item["name"] == "hello"]
    assert [item["stateMachineArn"] for item in found] == [HELLO], found


@step
def a_change_publishes_a_version():
    updated = call("UpdateStateMachine", stateMachineArn=HELLO, definition=definition("hello"),
                   roleArn=ROLE + "-2", publish=True, versionDescription="two",
                   loggingConfiguration={"includeExecutionData": False, "level": "OFF"},
                   tracingConfiguration={"enabled": False})
    # The provider waits until the answer has this revision.
    read = call("DescribeStateMachine", stateMachineArn=HELLO)
    assert read["revisionId"] == updated["revisionId"] and read["roleArn"] == ROLE + "-2"
    second = updated["stateMachineVersionArn"]
    assert second != STATE["version"]
    route = [{"stateMachineVersionArn": second, "weight": 100}]
    call("UpdateStateMachineAlias", stateMachineAliasArn=ALIAS, routingConfiguration=route)
    assert call("DescribeStateMachineAlias", stateMachineAliasArn=ALIAS)[
        "routingConfiguration"] == route
    call("UntagResource", resourceArn=HELLO, tagKeys=["team"])
    call("TagResource", resourceArn=HELLO, tags=[{"key": "stage", "value": "test"}])


@step
def destroy_ends_when_nothing_is_found():
    call("DeleteStateMachineAlias", stateMachineAliasArn=ALIAS)
    refused("ResourceNotFound", "DescribeStateMachineAlias", stateMachineAliasArn=ALIAS)
    call("DeleteStateMachine", stateMachineArn=HELLO)
    refused("StateMachineDoesNotExist", "DescribeStateMachine", stateMachineArn=HELLO)
    call("DeleteActivity", activityArn=ACTIVITY)
    refused("ActivityDoesNotExist", "DescribeActivity", activityArn=ACTIVITY)


if __name__ == "__main__":
    run()
