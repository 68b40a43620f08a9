"""All operations: every answer fits the model, and every declared error is provoked.

The last step lists what no answer contained. Each such member, value and error has a reason here.
"""

import definitions  # noqa: F401  its steps
import executions  # noqa: F401  its steps
from api import OPERATIONS, SEEN, SERVICE, run, step

KMS = "there are no keys of KMS"
# Errors that are never answered, by their names, with the reason.
NO_ERROR = {
    "KmsAccessDeniedException": KMS,
    "KmsInvalidStateException": KMS,
    "KmsThrottlingException": KMS,
    "InvalidTracingConfiguration": "its only member is a boolean, which is checked as a type",
    "ActivityLimitExceeded": "the number of activities is not limited",
    "ActivityWorkerLimitExceeded": "the number of polls is not limited",
    "ExecutionLimitExceeded": "the number of open executions is not limited",
    "StateMachineLimitExceeded": "the number of state machines is not limited",
    "StateMachineDeleting": "a state machine is deleted as soon as its executions are stopped",
}
# Errors that an operation declares and never answers, with the reason.
NO_ERROR_OF = {
    ("CreateStateMachine", "ServiceQuotaExceededException"): "a new machine has no versions",
    ("CreateStateMachine", "StateMachineTypeNotSupported"): "both types are supported",
    ("CreateStateMachine", "ConflictException"): "creations are done one after the other",
    ("CreateStateMachineAlias", "InvalidName"): "the model has a pattern, which is checked before",
    ("DeleteStateMachineAlias", "ConflictException"): "deletions are done one after the other",
    ("DeleteStateMachineAlias", "ResourceNotFound"): "deleting what is gone succeeds",
    ("UpdateStateMachineAlias", "ConflictException"): "updates are done one after the other",
}
CHILDREN = "child executions of a Map Run are parts of their parent"
NO_CAUSE = "time-outs have no cause, as recorded at AWS"
START = "the methods of tasks are called at once, so a task is always scheduled and started"
HTTP = "the HTTP Tasks of TestState are mocked"
# Shapes that no answer contains, with the reason.
NO_SHAPE = {
    "ActivityScheduleFailedEventDetails": START,
    "LambdaFunctionScheduleFailedEventDetails": START,
    "LambdaFunctionStartFailedEventDetails": START,
    "TaskStartFailedEventDetails": START,
    "InspectionDataRequest": HTTP,
    "InspectionDataResponse": HTTP,
}
# Members that no answer contains, with the reason: (shape, member).
NO_MEMBER = {
    ("ActivityTimedOutEventDetails", "cause"): NO_CAUSE,
    ("ExecutionTimedOutEventDetails", "cause"): NO_CAUSE,
    ("LambdaFunctionTimedOutEventDetails", "cause"): NO_CAUSE,
    ("TaskTimedOutEventDetails", "cause"): NO_CAUSE,
    ("DescribeActivityOutput", "encryptionConfiguration"): "the data of activities has no key",
    ("EncryptionConfiguration", "kmsDataKeyReusePeriodSeconds"): KMS,
    ("EncryptionConfiguration", "kmsKeyId"): KMS,
    ("DescribeExecutionOutput", "mapRunArn"): CHILDREN,
    ("DescribeStateMachineForExecutionOutput", "label"): CHILDREN,
    ("DescribeStateMachineForExecutionOutput", "mapRunArn"): CHILDREN,
    ("DescribeStateMachineOutput", "label"): CHILDREN,
    ("ExecutionListItem", "itemCount"): CHILDREN,
    ("ExecutionListItem", "mapRunArn"): CHILDREN,
    ("HistoryEvent", "activityScheduleFailedEventDetails"): START,
    ("HistoryEvent", "lambdaFunctionScheduleFailedEventDetails"): START,
    ("HistoryEvent", "lambdaFunctionStartFailedEventDetails"): START,
    ("HistoryEvent", "taskStartFailedEventDetails"): START,
    ("InspectionData", "request"): HTTP,
    ("InspectionData", "response"): HTTP,
}


def output_members(shape, found):
    """All members of the structures within a shape."""
    if shape.type_name == "structure":
        for name, member in shape.members.items():
            if (shape.name, name) not in found:
                found.add((shape.name, name))
                output_members(member, found)
    elif shape.type_name == "list":
        output_members(shape.member, found)
    elif shape.type_name == "map":
        output_members(shape.value, found)


@step
def every_operation_was_answered():
    missing = [name for name in OPERATIONS if name not in SEEN.operations]
    assert not missing, f"{len(missing)} of {len(OPERATIONS)} operations: {missing}"


@step
def every_declared_error_was_provoked():
    declared = {(name, shape.name) for name in OPERATIONS
                for shape in SERVICE.operation_model(name).error_shapes}
    excused = {pair for pair in declared if pair[1] in NO_ERROR or pair in NO_ERROR_OF}
    missing = sorted(declared - SEEN.errors - excused)
    assert not missing, f"{len(missing)} of {len(declared)} errors: {missing}"
    wrong = sorted(excused & SEEN.errors)
    assert not wrong, f"provoked, although they are listed as never answered: {wrong}"


@step
def every_member_was_answered():
    members = set()
    for name in OPERATIONS:
        shape = SERVICE.operation_model(name).output_shape
        if shape is not None:
            output_members(shape, members)
    excused = {pair for pair in members if pair[0] in NO_SHAPE or pair in NO_MEMBER}
    missing = sorted(f"{shape}.{name}" for shape, name in members - SEEN.members - excused)
    assert not missing, f"{len(missing)} of {len(members)} members: {missing}"
    wrong = sorted(excused & SEEN.members)
    assert not wrong, f"answered, although they are listed as never answered: {wrong}"


if __name__ == "__main__":
    run()
