"""Prints the requests and errors of botocore's model, a line for each member."""
import gzip
import json
import os

import botocore

FILE = "data/stepfunctions/2016-11-23/service-2.json.gz"
UNLIMITED = {
    "string": (0, 2**64 - 1),
    "integer": (-(2**31), 2**31 - 1),
    "long": (-(2**63), 2**63 - 1),
    "list": (0, 2**64 - 1),
}

with gzip.open(os.path.join(botocore.__path__[0], FILE)) as file:
    MODEL = json.load(file)


def members(place, shape):
    for name, member in shape["members"].items():
        required = " required" if name in shape.get("required", []) else ""
        value(f"{place}.{name}", required, member["shape"])


def value(place, required, name):
    shape = MODEL["shapes"][name]
    kind = shape["type"]
    if "enum" in shape:
        text = "enum " + " ".join(shape["enum"])
    elif kind == "structure":
        text = f"structure {name}"
    elif kind == "boolean":
        text = kind
    else:
        least, most = UNLIMITED.get(kind, (None, None))
        text = f"{kind} {shape.get('min', least)} {shape.get('max', most)}"
        text += " sensitive" if shape.get("sensitive") else ""
        text += " " + shape["pattern"] if "pattern" in shape else ""
    print(f"{place}{required} {text}")
    if kind == "structure":
        members(place, shape)
    elif kind == "list":
        value(f"{place}[]", "", shape["member"]["shape"])


for name, operation in sorted(MODEL["operations"].items()):
    errors = [error["shape"] for error in operation.get("errors", [])]
    print(f"{name} -> {' '.join(errors)}")
    members(name, MODEL["shapes"][operation["input"]["shape"]])
