"""Prints services as botocore's own parser reads their models, for the tests of `asl-aws-models`.

Arguments: names of services in botocore; without any, all.
"""
import json
import sys

import botocore.loaders
import botocore.model

# Without what botocore adds to requests by itself.
LOADER = botocore.loaders.Loader(include_default_extras=False)


def part(shape):
    """A shape where it is used: what belongs to the use, and its name."""
    serialization, metadata = shape.serialization, shape.metadata
    return {
        "shape": shape.name,
        "wire": serialization.get("name"),
        "location": serialization.get("location"),
        "flattened": bool(serialization.get("flattened")),
        "attribute": bool(serialization.get("xmlAttribute")),
        "token": bool(metadata.get("idempotencyToken")),
        "json": bool(serialization.get("jsonvalue")),
        "format": serialization.get("timestampFormat"),
    }


def add(shape, shapes):
    open_ = [shape]
    while open_:
        shape = open_.pop()
        if shape.name in shapes:
            continue
        kept = {"type": "document" if getattr(shape, "is_document_type", False) else shape.type_name}
        kept.update({key: shape.metadata[key] for key in ("enum", "min", "max") if key in shape.metadata})
        shapes[shape.name] = kept
        if kept["type"] == "structure":
            kept["union"] = shape.is_tagged_union
            kept["payload"] = shape.serialization.get("payload")
            required = shape.required_members
            kept["members"] = [
                {"name": name, "required": name in required, **part(member)} for name, member in shape.members.items()
            ]
            open_.extend(shape.members.values())
        elif kept["type"] == "list":
            kept["member"] = part(shape.member)
            open_.append(shape.member)
        elif kept["type"] == "map":
            kept["key"], kept["value"] = part(shape.key), part(shape.value)
            open_.extend([shape.key, shape.value])


def service(name):
    model = botocore.model.ServiceModel(LOADER.load_service_model(name, "service-2"), name)
    shapes, operations = {}, []
    for operation in map(model.operation_model, model.operation_names):
        for shape in (operation.input_shape, operation.output_shape):
            if shape is not None:
                add(shape, shapes)
        output = operation.output_shape
        operations.append({
            "name": operation.name,
            "method": operation.http["method"],
            "uri": operation.http["requestUri"],
            "input": operation.input_shape and operation.input_shape.name,
            "output": output and output.name,
            "wrapper": output and output.serialization.get("resultWrapper"),
            "errors": sorted((shape.name, shape.error_code) for shape in operation.error_shapes),
            "idempotent": bool(operation._operation_model.get("idempotent")),
        })
    metadata = model.metadata
    return {
        "service": name,
        "id": str(model.service_id),
        "signing": model.signing_name,
        "endpoint": model.endpoint_prefix,
        "version": model.api_version,
        "target": metadata.get("targetPrefix"),
        "global": metadata.get("globalEndpoint"),
        "operations": operations,
        "shapes": shapes,
    }


for found in sys.argv[1:] or LOADER.list_available_services("service-2"):
    print(json.dumps(service(found), separators=(",", ":"), sort_keys=True))
