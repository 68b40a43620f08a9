"""Runs workloads on moto: takes a job as JSON on standard input, prints what was measured as JSON.

Measured is what a test sees that uses moto in its own process: from the call of StartExecution until the threads of the
execution have ended. That holds parsing the definition, which moto does for each execution. Tasks are answered at once, from
moto's queue of lambda results.
"""

import importlib.metadata
import json
import os
import platform
import sys
import threading
import time
import uuid

REGION = "eu-west-1"
ACCOUNT = "123456789012"

os.environ.update(AWS_ACCESS_KEY_ID="none", AWS_SECRET_ACCESS_KEY="none", AWS_DEFAULT_REGION=REGION)

import boto3  # noqa: E402 (the variables above are read when it is loaded)
from moto import mock_aws  # noqa: E402
from moto.awslambda_simple.models import lambda_simple_backends  # noqa: E402

CONFIG = {"stepfunctions": {"execute_state_machine": True}, "lambda": {"use_docker": False}}


def main():
    job = json.load(sys.stdin)
    with mock_aws(config=CONFIG):
        client = boto3.client("stepfunctions", region_name=REGION)
        workloads = [measured(client, workload, job["seconds"]) for workload in job["workloads"]]
    version = f"{importlib.metadata.version('moto')} on Python {platform.python_version()}"
    print(json.dumps({"version": version, "workloads": workloads}))


def measured(client, workload, seconds):
    name = workload["name"]
    try:
        machine = client.create_state_machine(
            name=name, definition=json.dumps(workload["definition"]), roleArn=f"arn:aws:iam::{ACCOUNT}:role/bench"
        )
        return {"name": name, **rounds(client, machine["stateMachineArn"], workload, seconds)}
    except Exception as error:  # whatever it is, it is the answer
        return {"name": name, "micros": [], "error": f"{type(error).__name__}: {error}"}


def rounds(client, machine, workload, seconds):
    """Runs, one a round. The first only warms up, unless it took all the time there is."""
    micros, output = run(client, machine, workload)
    if micros > seconds * 1e6:
        return {"micros": [micros], "output": output}
    all_micros = []
    while sum(all_micros) < seconds * 1e6:
        micros, output = run(client, machine, workload)
        all_micros.append(micros)
    return {"micros": all_micros, "output": output}


def run(client, machine, workload):
    text = json.dumps(workload["input"])
    queue = lambda_simple_backends[ACCOUNT][REGION].lambda_simple_results_queue
    # In the order in which the machine calls them.
    queue.extend(json.dumps(answer) for _, answer in workload["answers"])
    before = set(threading.enumerate())
    start = time.perf_counter()
    execution = client.start_execution(stateMachineArn=machine, name=str(uuid.uuid4()), input=text)
    while others := set(threading.enumerate()) - before:
        wait_for(others)
    micros = (time.perf_counter() - start) * 1e6
    done = client.describe_execution(executionArn=execution["executionArn"])
    if done["status"] != "SUCCEEDED":
        raise RuntimeError(f"{done['status']}: {done.get('error')}: {done.get('cause')}")
    return micros, json.loads(done["output"])


def wait_for(threads):
    """Waits for threads, instead of asking for the status again and again, which would take time from them."""
    for thread in threads:
        try:
            thread.join()
        except RuntimeError:  # it has been made, but does not run yet
            time.sleep(0)


main()
