"""A client of the shop: boto3, with nothing that knows the server but its address."""

import json
import pathlib
import sys
import time

import boto3
from botocore.config import Config

ENDPOINT = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8083"
ARN = "arn:aws:states:us-east-1:123456789012"
DEFINITION = (pathlib.Path(__file__).parent / "machines/order.asl.json").read_text()

# Without `inject_host_prefix=False`, StartSyncExecution goes to the host `sync-127.0.0.1`.
sfn = boto3.client(
    "stepfunctions",
    endpoint_url=ENDPOINT,
    region_name="us-east-1",
    aws_access_key_id="any",
    aws_secret_access_key="any",
    config=Config(inject_host_prefix=False),
)


def machines():
    """The machines are there; the same definition is accepted, another one is not."""
    for machine in sfn.list_state_machines()["stateMachines"]:
        print("machine", machine["name"], machine["type"])
    role = "arn:aws:iam::123456789012:role/shop"
    same = sfn.create_state_machine(name="order", definition=DEFINITION, roleArn=role)
    print("created", same["stateMachineArn"])
    changed = DEFINITION.replace('"TimeoutSeconds": 600', '"TimeoutSeconds": 60')
    try:
        sfn.update_state_machine(stateMachineArn=same["stateMachineArn"], definition=changed)
    except sfn.exceptions.ClientError as error:
        print(f"refused {error.response['Error']['Code']}: {error.response['Error']['Message']}")
    broken = DEFINITION.replace('"Default": "Ship"', '"Default": "Shop"')
    for finding in sfn.validate_state_machine_definition(definition=broken)["diagnostics"]:
        print("finding", finding["severity"], finding["code"], finding["location"])
        print("       ", finding["message"])


def approve(execution):
    """Approves a large order by the token that its task has sent."""
    while True:
        history = sfn.get_execution_history(executionArn=execution, reverseOrder=True)
        asked = [event for event in history["events"] if event["type"] == "TaskSubmitted"]
        if asked:
            break
        time.sleep(0.02)
    scheduled = [event for event in history["events"] if event["type"] == "TaskScheduled"][0]
    request = json.loads(scheduled["taskScheduledEventDetails"]["parameters"])["Payload"]
    order = request["order"]
    print("approve", order["pieces"], order["article"], "for", order["price"])
    sfn.send_task_success(taskToken=request["token"], output='{"by": "Ada"}')


def start(name, article, pieces):
    """Starts an order. A client that got no answer starts it again, and it is the same order."""
    order = json.dumps({"article": article, "pieces": pieces})
    arn = f"{ARN}:stateMachine:order"
    first = sfn.start_execution(stateMachineArn=arn, name=name, input=order)
    return first["executionArn"]


def end(execution):
    """Waits for the end of an execution."""
    while True:
        told = sfn.describe_execution(executionArn=execution)
        if told["status"] != "RUNNING":
            return told
        time.sleep(0.02)


def count():
    """Takes the work of the activity `Count`, as a worker at the dock does."""
    activity = sfn.create_activity(name="Count")["activityArn"]
    work = sfn.get_activity_task(activityArn=activity, workerName="dock")
    delivery = json.loads(work["input"])
    print("count", delivery["pieces"], delivery["article"])
    sfn.send_task_success(taskToken=work["taskToken"], output=json.dumps(delivery))


def show(execution):
    told = end(execution)
    what = told.get("output") or f"{told.get('error')}: {told.get('cause')}"
    print(told["status"], told["name"], what)


def main():
    machines()
    orders = [start("o-1", "tea", 3), start("o-2", "samovar", 1), start("o-3", "porcelain", 2)]
    approve(orders[1])
    for order in orders:
        show(order)

    delivery = json.dumps({"article": "porcelain", "pieces": 6})
    arn = f"{ARN}:stateMachine:restock"
    restocked = sfn.start_execution(stateMachineArn=arn, name="d-1", input=delivery)
    count()
    show(restocked["executionArn"])
    sfn.redrive_execution(executionArn=orders[2])
    show(orders[2])
    print("redriven", end(orders[2])["redriveCount"], "time")

    pages = sfn.get_paginator("get_execution_history").paginate(executionArn=orders[2])
    print("history", *[event["type"] for page in pages for event in page["events"]], sep="\n    ")
    done = sfn.list_executions(stateMachineArn=f"{ARN}:stateMachine:order", statusFilter="SUCCEEDED")
    print("succeeded", *[execution["name"] for execution in done["executions"]])


main()
