"""Runs jobs through the API with boto3: python driver.py REQUESTS RESULTS."""

import json
import os
import sys
import time

import boto3
from botocore.config import Config

# Seconds in which all executions must come to an end.
PATIENCE = 120
# Seconds after which an execution that AWS recorded while it ran is looked at.
SETTLED = 3
ACCOUNT = "arn:aws:states:us-east-1:111111111111"

sfn = boto3.client(
    "stepfunctions", endpoint_url=os.environ["ENDPOINT"], region_name="us-east-1",
    aws_access_key_id="test", aws_secret_access_key="test",
    config=Config(inject_host_prefix=False, retries={"total_max_attempts": 1}))


def start(request):
    started = sfn.start_execution(
        stateMachineArn=f"{ACCOUNT}:stateMachine:{request['machine']}",
        name=request["name"], input=request["input"])
    return started["executionArn"]


def wait(arn, runs, end):
    """The description after the end, or after some time for an execution that goes on."""
    while True:
        found = sfn.describe_execution(executionArn=arn)
        if found["status"] != "RUNNING" or time.monotonic() > end or runs:
            return found
        time.sleep(0.02)


def events(arn):
    """The history, which must be the same in both orders."""
    found = []
    pages = sfn.get_paginator("get_execution_history")
    for page in pages.paginate(executionArn=arn, PaginationConfig={"PageSize": 1000}):
        found.extend(page["events"])
    back = []
    for page in pages.paginate(executionArn=arn, reverseOrder=True):
        back.extend(page["events"])
    # More events may have happened meanwhile.
    if back[::-1][:len(found)] != found:
        raise AssertionError(f"{arn}: the history differs in its other order")
    return found


def main(requests, results):
    with open(requests, encoding="utf-8") as file:
        jobs = [json.loads(line) for line in file]
    arns, began = [start(job) for job in jobs], time.monotonic()
    with open(results, "w", encoding="utf-8") as file:
        # Those that go on are looked at last.
        for number, job in sorted(enumerate(jobs), key=lambda one: one[1]["runs"]):
            if job["runs"]:
                time.sleep(max(0, began + SETTLED - time.monotonic()))
            found = wait(arns[number], job["runs"], began + PATIENCE)
            line = {"number": number, "description": found, "events": events(arns[number])}
            file.write(json.dumps(line, default=str) + "\n")


main(*sys.argv[1:])
