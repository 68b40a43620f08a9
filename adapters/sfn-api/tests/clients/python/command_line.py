"""The AWS CLI: its commands, its pages, its queries and its exit codes."""

import json
import os
import subprocess
import sys

from api import ROLE, machine, run, step, until

HELLO = machine("hello")
HELLO_FILE = os.path.join(os.path.dirname(__file__), "..", "machines", "hello.asl.json")


def aws(*arguments):
    """Runs a command. Returns its exit code, and what it printed as JSON or as text."""
    program = os.path.join(os.path.dirname(sys.executable), "aws")
    done = subprocess.run([program, "stepfunctions", *arguments], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        return done.returncode, done.stderr.strip()
    return 0, json.loads(done.stdout) if done.stdout.strip() else None


def answer(*arguments):
    code, found = aws(*arguments)
    assert code == 0, found
    return found


@step
def an_execution_is_started_and_described():
    started = answer("start-execution", "--state-machine-arn", HELLO, "--name", "first",
                     "--input", '{"name": "Ada"}')
    arn = started["executionArn"]

    def over():
        found = answer("describe-execution", "--execution-arn", arn)
        return found if found["status"] != "RUNNING" else None
    description = until(over)
    assert json.loads(description["output"]) == {"greeting": "Hello, Ada!"}, description
    history = answer("get-execution-history", "--execution-arn", arn, "--reverse-order",
                     "--query", "events[0].type")
    assert history == "ExecutionSucceeded", history


@step
def lists_are_paged_by_the_cli():
    for number in range(3):
        answer("start-execution", "--state-machine-arn", HELLO, "--input", '{"name": "Bob"}')
    listed = answer("list-executions", "--state-machine-arn", HELLO, "--page-size", "1")
    assert len(listed["executions"]) == 4, listed
    some = answer("list-executions", "--state-machine-arn", HELLO, "--max-items", "2")
    assert len(some["executions"]) == 2 and some["NextToken"], some


@step
def a_machine_is_created_from_its_file():
    made = answer("create-state-machine", "--name", "hello", "--role-arn", ROLE,
                  "--definition", f"file://{HELLO_FILE}")
    assert made["stateMachineArn"] == HELLO
    found = answer("validate-state-machine-definition", "--definition", f"file://{HELLO_FILE}")
    assert found["result"] == "OK", found
    answer("tag-resource", "--resource-arn", HELLO, "--tags", "key=team,value=sales")
    tags = answer("list-tags-for-resource", "--resource-arn", HELLO)["tags"]
    assert tags == [{"key": "team", "value": "sales"}], tags


@step
def errors_have_their_names_and_an_exit_code():
    code, text = aws("describe-execution", "--execution-arn", f"{HELLO}:none".replace(
        "stateMachine", "execution"))
    assert code != 0 and "(ExecutionDoesNotExist)" in text, (code, text)
    code, text = aws("start-execution", "--state-machine-arn", machine("nobody"))
    assert code != 0 and "(StateMachineDoesNotExist)" in text, (code, text)


@step
def a_single_state_is_tested_in_spite_of_its_host_prefix():
    with open(HELLO_FILE, encoding="utf-8") as file:
        state = json.dumps(json.load(file)["States"]["Greet"])
    tested = answer("test-state", "--definition", state, "--role-arn", ROLE,
                    "--input", '{"name": "Ada"}')
    assert tested["status"] == "SUCCEEDED", tested


if __name__ == "__main__":
    run()
