"""Each constraint of the model, violated one at a time: the answer is an error of the API."""

import json

from api import ACCOUNT, COMMON, OPERATIONS, ROLE, SERVICE, definition, machine, raw, run, step

TEXTS = {
    "stateMachineArn": machine("hello"),
    "stateMachineVersionArn": machine("hello") + ":1",
    "stateMachineAliasArn": machine("hello") + ":live",
    "executionArn": f"{ACCOUNT}:execution:hello:none",
    "mapRunArn": f"{ACCOUNT}:mapRun:everything/Batch:11111111-1111-1111-1111-111111111111",
    "activityArn": f"{ACCOUNT}:activity:none",
    "resourceArn": machine("hello"),
    "roleArn": ROLE,
    "definition": definition("hello"),
    "input": "{}",
    "output": "{}",
}
# Types on the wire that a type of the model does not accept.
OTHER = {
    "structure": ["text", 1, []], "map": ["text", 1], "list": ["text", 1, {}],
    "string": [1, {}, []], "boolean": ["true", 1, {}], "integer": ["1", {}],
    "long": ["1", {}], "timestamp": [{}],
}


def example(shape, name=""):
    """A small value that fits a shape."""
    kind = shape.type_name
    if kind == "structure":
        return {member: example(shape.members[member], member)
                for member in shape.required_members}
    if kind == "list":
        return [example(shape.member, name)]
    if kind == "map":
        return {}
    if kind == "string":
        return shape.enum[0] if shape.enum else TEXTS.get(name, "text")
    return {"boolean": False, "integer": 1, "long": 1, "float": 1.0}[kind]


def violations(shape):
    """Values that do not fit a shape, with the kind of the violation."""
    kind, limits = shape.type_name, shape.metadata
    for value in OTHER.get(kind, []):
        yield "type", value
    if kind == "string":
        if shape.enum:
            yield "enum", "NO_SUCH_VALUE"
        if limits.get("min", 0) > 0:
            yield "min", ""
        if limits.get("max"):
            yield "max", "x" * (limits["max"] + 1)
    if kind in ("integer", "long", "float"):
        if "min" in limits:
            yield "min", limits["min"] - 1
        if "max" in limits:
            yield "max", limits["max"] + 1
    if kind == "list" and limits.get("max", 0):
        yield "max", [example(shape.member)] * (limits["max"] + 1)


def cases(shape, whole, path=()):
    """Requests with one violation each, with its place."""
    if shape.type_name == "list" and shape.member.type_name == "structure":
        inner = whole[0] if whole else example(shape.member)
        for place, kind, value in cases(shape.member, inner, path + ("0",)):
            yield place, kind, [value]
    if shape.type_name != "structure":
        return
    for name in shape.required_members:
        yield path + (name,), "required", {key: whole[key] for key in whole if key != name}
    for name, member in shape.members.items():
        for kind, value in violations(member):
            yield path + (name,), kind, {**whole, name: value}
        for place, kind, value in cases(member, whole.get(name) or example(member, name),
                                        path + (name,)):
            yield place, kind, {**whole, name: value}


def check(operation):
    model = SERVICE.operation_model(operation)
    declared = {shape.name for shape in model.error_shapes} | COMMON
    found, count = [], 0
    if model.input_shape is None:
        return found, count
    for place, kind, request in cases(model.input_shape, example(model.input_shape)):
        count += 1
        shown = f"{operation} {kind} at {'.'.join(place)}"
        status, _, answer = raw(operation, json.dumps(request))
        error, message = answer.get("__type"), answer.get("message") or ""
        if status != 400 or error not in declared:
            found.append(f"{shown}: {status} {json.dumps(answer)[:200]}")
        elif kind == "type" and error != "SerializationException":
            found.append(f"{shown}: {error} ({message[:100]}), not SerializationException")
        elif kind in ("enum", "required") and (
                error != "ValidationException" or place[-1] not in message):
            found.append(f"{shown}: {error} ({message[:100]}), which does not name the place")
    return found, count


@step
def each_violation_is_an_error_of_the_operation():
    found, count = [], 0
    for operation in OPERATIONS:
        faults, cases_ = check(operation)
        found.extend(faults)
        count += cases_
    print(f"{count} violations of {len(OPERATIONS)} operations")
    assert count > 500, count
    assert not found, "\n".join([f"{len(found)} of {count}:", *found])


@step
def every_answer_has_an_id():
    for operation in ["ListStateMachines", "ListNothing"]:
        _, headers, _ = raw(operation, "{}")
        assert headers.get("x-amzn-requestid"), headers.items()


@step
def unknown_members_are_ignored():
    status, _, answer = raw("ListStateMachines", '{"unknown": {"a": [1]}}')
    assert status == 200 and "stateMachines" in answer, answer


@step
def bodies_that_are_no_objects_are_refused():
    for body in ["{", "[]", "1", '"text"', '{"a": 1} x', "\ud83d".encode(
            "utf-8", "surrogatepass"), "[" * 100_000, '{"maxResults": 1e400}']:
        status, _, answer = raw("ListStateMachines", body)
        shown = body[:20]
        assert (status, answer.get("__type")) == (400, "SerializationException"), (shown, answer)


@step
def unknown_operations_are_refused():
    for operation in ["Nothing", "startExecution", "", "StartExecution.", "../StartExecution"]:
        status, _, answer = raw(operation, "{}")
        assert (status, answer.get("__type")) == (400, "UnknownOperationException"), answer


if __name__ == "__main__":
    run()
