"""State machines: create, update, versions, aliases, tags, validation and single states."""

import json

from api import (ACCOUNT, ROLE, call, definition, ended, events, machine, refused, start, step)

HELLO, QUICK = machine("hello"), machine("quick")
BAD = '{"StartAt": "A", "States": {"A": {"Type": "Pass", "Next": "Nope"}}}'

VARIABLES = {"Recall": ["list", "word"]}


def create(name, **request):
    return call("CreateStateMachine", **{
        "name": name, "definition": definition(name), "roleArn": ROLE, **request})


@step
def compiled_machines_are_created_by_their_definitions():
    made = create("hello", tags=[{"key": "team", "value": "sales"}])
    assert made["stateMachineArn"] == HELLO
    assert create("hello")["creationDate"] == made["creationDate"]
    create("quick", type="EXPRESS")
    group = f"arn:aws:logs:us-east-1:{ACCOUNT.split(':')[4]}:log-group:everything:*"
    logging = {"level": "ERROR", "includeExecutionData": True, "destinations": [
        {"cloudWatchLogsLogGroup": {"logGroupArn": group}}]}
    made = create("everything", publish=True, loggingConfiguration=logging,
                  encryptionConfiguration={"type": "AWS_OWNED_KEY"})
    assert made["stateMachineVersionArn"] == machine("everything") + ":1", made
    described = call("DescribeStateMachine", stateMachineArn=machine("everything"))
    assert described["loggingConfiguration"] == logging, described
    assert described["encryptionConfiguration"] == {"type": "AWS_OWNED_KEY"}, described
    assert described["variableReferences"] == VARIABLES, described["variableReferences"]
    described = call("DescribeStateMachine", stateMachineArn=HELLO)
    assert json.loads(described["definition"]) == json.loads(definition("hello"))
    assert described["type"] == "STANDARD" and described["status"] == "ACTIVE"
    assert described["roleArn"] == ROLE and described["name"] == "hello"
    assert call("DescribeStateMachine", stateMachineArn=QUICK)["type"] == "EXPRESS"
    found, token = [], None
    while True:
        more = {} if token is None else {"nextToken": token}
        page = call("ListStateMachines", maxResults=1, **more)
        found.extend(item["name"] for item in page["stateMachines"])
        token = page.get("nextToken")
        if token is None:
            break
    assert {"hello", "quick"} <= set(found), found
    refused("InvalidToken", "ListStateMachines", nextToken="x")


@step
def definitions_are_checked_before_they_are_created():
    message = refused("InvalidDefinition", "CreateStateMachine", name="broken", definition=BAD,
                      roleArn=ROLE)
    assert message.startswith("Invalid State Machine Definition: '"), message
    assert "/States/A" in message, message
    refused("InvalidDefinition", "UpdateStateMachine", stateMachineArn=HELLO, definition=BAD)
    refused("InvalidDefinition", "CreateStateMachine", name="x", definition="{", roleArn=ROLE)
    refused("InvalidName", "CreateStateMachine", name="a b", definition=definition("hello"),
            roleArn=ROLE)
    refused("InvalidArn", "CreateStateMachine", name="hello", definition=definition("hello"),
            roleArn="nonsense")
    refused("StateMachineAlreadyExists", "CreateStateMachine", name="hello",
            definition=definition("quick"), roleArn=ROLE)
    tags = [{"key": str(number), "value": ""} for number in range(51)]
    refused("TooManyTags", "CreateStateMachine", name="hello", definition=definition("hello"),
            roleArn=ROLE, tags=tags)
    refused("ValidationException", "CreateStateMachine", name="hello", roleArn=ROLE,
            definition=definition("hello"), versionDescription="without publish")
    # A log level needs a destination.
    refused("InvalidLoggingConfiguration", "CreateStateMachine", name="hello", roleArn=ROLE,
            definition=definition("hello"), loggingConfiguration={"level": "ALL"})
    refused("InvalidLoggingConfiguration", "UpdateStateMachine", stateMachineArn=HELLO,
            loggingConfiguration={"level": "ALL"})
    # A key of KMS needs its id.
    encryption = {"type": "CUSTOMER_MANAGED_KMS_KEY"}
    refused("InvalidEncryptionConfiguration", "CreateStateMachine", name="hello", roleArn=ROLE,
            definition=definition("hello"), encryptionConfiguration=encryption)
    refused("InvalidEncryptionConfiguration", "UpdateStateMachine", stateMachineArn=HELLO,
            encryptionConfiguration=encryption)
    refused("InvalidEncryptionConfiguration", "CreateActivity", name="secret",
            encryptionConfiguration=encryption)


@step
def machines_that_do_not_exist_are_said_to():
    nobody = machine("nobody")
    for operation in ["DescribeStateMachine", "UpdateStateMachine", "PublishStateMachineVersion",
                      "ListStateMachineAliases"]:
        more = {"roleArn": ROLE} if operation == "UpdateStateMachine" else {}
        refused("StateMachineDoesNotExist", operation, stateMachineArn=nobody, **more)
        refused("InvalidArn", operation, stateMachineArn="nonsense", **more)
    refused("InvalidArn", "DeleteStateMachine", stateMachineArn="nonsense")
    refused("ValidationException", "DeleteStateMachine", stateMachineArn=f"{HELLO}:1")
    refused("InvalidArn", "ListStateMachineVersions", stateMachineArn="nonsense")


@step
def an_update_has_a_new_revision():
    before = call("DescribeStateMachine", stateMachineArn=HELLO).get("revisionId")
    role = ROLE + "-2"
    updated = call("UpdateStateMachine", stateMachineArn=HELLO, roleArn=role,
                   loggingConfiguration={"level": "OFF"}, tracingConfiguration={"enabled": False})
    described = call("DescribeStateMachine", stateMachineArn=HELLO)
    assert described["roleArn"] == role
    assert described["revisionId"] == updated["revisionId"] != before
    refused("MissingRequiredParameter", "UpdateStateMachine", stateMachineArn=HELLO)
    refused("ValidationException", "UpdateStateMachine", stateMachineArn=HELLO, roleArn=role,
            versionDescription="without publish")
    refused("ConflictException", "PublishStateMachineVersion", stateMachineArn=HELLO,
            revisionId="11111111-1111-1111-1111-111111111111")
    # The program has no other machine of this name.
    refused("ConflictException", "UpdateStateMachine", stateMachineArn=HELLO,
            definition=definition("quick"))


@step
def versions_and_aliases_route_starts():
    one = call("PublishStateMachineVersion", stateMachineArn=HELLO, description="first")
    first = one["stateMachineVersionArn"]
    assert first == f"{HELLO}:1"
    same = call("PublishStateMachineVersion", stateMachineArn=HELLO, description="first")
    assert same["stateMachineVersionArn"] == first
    updated = call("UpdateStateMachine", stateMachineArn=HELLO, roleArn=ROLE, publish=True,
                   versionDescription="second")
    second = updated["stateMachineVersionArn"]
    assert second == f"{HELLO}:2"
    listed = call("ListStateMachineVersions", stateMachineArn=HELLO)["stateMachineVersions"]
    assert [item["stateMachineVersionArn"] for item in listed] == [second, first]
    page = call("ListStateMachineVersions", stateMachineArn=HELLO, maxResults=1)
    rest = call("ListStateMachineVersions", stateMachineArn=HELLO, nextToken=page["nextToken"])
    assert rest["stateMachineVersions"] == listed[1:]
    refused("InvalidToken", "ListStateMachineVersions", stateMachineArn=HELLO, nextToken="x")
    refused("ValidationException", "ListStateMachineVersions", stateMachineArn=HELLO,
            maxResults=1001)
    refused("ValidationException", "PublishStateMachineVersion", stateMachineArn=HELLO,
            description="d" * 257)
    refused("ValidationException", "DeleteStateMachineVersion")
    described = call("DescribeStateMachine", stateMachineArn=first)
    assert described["description"] == "first"
    route = [{"stateMachineVersionArn": first, "weight": 100}]
    made = call("CreateStateMachineAlias", name="live", description="all",
                routingConfiguration=route)
    alias = made["stateMachineAliasArn"]
    assert alias == f"{HELLO}:live"
    again = call("CreateStateMachineAlias", name="live", description="all",
                 routingConfiguration=route)
    assert again["creationDate"] == made["creationDate"]
    both = [{"stateMachineVersionArn": first, "weight": 50},
            {"stateMachineVersionArn": second, "weight": 50}]
    refused("ConflictException", "CreateStateMachineAlias", name="live",
            routingConfiguration=both)
    call("UpdateStateMachineAlias", stateMachineAliasArn=alias, description="half",
         routingConfiguration=both)
    found = call("DescribeStateMachineAlias", stateMachineAliasArn=alias)
    assert (found["description"], found["routingConfiguration"]) == ("half", both)
    assert found["name"] == "live" and found["updateDate"] >= found["creationDate"]
    versions = set()
    for number in range(40):
        arn = call("StartExecution", stateMachineArn=alias,
                   input='{"name": "Ada"}')["executionArn"]
        description = ended(arn)
        assert description["stateMachineAliasArn"] == alias
        details = events(arn, maxResults=1)[0]["executionStartedEventDetails"]
        assert details["stateMachineAliasArn"] == alias, details
        assert details["stateMachineVersionArn"] == description["stateMachineVersionArn"]
        assert details["roleArn"].startswith(ROLE), details
        versions.add(description["stateMachineVersionArn"])
    assert versions == {first, second}, versions
    through = call("ListExecutions", stateMachineArn=alias, maxResults=5)["executions"]
    assert len(through) == 5 and all(item["stateMachineAliasArn"] == alias for item in through)
    call("CreateStateMachineAlias", name="other", routingConfiguration=route)
    page = call("ListStateMachineAliases", stateMachineArn=HELLO, maxResults=1)
    rest = call("ListStateMachineAliases", stateMachineArn=HELLO, nextToken=page["nextToken"])
    names = [item["stateMachineAliasArn"].rsplit(":", 1)[1]
             for item in page["stateMachineAliases"] + rest["stateMachineAliases"]]
    assert sorted(names) == ["live", "other"], names
    refused("InvalidToken", "ListStateMachineAliases", stateMachineArn=HELLO, nextToken="x")
    refused("ConflictException", "DeleteStateMachineVersion", stateMachineVersionArn=second)
    aliases_are_checked(alias, first)
    for name in ["live", "other"]:
        call("DeleteStateMachineAlias", stateMachineAliasArn=f"{HELLO}:{name}")
    call("DeleteStateMachineVersion", stateMachineVersionArn=second)
    versions_have_a_quota()


def versions_have_a_quota():
    for number in range(999):
        call("UpdateStateMachine", stateMachineArn=HELLO, roleArn=f"{ROLE}-{number}", publish=True)
    refused("ServiceQuotaExceededException", "UpdateStateMachine", stateMachineArn=HELLO,
            roleArn=ROLE, publish=True)
    call("UpdateStateMachine", stateMachineArn=HELLO, roleArn=ROLE)
    refused("ServiceQuotaExceededException", "PublishStateMachineVersion", stateMachineArn=HELLO)


def aliases_are_checked(alias, version):
    route = [{"stateMachineVersionArn": version, "weight": 100}]
    gone = f"{HELLO}:gone"
    for operation in ["DescribeStateMachineAlias", "UpdateStateMachineAlias",
                      "DeleteStateMachineAlias"]:
        more = {"description": "x"} if operation.startswith("Update") else {}
        # Deleting is idempotent.
        if not operation.startswith("Delete"):
            refused("ResourceNotFound", operation, stateMachineAliasArn=gone, **more)
        refused("InvalidArn", operation, stateMachineAliasArn="nonsense", **more)
        long = f"{HELLO}:{'a' * 300}"
        refused("ValidationException", operation, stateMachineAliasArn=long, **more)
    # AWS answers so for ARNs that are not those of versions.
    refused("ValidationException", "CreateStateMachineAlias", name="x", routingConfiguration=[
        {"stateMachineVersionArn": f"{HELLO}:99", "weight": 100}])
    refused("ResourceNotFound", "CreateStateMachineAlias", name="x", routingConfiguration=[
        {"stateMachineVersionArn": machine("nobody") + ":1", "weight": 100}])
    refused("InvalidArn", "CreateStateMachineAlias", name="x", routingConfiguration=[
        {"stateMachineVersionArn": "nonsense", "weight": 100}])
    refused("ValidationException", "CreateStateMachineAlias", name="x", routingConfiguration=[
        {"stateMachineVersionArn": version, "weight": 99}])
    refused("ValidationException", "UpdateStateMachineAlias", stateMachineAliasArn=alias)
    refused("ValidationException", "CreateStateMachineAlias", name="1", routingConfiguration=route)
    refused("InvalidArn", "DeleteStateMachineVersion", stateMachineVersionArn="nonsense")
    refused("ResourceNotFound", "ListStateMachineAliases", stateMachineArn=f"{HELLO}:99")
    for number in range(98):
        call("CreateStateMachineAlias", name=f"a{number}", routingConfiguration=route)
    refused("ServiceQuotaExceededException", "CreateStateMachineAlias", name="more",
            routingConfiguration=route)
    for number in range(98):
        call("DeleteStateMachineAlias", stateMachineAliasArn=f"{HELLO}:a{number}")


@step
def express_machines_answer_at_once():
    started = call("StartSyncExecution", stateMachineArn=QUICK, input='{"a": 1}', name="sync",
                   traceHeader="Root=1-5-7")
    assert started["status"] == "SUCCEEDED" and json.loads(started["output"]) == {"a": 1}
    assert ":express:quick:sync:" in started["executionArn"], started["executionArn"]
    failed = call("StartSyncExecution", stateMachineArn=QUICK, input='{"fail": "E"}')
    assert (failed["status"], failed["error"]) == ("FAILED", "E")
    without = call("StartSyncExecution", stateMachineArn=QUICK, includedData="METADATA_ONLY")
    assert "output" not in without and without["status"] == "SUCCEEDED"
    call("StartExecution", stateMachineArn=QUICK)
    refused("StateMachineTypeNotSupported", "StartSyncExecution", stateMachineArn=HELLO)
    refused("StateMachineTypeNotSupported", "ListExecutions", stateMachineArn=QUICK)
    refused("StateMachineDoesNotExist", "StartSyncExecution", stateMachineArn=machine("nobody"))
    refused("InvalidArn", "StartSyncExecution", stateMachineArn="nonsense")
    refused("InvalidName", "StartSyncExecution", stateMachineArn=QUICK, name="a b")
    refused("InvalidExecutionInput", "StartSyncExecution", stateMachineArn=QUICK, input="{")


@step
def an_execution_tells_its_machine():
    arn = start("hello", {"name": "Ada"})
    ended(arn)
    found = call("DescribeStateMachineForExecution", executionArn=arn)
    assert found["stateMachineArn"] == HELLO and found["name"] == "hello"
    assert json.loads(found["definition"]) == json.loads(definition("hello"))
    arn = start("everything", {"do": "nothing"})
    found = call("DescribeStateMachineForExecution", executionArn=arn)
    assert found["encryptionConfiguration"] == {"type": "AWS_OWNED_KEY"}, found
    assert found["variableReferences"] == VARIABLES, found


@step
def resources_have_tags():
    tagged = call("ListTagsForResource", resourceArn=HELLO)["tags"]
    assert tagged == [{"key": "team", "value": "sales"}], tagged
    call("TagResource", resourceArn=HELLO, tags=[{"key": "stage", "value": "test"},
                                                 {"key": "team", "value": "it"}])
    call("UntagResource", resourceArn=HELLO, tagKeys=["stage"])
    assert call("ListTagsForResource", resourceArn=HELLO)["tags"] == [
        {"key": "team", "value": "it"}]
    unknown = machine("nobody")
    tags = [{"key": str(number), "value": ""} for number in range(51)]
    refused("TooManyTags", "TagResource", resourceArn=HELLO, tags=tags)
    for operation, more in [("ListTagsForResource", {}), ("TagResource", {"tags": tags[:1]}),
                            ("UntagResource", {"tagKeys": ["a"]})]:
        refused("ResourceNotFound", operation, resourceArn=unknown, **more)
        refused("InvalidArn", operation, resourceArn="nonsense", **more)


@step
def a_definition_is_validated():
    good = call("ValidateStateMachineDefinition", definition=definition("hello"))
    assert (good["result"], good["diagnostics"]) == ("OK", []), good
    found = call("ValidateStateMachineDefinition", definition=BAD, type="STANDARD")
    assert found["result"] == "FAIL", found
    error = next(item for item in found["diagnostics"] if item["severity"] == "ERROR")
    assert "Nope" in error["message"] and error["location"].startswith("/States/A"), error
    two = BAD.replace('"Next": "Nope"', '"Next": "Nope", "Input": 1')
    one = call("ValidateStateMachineDefinition", definition=two, maxResults=1)
    assert len(one["diagnostics"]) == 1 and one["truncated"] is True, one
    call("ValidateStateMachineDefinition", definition=BAD, severity="WARNING")
    call("ValidateStateMachineDefinition", definition="{")
    refused("ValidationException", "ValidateStateMachineDefinition", definition="")
    refused("ValidationException", "ValidateStateMachineDefinition", definition=BAD,
            severity="INFO")


@step
def a_single_state_is_tested():
    state = json.dumps(json.loads(definition("hello"))["States"]["Greet"])
    tested = call("TestState", definition=state, roleArn=ROLE, input='{"name": "Ada"}')
    assert tested["status"] == "SUCCEEDED", tested
    assert json.loads(tested["output"]) == {"greeting": "Hello, Ada!"}
    debug = call("TestState", definition=definition("hello"), stateName="Greet",
                 input='{"name": "Ada"}', inspectionLevel="DEBUG", roleArn=ROLE)
    data = debug["inspectionData"]
    assert json.loads(data["input"]) == {"name": "Ada"}
    assert json.loads(data["afterParameters"]) == {"greeting": "Hello, Ada!"}
    everything = definition("everything")
    mocked = call("TestState", definition=everything, stateName="Function", input='{"do": "x"}',
                  mock={"result": '{"paid": true}'}, inspectionLevel="DEBUG", roleArn=ROLE)
    assert mocked["nextState"] == "Succeed", mocked
    assert json.loads(mocked["output"]) == {"do": "x", "result": {"paid": True}}
    caught = call("TestState", definition=everything, stateName="Function", input="{}",
                  mock={"errorOutput": {"error": "Refused", "cause": "no"}},
                  inspectionLevel="DEBUG", roleArn=ROLE)
    assert (caught["status"], caught["error"]) == ("CAUGHT_ERROR", "Refused"), caught
    assert caught["inspectionData"]["errorDetails"]["catchIndex"] == 0, caught
    retried = call("TestState", definition=everything, stateName="Function", input="{}",
                   mock={"errorOutput": {"error": "Busy", "cause": "no"}},
                   inspectionLevel="DEBUG", roleArn=ROLE)
    assert retried["status"] == "RETRIABLE", retried
    details = retried["inspectionData"]["errorDetails"]
    assert (details["retryIndex"], details["retryBackoffIntervalSeconds"]) == (0, 1), details
    failed = call("TestState", definition=everything, stateName="Expression", roleArn=ROLE,
                  input='{"text": "a"}')
    assert failed["status"] == "FAILED" and failed["error"] == "States.QueryEvaluationError"
    task = call("TestState", definition=everything, stateName="Orphan", input="{}",
                mock={"result": "{}", "fieldValidationMode": "NONE"}, inspectionLevel="DEBUG",
                roleArn=ROLE)
    arguments = json.loads(task["inspectionData"]["afterArguments"])
    assert arguments == {"StateMachineArn": machine("nobody")}, task
    a_map_is_tested(everything)
    refused("InvalidDefinition", "TestState", definition="{", roleArn=ROLE)
    refused("InvalidArn", "TestState", definition=state, roleArn="nonsense")
    refused("InvalidExecutionInput", "TestState", definition=state, roleArn=ROLE, input="{")
    refused("ValidationException", "TestState", definition=definition("hello"), roleArn=ROLE,
            stateName="Nobody")


def a_map_is_tested(everything):
    for name, text in [("First", '{"items": [1, 2]}'), ("Second", '{"items": [1, 2, 3]}'),
                       ("Batch", '{"items": [1, 2]}')]:
        tested = call("TestState", definition=everything, stateName=name, input=text,
                      mock={"result": "[1]"}, inspectionLevel="DEBUG", roleArn=ROLE,
                      variables='{"known": 1}')
        assert tested["status"] == "SUCCEEDED", (name, tested)
        data = tested["inspectionData"]
        assert json.loads(data["variables"]) == {"known": 1}, data
        # JSONata has `Items` in place of this field.
        if name != "Second":
            assert json.loads(data["afterItemsPath"]) == json.loads(text)["items"], data
        if name == "Second":
            made = [{"item": 1}, {"item": 2}, {"item": 3}]
            assert json.loads(data["afterItemSelector"]) == made, data
            assert json.loads(data["afterItemBatcher"]) == [
                {"Items": made[:2]}, {"Items": made[2:]}], data
    assert data["maxConcurrency"] == 2 and data["toleratedFailurePercentage"] == 10, data
    the_data_of_a_reader_is_given(everything)
    failing = {"definition": everything, "stateName": "Batch", "input": '{"items": [1, 2]}',
               "mock": {"errorOutput": {"error": "Refused", "cause": "no"}}, "roleArn": ROLE}
    failed = call("TestState", stateConfiguration={"errorCausedByState": "Item"}, **failing)
    assert (failed["status"], failed["error"]) == ("FAILED", "Refused"), failed
    refused("ValidationException", "TestState", **failing,
            stateConfiguration={"errorCausedByState": "Function"})


def the_data_of_a_reader_is_given(everything):
    test = {"definition": everything, "stateName": "Read", "input": '{"key": "today.json"}',
            "mock": {"result": "[1, 2]"}, "inspectionLevel": "TRACE", "roleArn": ROLE}
    data = '{"shop": 1, "orders": [7, 8, 9]}'
    tested = call("TestState", stateConfiguration={"mapItemReaderData": data}, **test)
    assert tested["status"] == "SUCCEEDED", tested
    data = {key: json.loads(value) for key, value in tested["inspectionData"].items()
            if key.startswith("afterItem")}
    made = [{"order": order, "from": "s3://orders/today.json", "key": "today.json"}
            for order in [7, 8, 9]]
    assert data == {
        "afterItemsPointer": [7, 8, 9], "afterItemSelector": made,
        "afterItemBatcher": [{"BatchInput": {"shop": "one"}, "Items": made[:2]},
                             {"BatchInput": {"shop": "one"}, "Items": made[2:]}]}, data
    failed = call("TestState", stateConfiguration={"mapItemReaderData": "{}"}, **test)
    assert failed["error"] == "States.ItemReaderFailed", failed
    many = {"mapItemReaderData": '{"orders": [7, 8, 9]}', "mapIterationFailureCount": 2}
    failed = call("TestState", stateConfiguration=many, **test)
    assert failed["error"] == "States.ExceedToleratedFailureThreshold", failed
    refused("ValidationException", "TestState", **test,
            stateConfiguration={**many, "mapIterationFailureCount": 4})
    refused("ValidationException", "TestState", **{**test, "stateName": "Batch"},
            stateConfiguration={"mapItemReaderData": "[]"})


@step
def a_deleted_machine_is_gone():
    call("DeleteStateMachine", stateMachineArn=QUICK)
    refused("StateMachineDoesNotExist", "DescribeStateMachine", stateMachineArn=QUICK)
    # Deleting is idempotent.
    call("DeleteStateMachine", stateMachineArn=QUICK)
    create("quick", type="EXPRESS")
    assert call("DescribeStateMachine", stateMachineArn=QUICK)["type"] == "EXPRESS"
