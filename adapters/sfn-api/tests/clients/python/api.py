"""A client of the API that checks every answer against botocore's model."""

import http.client
import json
import os
import time
import traceback
from urllib.parse import urlsplit

import boto3
import botocore.session
from botocore.config import Config
from botocore.exceptions import ClientError

URL = os.environ["AWS_ENDPOINT_URL_SFN"]
SERVICE = botocore.session.get_session().get_service_model("stepfunctions")
OPERATIONS = list(SERVICE.operation_names)

# Errors that every operation may answer: AWS's documentation, "Common Errors". An
# `InternalFailure` is a fault of the server.
COMMON = {
    "IncompleteSignature", "InvalidSignatureException",
    "MissingAuthenticationToken", "SerializationException", "ThrottlingException",
    "UnknownOperationException", "UnrecognizedClientException", "ValidationException",
}

FOLDER = os.path.dirname(os.path.abspath(__file__))
MACHINES = os.path.join(FOLDER, "..", "machines")
ACCOUNT = "arn:aws:states:us-east-1:123456789012"
ROLE = "arn:aws:iam::123456789012:role/machine"


def definition(name):
    """The text of one of the server's machines."""
    with open(os.path.join(MACHINES, f"{name}.asl.json"), encoding="utf-8") as file:
        return file.read()


def machine(name):
    return f"{ACCOUNT}:stateMachine:{name}"


TYPES = {
    "structure": dict, "map": dict, "list": list, "string": str,
    "integer": int, "long": int, "float": (int, float), "timestamp": (int, float), "double": (int, float),
}


def is_of(kind, value):
    """True if a value on the wire has the type of a shape."""
    if isinstance(value, bool) or kind == "boolean":
        return isinstance(value, bool) and kind == "boolean"
    return isinstance(value, TYPES[kind])


class Seen:
    """What the answers of a run contained."""

    def __init__(self):
        self.operations = set()
        self.members = set()
        self.enums = set()
        self.errors = set()
        self.faults = []

    def answer(self, operation, status, body):
        """Checks an answer of the server, as it is on the wire."""
        model = SERVICE.operation_model(operation)
        if status == 200:
            self.operations.add(operation)
            if model.output_shape is None:
                self.check(body == {}, operation, f"an empty object, not {body}")
            else:
                self.shape(model.output_shape, body, operation)
            return
        kind, message = body.get("__type"), body.get("message")
        declared = {shape.name for shape in model.error_shapes}
        self.check(status == 400, operation, f"status 400, not {status}: {kind} ({message})")
        self.check(kind in declared | COMMON, operation, f"no error {kind} ({message})")
        self.check(isinstance(message, str) and message, operation, f"a message of {kind}")
        for shape in model.error_shapes:
            if shape.name == kind:
                unknown = set(body) - set(shape.members) - {"__type"}
                self.check(not unknown, operation, f"no members {unknown} of {kind}")
        self.errors.add((operation, kind))

    def shape(self, shape, value, place):
        kind = shape.type_name
        if not self.check(is_of(kind, value), place, f"a {kind}, not {value!r}"):
            return
        if kind == "structure":
            for name in shape.required_members:
                self.check(value.get(name) is not None, place, f"the required member {name}")
            for name, member in value.items():
                if self.check(name in shape.members, place, f"no member {name}"):
                    if member is not None:
                        self.members.add((shape.name, name))
                        self.shape(shape.members[name], member, f"{place}.{name}")
                    else:
                        self.check(place == "GetActivityTask", place, f"no null at {name}")
        elif kind == "list":
            for index, item in enumerate(value):
                self.shape(shape.member, item, f"{place}[{index}]")
        elif kind == "map":
            for name, item in value.items():
                self.shape(shape.value, item, f"{place}.{name}")
        self.constraints(shape, value, place)

    def constraints(self, shape, value, place):
        kind = shape.type_name
        if kind == "string" and shape.enum:
            self.enums.add((shape.name, value))
            self.check(value in shape.enum, place, f"one of {shape.enum}, not {value!r}")
        least, most = shape.metadata.get("min"), shape.metadata.get("max")
        size = len(value) if kind in ("string", "list", "map") else value
        if kind in ("string", "list", "map", "integer", "long"):
            self.check(least is None or size >= least, place, f"at least {least}, not {size}")
            self.check(most is None or size <= most, place, f"at most {most}, not {size}")

    def check(self, holds, place, expected):
        if not holds:
            self.faults.append(f"{place}: expected {expected}")
        return holds


SEEN = Seen()


def _record(http_response, model, **_):
    SEEN.answer(model.name, http_response.status_code, json.loads(http_response.content or b"{}"))


def client(**config):
    made = boto3.client("stepfunctions", config=Config(
        inject_host_prefix=False, parameter_validation=False,
        retries={"total_max_attempts": 1}, read_timeout=90, **config))
    made.meta.events.register("after-call.sfn", _record)
    return made


SFN = client()


def call(operation, /, **request):
    """Calls an operation by its name in the model."""
    return SFN._make_api_call(operation, request)


def refused(error, operation, /, **request):
    """Calls an operation that must answer this error. Returns the message."""
    try:
        answer = call(operation, **request)
    except ClientError as found:
        code, message = found.response["Error"]["Code"], found.response["Error"]["Message"]
        assert code == error, f"{operation}: {code} ({message}), not {error}"
        expected = getattr(SFN.exceptions, error, ClientError)
        assert isinstance(found, expected), f"{type(found)} is no {expected}"
        return message
    raise AssertionError(f"{operation} answered {answer}, not {error}")


def raw(operation, body, **headers):
    """Sends a body as it is. Returns status, headers and answer."""
    address = urlsplit(URL)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=30)
    try:
        connection.request("POST", "/", body=body, headers={
            "content-type": "application/x-amz-json-1.0",
            "x-amz-target": f"AWSStepFunctions.{operation}",
            **headers,
        })
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, answer.headers, json.loads(text or b"{}")
    finally:
        connection.close()


def until(found, seconds=30):
    """Asks again until there is an answer."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = found()
        if answer:
            return answer
        time.sleep(0.02)
    raise AssertionError("it did not come to that in time")


def start(name, /, input=None, **request):
    """Starts an execution of a machine. Returns its ARN."""
    text = "{}" if input is None else json.dumps(input)
    return call("StartExecution", stateMachineArn=machine(name), input=text, **request)[
        "executionArn"]


def ended(arn):
    """The description of an execution after its end."""
    def found():
        description = call("DescribeExecution", executionArn=arn)
        return description if description["status"] not in ("RUNNING", "PENDING_REDRIVE") else None
    return until(found)


def events(arn, **request):
    """The whole history of an execution."""
    found, token = [], None
    while True:
        more = {} if token is None else {"nextToken": token}
        page = call("GetExecutionHistory", executionArn=arn, **request, **more)
        found.extend(page["events"])
        token = page.get("nextToken")
        if token is None:
            return found


def kinds(arn):
    return [event["type"] for event in events(arn)]


STEPS = []


def step(function):
    """A step of a scenario; steps run in the order in which they are written."""
    STEPS.append(function)
    return function


def run():
    """Runs each step, even after a failure, and fails at the end if one failed."""
    failures = []
    for function in STEPS:
        faults = len(SEEN.faults)
        try:
            function()
        except Exception as problem:  # every failure is reported
            shown = f"{type(problem).__name__}: {problem}"
            failures.append(f"{function.__name__}: {place(problem)}: {shown}")
        failures.extend(f"{function.__name__}: {fault}" for fault in SEEN.faults[faults:])
    for failure in failures:
        print(failure)
    print(f"{len(STEPS)} steps, {len(failures)} failures")
    raise SystemExit(1 if failures else 0)


def place(problem):
    """The line of a scenario at which it failed."""
    frames = traceback.extract_tb(problem.__traceback__)
    frames = [frame for frame in frames if frame.filename != __file__] or frames
    ours = [frame for frame in frames if os.path.dirname(frame.filename) == FOLDER]
    frame = (ours or frames)[-1]
    return f"{os.path.basename(frame.filename)}:{frame.lineno}: {frame.line}"
