"""Calls TestState with boto3: python driver.py REQUESTS RESULTS."""

import json
import os
import sys

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

# The server checks the parameters, as it did at AWS.
sfn = boto3.client(
    "stepfunctions", endpoint_url=os.environ["ENDPOINT"], region_name="us-east-1",
    aws_access_key_id="test", aws_secret_access_key="test",
    config=Config(inject_host_prefix=False, parameter_validation=False,
                  retries={"total_max_attempts": 1}))


def call(request):
    """The answer with JSON in place of its texts, or the refusal."""
    try:
        answer = sfn.test_state(**request)
    except ClientError as error:
        return {"code": error.response["Error"]["Code"],
                "refused": error.response["Error"]["Message"]}
    del answer["ResponseMetadata"]
    if "output" in answer:
        answer["output"] = json.loads(answer["output"])
    data = answer.get("inspectionData", {})
    for stage, value in data.items():
        data[stage] = json.loads(value) if isinstance(value, str) else value
    return answer


def main(requests, results):
    with open(requests, encoding="utf-8") as lines, open(results, "w", encoding="utf-8") as file:
        for line in lines:
            file.write(json.dumps(call(json.loads(line))) + "\n")


main(*sys.argv[1:])
