"""Executions: start, describe, list, stop, redrive, histories, tokens, activities, Map Runs."""

import json
import threading

from api import ACCOUNT, call, ended, events, kinds, machine, refused, start, step, until

EVERYTHING = machine("everything")
ACTIVITY = f"{ACCOUNT}:activity:approval"
NOWHERE = f"{ACCOUNT}:execution:everything:nowhere"


@step
def an_execution_is_described_while_it_runs_and_after_its_end():
    arn = start("everything", {"do": "wait"}, name="described", traceHeader="Root=1-5-7")
    running = call("DescribeExecution", executionArn=arn)
    assert running["status"] == "RUNNING" and "stopDate" not in running
    assert running["name"] == "described" and running["stateMachineArn"] == EVERYTHING
    assert json.loads(running["input"]) == {"do": "wait"}
    assert running["inputDetails"] == {"included": True}
    assert running["traceHeader"] == "Root=1-5-7"
    assert running["redriveStatus"] == "NOT_REDRIVABLE" and running["redriveCount"] == 0
    stopped = call("StopExecution", executionArn=arn, error="Enough", cause="It is late")
    over = call("DescribeExecution", executionArn=arn)
    assert over["status"] == "ABORTED" and over["stopDate"] == stopped["stopDate"]
    assert (over["error"], over["cause"]) == ("Enough", "It is late")
    assert kinds(arn)[-1] == "ExecutionAborted"
    output = ended(start("everything", {"do": "nothing"}))
    assert output["status"] == "SUCCEEDED"
    assert json.loads(output["output"]) == {"do": "nothing"}
    assert output["outputDetails"] == {"included": True}


@step
def the_same_start_is_the_same_execution():
    request = {"stateMachineArn": EVERYTHING, "name": "same", "input": '{"do": "wait"}'}
    first = call("StartExecution", **request)
    again = call("StartExecution", **request)
    assert (again["executionArn"], again["startDate"]) == (first["executionArn"], first["startDate"])
    refused("ExecutionAlreadyExists", "StartExecution", **{**request, "input": "{}"})
    call("StopExecution", executionArn=first["executionArn"])
    refused("ExecutionAlreadyExists", "StartExecution", **request)


@step
def starts_are_checked():
    refused("InvalidArn", "StartExecution", stateMachineArn="nonsense")
    refused("StateMachineDoesNotExist", "StartExecution", stateMachineArn=machine("nobody"))
    refused("InvalidName", "StartExecution", stateMachineArn=EVERYTHING, name="a b")
    refused("InvalidExecutionInput", "StartExecution", stateMachineArn=EVERYTHING, input="{")
    refused("ValidationException", "StartExecution", stateMachineArn=EVERYTHING, name="n" * 81)
    refused("ValidationException", "StopExecution", executionArn=NOWHERE, error="e" * 257)
    refused("ValidationException", "RedriveExecution", executionArn=NOWHERE, clientToken="")


@step
def pages_of_executions_are_newest_first():
    started = [start("hello", {"name": str(number)}) for number in range(5)]
    for arn in started:
        ended(arn)
    listed, token = [], None
    while True:
        more = {} if token is None else {"nextToken": token}
        page = call("ListExecutions", stateMachineArn=machine("hello"), maxResults=2,
                    statusFilter="SUCCEEDED", **more)
        listed.extend(item["executionArn"] for item in page["executions"])
        token = page.get("nextToken")
        if token is None:
            break
    assert [arn for arn in listed if arn in started] == started[::-1], listed
    none = call("ListExecutions", stateMachineArn=machine("hello"), statusFilter="FAILED")
    assert none["executions"] == []
    refused("InvalidToken", "ListExecutions", stateMachineArn=machine("hello"), nextToken="x")
    refused("InvalidArn", "ListExecutions", stateMachineArn="nonsense")
    refused("ValidationException", "ListExecutions")
    refused("StateMachineDoesNotExist", "ListExecutions", stateMachineArn=machine("nobody"))
    refused("ResourceNotFound", "ListExecutions", mapRunArn=f"{ACCOUNT}:mapRun:everything/Batch:x")


@step
def executions_that_do_not_exist_are_said_to():
    for operation in ["DescribeExecution", "DescribeStateMachineForExecution", "StopExecution",
                      "RedriveExecution", "GetExecutionHistory", "ListMapRuns"]:
        refused("ExecutionDoesNotExist", operation, executionArn=NOWHERE)
        refused("InvalidArn", operation, executionArn="nonsense")


@step
def histories_have_both_orders_and_pages():
    arn = start("everything", {"do": "function", "once": "Busy"})
    assert ended(arn)["status"] == "SUCCEEDED"
    forward = events(arn)
    assert [event["id"] for event in forward] == list(range(1, len(forward) + 1))
    assert events(arn, maxResults=3) == forward
    assert events(arn, reverseOrder=True) == forward[::-1]
    assert events(arn, reverseOrder=True, maxResults=2) == forward[::-1]
    found = kinds(arn)
    for kind in ["ExecutionStarted", "ChoiceStateEntered", "TaskStateEntered",
                 "LambdaFunctionScheduled", "LambdaFunctionStarted", "LambdaFunctionFailed",
                 "LambdaFunctionSucceeded", "TaskStateExited", "SucceedStateExited",
                 "ExecutionSucceeded"]:
        assert kind in found, f"{kind} is not in {found}"
    without = events(arn, includeExecutionData=False)
    assert len(without) == len(forward)
    assert all("input" not in event.get("stateEnteredEventDetails", {}) for event in without)
    refused("InvalidToken", "GetExecutionHistory", executionArn=arn, nextToken="x")


@step
def each_kind_of_state_is_in_a_history():
    for name, status, expected in [
        ("silent", "FAILED", ["LambdaFunctionTimedOut", "ExecutionFailed"]),
        ("job", "SUCCEEDED", ["TaskScheduled", "TaskStarted", "TaskSubmitted", "TaskSucceeded"]),
        ("service", "SUCCEEDED", ["TaskScheduled", "TaskStarted", "TaskSucceeded"]),
        ("child", "SUCCEEDED", ["TaskSubmitted", "TaskSucceeded"]),
        ("moment", "SUCCEEDED", ["WaitStateEntered", "WaitStateExited", "PassStateExited"]),
        ("parallel", "SUCCEEDED", ["ParallelStateStarted", "ParallelStateSucceeded"]),
        ("map", "SUCCEEDED", ["MapStateStarted", "MapIterationStarted", "MapIterationSucceeded"]),
        ("batch", "SUCCEEDED", ["MapRunStarted", "MapRunSucceeded", "MapStateSucceeded"]),
        ("expression", "FAILED", ["EvaluationFailed", "ExecutionFailed"]),
        ("variables", "SUCCEEDED", ["PassStateExited"]),
        ("fail", "FAILED", ["FailStateEntered", "ExecutionFailed"]),
    ]:
        arn = start("everything", {"do": name, "message": {}, "name": "Ada", "seconds": 0,
                                   "items": [1, 2], "text": "a", "word": "b"})
        end = ended(arn)
        assert end["status"] == status, f"{name}: {end}"
        found = kinds(arn)
        for kind in expected:
            assert kind in found, f"{name}: {kind} is not in {found}"
    failed = start("everything", {"do": "parallel", "fail": "E", "seconds": 60})
    ended(failed)
    assert {"WaitStateAborted", "ParallelStateFailed"} <= set(kinds(failed)), kinds(failed)
    stopped = start("everything", {"do": "map", "items": [{"fail": "E"}, {"sleep": 60}]})
    ended(stopped)
    expected = {"MapIterationFailed", "MapIterationAborted", "MapStateFailed"}
    assert expected <= set(kinds(stopped)), kinds(stopped)
    late = start("everything", {"do": "service", "message": {"sleep": 60}})
    assert ended(late)["error"] == "States.Timeout"
    assert "TaskTimedOut" in kinds(late)
    orphan = start("everything", {"do": "orphan"})
    ended(orphan)
    assert "TaskSubmitFailed" in kinds(orphan), kinds(orphan)
    short = start("short")
    assert ended(short)["status"] == "TIMED_OUT"
    assert kinds(short)[-1] == "ExecutionTimedOut", kinds(short)
    refused_job = start("everything", {"do": "service", "message": {"fail": "E"}})
    ended(refused_job)
    assert "TaskFailed" in kinds(refused_job)


@step
def a_redrive_continues_at_the_failure():
    arn = start("everything", {"do": "function", "once": "Refused"}, name="succeeds")
    assert ended(arn)["status"] == "SUCCEEDED"
    assert "succeeded" in refused("ExecutionNotRedrivable", "RedriveExecution",
                                  executionArn=arn).lower()
    arn = start("everything", {"do": "function", "once": "Broken"})
    failed = ended(arn)
    assert (failed["status"], failed["redriveStatus"]) == ("FAILED", "REDRIVABLE")
    before = events(arn)
    first = call("RedriveExecution", executionArn=arn, clientToken="redrive-1")
    again = call("RedriveExecution", executionArn=arn, clientToken="redrive-1")
    assert first["redriveDate"] == again["redriveDate"]
    over = ended(arn)
    assert (over["status"], over["redriveCount"]) == ("SUCCEEDED", 1)
    assert over["redriveDate"] == first["redriveDate"]
    after = events(arn)
    assert after[:len(before)] == before and after[len(before)]["type"] == "ExecutionRedriven"
    assert after[len(before)]["executionRedrivenEventDetails"]["redriveCount"] == 1
    listed = call("ListExecutions", stateMachineArn=EVERYTHING)["executions"]
    assert [item["executionArn"] for item in listed if item["redriveCount"] == 1] == [arn]
    refused("ValidationException", "ListExecutions", stateMachineArn=EVERYTHING,
            redriveFilter="REDRIVEN")


def token_of(arn):
    """The task token in the input of the running task."""
    def found():
        for event in events(arn):
            details = event.get("taskScheduledEventDetails")
            if details and event["id"]:
                return json.loads(details["parameters"])["MessageBody"]["Token"]
        return None
    token = until(found)
    until(lambda: "TaskSubmitted" in kinds(arn))
    return token


@step
def a_token_ends_its_task_once():
    arn = start("everything", {"do": "token"})
    token = token_of(arn)
    call("SendTaskHeartbeat", taskToken=token)
    refused("InvalidOutput", "SendTaskSuccess", taskToken=token, output="{")
    call("SendTaskSuccess", taskToken=token, output='{"paid": true}')
    assert json.loads(ended(arn)["output"]) == {"paid": True}
    # AWS answers the first for a task whose execution has ended.
    refused("TaskTimedOut", "SendTaskSuccess", taskToken=token, output="{}")
    refused("TaskTimedOut", "SendTaskHeartbeat", taskToken=token)
    refused("TaskTimedOut", "SendTaskFailure", taskToken=token)
    arn = start("everything", {"do": "token"})
    call("SendTaskFailure", taskToken=token_of(arn), error="Declined", cause="no credit")
    failed = ended(arn)
    assert (failed["error"], failed["cause"]) == ("Declined", "no credit")
    for operation, more in [("SendTaskSuccess", {"output": "{}"}), ("SendTaskFailure", {}),
                            ("SendTaskHeartbeat", {})]:
        refused("InvalidToken", operation, taskToken="nonsense", **more)
        refused("TaskDoesNotExist", operation, taskToken=f"{NOWHERE}.1.secret", **more)


@step
def a_worker_takes_an_activity():
    made = call("CreateActivity", name="approval", tags=[{"key": "team", "value": "sales"}])
    assert made["activityArn"] == ACTIVITY
    again = call("CreateActivity", name="approval", tags=[{"key": "team", "value": "sales"}])
    assert again["creationDate"] == made["creationDate"]
    described = call("DescribeActivity", activityArn=ACTIVITY)
    assert described["name"] == "approval"
    assert ACTIVITY in [item["activityArn"] for item in call("ListActivities")["activities"]]
    answers = []
    worker = threading.Thread(target=lambda: answers.append(
        call("GetActivityTask", activityArn=ACTIVITY, workerName="worker-1")))
    worker.start()
    arn = start("everything", {"do": "activity", "amount": 7})
    worker.join(timeout=30)
    token, text = answers[0]["taskToken"], answers[0]["input"]
    assert json.loads(text) == {"do": "activity", "amount": 7}
    call("SendTaskHeartbeat", taskToken=token)
    call("SendTaskSuccess", taskToken=token, output='"yes"')
    assert json.loads(ended(arn)["output"]) == "yes"
    found = events(arn)
    assert [event["activityStartedEventDetails"]["workerName"] for event in found
            if event["type"] == "ActivityStarted"] == ["worker-1"]
    arn = start("everything", {"do": "activity"})
    token = call("GetActivityTask", activityArn=ACTIVITY)["taskToken"]
    call("SendTaskFailure", taskToken=token, error="Refused", cause="no")
    assert ended(arn)["error"] == "Refused"
    assert "ActivityFailed" in kinds(arn)
    arn = start("everything", {"do": "activity"})
    late = call("GetActivityTask", activityArn=ACTIVITY)["taskToken"]
    # AWS answers so for a missed heartbeat, too.
    assert ended(arn)["error"] == "States.Timeout"
    assert "ActivityTimedOut" in kinds(arn)
    refused("TaskTimedOut", "SendTaskSuccess", taskToken=late, output="{}")


@step
def activities_are_checked():
    unknown = f"{ACCOUNT}:activity:unknown"
    refused("ActivityDoesNotExist", "DescribeActivity", activityArn=unknown)
    refused("ActivityDoesNotExist", "GetActivityTask", activityArn=unknown)
    for operation in ["DescribeActivity", "GetActivityTask", "DeleteActivity"]:
        refused("InvalidArn", operation, activityArn="nonsense")
    refused("InvalidName", "CreateActivity", name="a b")
    refused("InvalidToken", "ListActivities", nextToken="x")
    tags = [{"key": str(number), "value": ""} for number in range(51)]
    refused("TooManyTags", "CreateActivity", name="tagged", tags=tags)
    refused("ActivityAlreadyExists", "CreateActivity", name="approval",
            encryptionConfiguration={"type": "CUSTOMER_MANAGED_KMS_KEY",
                                     "kmsKeyId": "alias/key"})
    call("CreateActivity", name="short-lived")
    for name in ["one", "two", "three"]:
        call("CreateActivity", name=name)
    listed, token = [], None
    while True:
        more = {} if token is None else {"nextToken": token}
        page = call("ListActivities", maxResults=2, **more)
        listed.extend(item["name"] for item in page["activities"])
        token = page.get("nextToken")
        if token is None:
            break
    assert sorted(listed) == ["approval", "one", "short-lived", "three", "two"], listed
    gone = f"{ACCOUNT}:activity:short-lived"
    call("DeleteActivity", activityArn=gone)
    refused("ActivityDoesNotExist", "DescribeActivity", activityArn=gone)


@step
def map_runs_are_listed_described_and_updated():
    arn = start("everything", {"do": "batch", "items": [{"fail": "E"}, 2, {"once": "F"}]})
    assert ended(arn)["status"] == "FAILED"
    listed = call("ListMapRuns", executionArn=arn)["mapRuns"]
    assert len(listed) == 1 and listed[0]["executionArn"] == arn, listed
    run = listed[0]["mapRunArn"]
    assert f"{ACCOUNT}:mapRun:everything/Batch:" in run, run
    described = call("DescribeMapRun", mapRunArn=run)
    assert described["status"] == "FAILED" and described["maxConcurrency"] == 2
    assert described["itemCounts"]["total"] == 3, described
    assert described["toleratedFailurePercentage"] == 10
    # Child executions are parts of their parent.
    refused("ValidationException", "ListExecutions", mapRunArn=run)
    assert "MapRunFailed" in kinds(arn)
    refused("ValidationException", "UpdateMapRun", mapRunArn=run, maxConcurrency=3)
    unknown = f"{ACCOUNT}:mapRun:everything/Batch:11111111-1111-1111-1111-111111111111"
    for operation in ["DescribeMapRun", "UpdateMapRun"]:
        refused("ResourceNotFound", operation, mapRunArn=unknown)
        refused("InvalidArn", operation, mapRunArn="nonsense")
    refused("InvalidToken", "ListMapRuns", executionArn=arn, nextToken="x")
    two = start("everything", {"do": "batches", "items": [1, 2, 3]})
    assert ended(two)["status"] == "SUCCEEDED"
    page = call("ListMapRuns", executionArn=two, maxResults=1)
    rest = call("ListMapRuns", executionArn=two, nextToken=page["nextToken"])
    found = [item["mapRunArn"] for item in page["mapRuns"] + rest["mapRuns"]]
    assert ["/First:" in found[0], "/Second:" in found[1]] == [True, True], found
    call("RedriveExecution", executionArn=arn)
    assert ended(arn)["status"] == "FAILED"
    assert "MapRunRedriven" in kinds(arn)
    assert call("DescribeMapRun", mapRunArn=run)["redriveCount"] == 1


@step
def a_map_run_is_updated_while_it_runs():
    arn = start("everything", {"do": "batch", "items": [{"sleep": 3600}]})
    runs = until(lambda: call("ListMapRuns", executionArn=arn)["mapRuns"])
    run = runs[0]["mapRunArn"]
    call("UpdateMapRun", mapRunArn=run, maxConcurrency=7, toleratedFailureCount=3,
         toleratedFailurePercentage=50.0)
    described = call("DescribeMapRun", mapRunArn=run)
    assert described["status"] == "RUNNING"
    assert (described["maxConcurrency"], described["toleratedFailureCount"]) == (7, 3)
    call("StopExecution", executionArn=arn)
    assert call("DescribeMapRun", mapRunArn=run)["status"] == "ABORTED"
