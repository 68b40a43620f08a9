"""The requests that botocore sends for the cases of cases.json: wire.json.

Run with the Python of moto's environment: python wire.py < cases.json > wire.json
"""
import json
import os
import sys
from urllib.parse import parse_qsl, unquote, urlsplit

import boto3
from botocore.awsrequest import AWSResponse
from botocore.config import Config
from botocore.model import ListShape, MapShape, StructureShape

NAMES = {"sfn": "stepfunctions", "states": "stepfunctions", "eventbridge": "events", "cloudwatchlogs": "logs"}
# Headers that a client chooses for itself, or that belong to the signature.
OWN = {"x-amz-date", "x-amz-content-sha256", "x-amz-security-token", "x-amz-user-agent", "x-amzn-query-mode",
       "x-amz-sdk-checksum-algorithm", "x-amz-checksum-crc32"}


class Stop(Exception):
    pass


def named(shape, value):
    """A request with the names of botocore, which differ from those of Step Functions in their letters' case."""
    if isinstance(shape, StructureShape):
        by_name = {name.lower(): name for name in shape.members}
        return {by_name[key.lower()]: named(shape.members[by_name[key.lower()]], inner) for key, inner in value.items()}
    if isinstance(shape, ListShape):
        return [named(shape.member, inner) for inner in value]
    if isinstance(shape, MapShape):
        return {key: named(shape.value, inner) for key, inner in value.items()}
    if isinstance(value, (dict, list)):
        text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
        return text
    return value


def normal(request):
    url = urlsplit(request.url)
    headers = {name.lower(): value.decode() if isinstance(value, bytes) else value for name, value in request.headers.items()}
    kept = {name: value for name, value in headers.items()
            if name not in OWN and (name.startswith("x-amz") or name == "content-type")}
    body = request.body or b""
    body = body if isinstance(body, (bytes, str)) else body.read()
    body = body.decode() if isinstance(body, bytes) else body
    return {"method": request.method, "path": url.path or "/", "query": sorted(list(pair) for pair in parse_qsl(url.query, keep_blank_values=True) if pair[0] != "encoding-type"),
            "headers": kept, "body": body}


def wire(case):
    text = json.dumps(case["request"])
    while "${" in text:
        name = text.split("${", 1)[1].split("}", 1)[0]
        text = text.replace("${" + name + "}", name)
    # boto3 encodes it itself.
    text = json.dumps({**json.loads(text), "CopySource": unquote(json.loads(text)["CopySource"])}) if "CopySource" in text else text
    service, action = case["resource"].split(":")[-2:]
    config = Config(s3={"addressing_style": "path"}, request_checksum_calculation="when_required",
                    response_checksum_validation="when_required", retries={"total_max_attempts": 1})
    client = boto3.client(NAMES.get(service, service), region_name="us-east-1", endpoint_url="http://127.0.0.1:1", config=config,
                          aws_access_key_id="a", aws_secret_access_key="b")
    operation = next(name for name in client.meta.service_model.operation_names if name.lower() == action.lower())
    shape = client.meta.service_model.operation_model(operation).input_shape
    seen = []

    def keep(request, **_):
        seen.append(normal(request))
        raise Stop

    client.meta.events.register("before-send", keep)
    try:
        client._make_api_call(operation, named(shape, json.loads(text)) if shape else {})
    except Stop:
        pass
    return seen[0]


if __name__ == "__main__":
    os.environ["AWS_EC2_METADATA_DISABLED"] = "true"
    print("[\n" + ",\n".join(json.dumps(wire(case), ensure_ascii=False) for case in json.load(sys.stdin)) + "\n]")
