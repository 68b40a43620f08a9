"""Prints the part of a service's model in botocore that code is generated from.

Arguments: the service, the version of its API, and names of shapes; without names, the inputs of
all operations. The result has these shapes, and those that they contain, one a line.
"""
import gzip
import json
import os
import sys

import botocore

SERVICE, VERSION, *ROOTS = sys.argv[1:]
FILE = os.path.join(botocore.__path__[0], "data", SERVICE, VERSION, "service-2.json.gz")
with gzip.open(FILE) as file:
    MODEL = json.load(file)

shapes = {}


def add(name):
    if name in shapes:
        return
    shape = MODEL["shapes"][name]
    kept = {"type": shape["type"]}
    for key in ("enum", "min", "max", "pattern", "sensitive"):
        if key in shape:
            kept[key] = shape[key]
    shapes[name] = kept
    if shape["type"] == "structure":
        required = shape.get("required", [])
        kept["members"] = [
            {"name": member, "shape": value["shape"], "required": member in required}
            for member, value in shape["members"].items()
        ]
        for member in shape["members"].values():
            add(member["shape"])
    elif shape["type"] == "list":
        kept["member"] = shape["member"]["shape"]
        add(kept["member"])


def operation(name):
    found = MODEL["operations"][name]
    errors = [error["shape"] for error in found.get("errors", [])]
    return {"name": name, "input": found["input"]["shape"], "errors": errors}


operations = [] if ROOTS else [operation(name) for name in sorted(MODEL["operations"])]
for root in ROOTS or [found["input"] for found in operations]:
    add(root)

head = {"service": SERVICE, "version": VERSION, "botocore": botocore.__version__}
print("{" + ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()) + ",")
print('"operations": [' + ",\n".join(json.dumps(found) for found in operations) + "],")
lines = (f"{json.dumps(name)}: {json.dumps(shapes[name])}" for name in sorted(shapes))
print('"shapes": {\n' + ",\n".join(lines) + "}\n}")
