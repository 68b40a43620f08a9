"""Writes the tables of all services' models in botocore: what `asl-aws-models` decodes.

Arguments: `write` and the file to write, or `check` and a file to compare: the services that differ
are printed. Numbers are LEB128, texts end with a zero byte. `asl-aws-models/src/table.rs` has the reader of each part.
"""
import gzip
import json
import os
import re
import sys
import zlib

import botocore

DATA = os.path.join(botocore.__path__[0], "data")
MODEL = "service-2.json.gz"
# In the order of preference: a service that speaks several is called by the first.
PROTOCOLS = ["json", "rest-json", "query", "rest-xml", "ec2", "smithy-rpc-v2-cbor"]
SCALARS = ["string", "integer", "long", "float", "double", "boolean", "blob", "timestamp"]
STRUCTURE, LIST, MAP, DOCUMENT = 8, 9, 10, 11
LOCATIONS = ["header", "headers", "uri", "querystring", "statusCode"]
TIMESTAMPS = ["iso8601", "rfc822", "unixTimestamp"]
DICTIONARY_SIZE = 32768


def models():
    for name in sorted(os.listdir(DATA)):
        folder = os.path.join(DATA, name)
        if not os.path.isdir(folder):
            continue
        versions = [v for v in sorted(os.listdir(folder)) if os.path.exists(os.path.join(folder, v, MODEL))]
        if versions:
            with gzip.open(os.path.join(folder, versions[-1], MODEL)) as file:
                yield name, json.load(file)


def words(name):
    """The words of a name, as AWS's SDK for Java separates them."""
    name = re.sub(r"[^A-Za-z0-9]+", " ", name)
    name = re.sub(r"([^a-z]{2,})v([0-9]+)", r"\1 v\2 ", name)
    name = re.sub(r"([^A-Z]{2,})V([0-9]+)", r"\1 V\2 ", name)
    name = " ".join(re.split(r"(?<=[a-z])(?=[A-Z][a-zA-Z0-9])", name))
    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", name)
    return re.sub(r"([0-9])([a-zA-Z])", r"\1 \2", name).split()


def pascal(name):
    return "".join(word.lower().capitalize() for word in words(name))


def java_service(service_id):
    """The service's name in Java, which Step Functions' error names begin with."""
    name = pascal(service_id)
    for start in ("Amazon", "Aws"):
        name = name.removeprefix(start)
    return name.removesuffix("Service") or name


def java_exception(shape, service):
    """The name of an error's class in Java."""
    name = pascal(shape.removesuffix("Fault"))
    name = name if shape.endswith("Exception") else name + "Exception"
    return "Default" + name if name == service + "Exception" else name


# Errors that Java names by other words than their shapes.
RENAMED_ERRORS = {
    "elb": {
        "AccessPointNotFoundException": "LoadBalancerNotFoundException",
        "DuplicateAccessPointNameException": "DuplicateLoadBalancerNameException",
        "InvalidEndPointException": "InvalidInstanceException",
        "TooManyAccessPointsException": "TooManyLoadBalancersException",
    },
}


def number(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def signed(value):
    return number(value * 2 if value >= 0 else -value * 2 - 1)


class Numbered:
    """Things numbered in the order of their first use. A reference is 0 for the next new one, or else
    the index and 1."""

    def __init__(self, first=()):
        self.all = list(first)
        self.index = {key: index for index, key in enumerate(self.all)}

    def refer(self, key):
        if key in self.index:
            return number(self.index[key] + 1)
        self.index[key] = len(self.all)
        self.all.append(key)
        return number(0)

    def optional(self, key):
        """0 for none; otherwise a reference and 1."""
        if key is None:
            return number(0)
        if key in self.index:
            return number(self.index[key] + 2)
        self.refer(key)
        return number(1)


class Table:
    """The table of one service."""

    def __init__(self, name, model):
        self.name = name
        self.model = model
        self.shapes = model["shapes"]
        self.operations = model["operations"]
        self.constrained = self.reachable(o["input"]["shape"] for o in self.operations.values() if "input" in o)
        self.used = self.constrained | self.reachable(
            o["output"]["shape"] for o in self.operations.values() if "output" in o
        )
        self.classes = self.classify()
        self.texts = Numbered()
        scalars = [("scalar", kind) for kind in range(len(SCALARS))]
        self.numbered = Numbered(scalars)
        self.representative = {}
        for shape in sorted(self.used):
            self.representative.setdefault(self.classes[shape], shape)
        metadata = model["metadata"]
        self.java = java_service(metadata["serviceId"])
        self.sdk_name = self.java.lower()

    def children(self, shape):
        if self.shapes[shape].get("document"):
            return []
        return [
            *(ref["shape"] for ref in self.shapes[shape].get("members", {}).values()),
            *(self.shapes[shape][part]["shape"] for part in ("member", "key", "value") if part in self.shapes[shape]),
        ]

    def reachable(self, roots):
        found, open_ = set(), list(roots)
        while open_:
            shape = open_.pop()
            if shape not in found:
                found.add(shape)
                open_.extend(self.children(shape))
        return found

    def own(self, name):
        """All of a shape but its children."""
        shape = self.shapes[name]
        kind = shape["type"]
        if shape.get("document"):
            return ("document",)
        if kind == "structure":
            required = shape.get("required", [])
            members = tuple(
                (member, member in required, self.element(ref), json.dumps(facts(ref), sort_keys=True))
                for member, ref in shape["members"].items()
            )
            return (kind, members, shape.get("payload"), shape.get("union"), shape.get("eventstream"))
        if kind in ("list", "map"):
            names = tuple(self.element(shape[part]) for part in ("member", "key", "value") if part in shape)
            return (kind, names, shape.get("flattened"), *self.bounds(name))
        return (kind, tuple(self.values(name)), shape.get("timestampFormat"), *self.bounds(name))

    def element(self, ref):
        """The name that a use of a shape has on the wire, if it has one: its own, or the shape's."""
        return ref.get("locationName", self.shapes[ref["shape"]].get("locationName"))

    def bounds(self, name):
        shape = self.shapes[name]
        return (shape.get("min"), shape.get("max")) if name in self.constrained else (None, None)

    def values(self, name):
        return self.shapes[name].get("enum", []) if name in self.constrained else []

    def classify(self):
        """The class of each shape: equal shapes with equal children are in one."""
        facts, count = {name: self.own(name) for name in sorted(self.used)}, 0
        while True:
            numbers = {}
            classes = {name: numbers.setdefault(fact, len(numbers)) for name, fact in facts.items()}
            if count == len(numbers):
                return classes
            count = len(numbers)
            facts = {
                name: (classes[name], *(classes[child] for child in self.children(name))) for name in sorted(self.used)
            }

    def shape(self, name):
        """The key by which a shape is numbered."""
        found = self.shapes[name]
        kind = found["type"]
        if kind in SCALARS and not (self.values(name) or found.get("timestampFormat")) and self.bounds(name) == (None, None):
            return ("scalar", SCALARS.index(kind))
        return self.classes[name]

    def row(self, key):
        """The bytes of a shape."""
        name = self.representative[key]
        shape = self.shapes[name]
        kind = shape["type"]
        if shape.get("document"):
            return number(DOCUMENT)
        if kind == "structure":
            return self.structure(shape)
        least, most = self.bounds(name)
        head = {"list": LIST, "map": MAP}.get(kind, SCALARS.index(kind) if kind in SCALARS else 0)
        flags = (least is not None) << 4 | (most is not None) << 5 | bool(shape.get("flattened")) << 6
        values = self.values(name)
        if kind == "string" and values:
            flags |= 1 << 7
        if shape.get("timestampFormat"):
            flags |= TIMESTAMPS.index(shape["timestampFormat"]) + 1 << 4
        out = [number(head | flags)]
        for bound in (least, most):
            if bound is not None:
                out.append(self.bound(kind, bound))
        if kind == "list":
            out.append(self.texts.optional(self.element(shape["member"])))
            out.append(self.numbered.refer(self.shape(shape["member"]["shape"])))
        if kind == "map":
            for part in ("key", "value"):
                out.append(self.texts.optional(self.element(shape[part])))
                out.append(self.numbered.refer(self.shape(shape[part]["shape"])))
        if kind == "string" and values:
            out.append(number(len(values)))
            out.extend(self.texts.refer(value) for value in values)
        return b"".join(out)

    def bound(self, kind, value):
        if kind in ("float", "double"):
            return self.texts.refer(repr(float(value)))
        return signed(int(value))

    def structure(self, shape):
        members = shape["members"]
        payload = list(members).index(shape["payload"]) + 1 if "payload" in shape else 0
        flags = bool(shape.get("union")) << 4 | bool(shape.get("eventstream")) << 5 | bool(payload) << 6
        out = [number(STRUCTURE | flags)]
        if payload:
            out.append(number(payload - 1))
        out.append(number(len(members)))
        required = shape.get("required", [])
        out.extend(number(self.flags(member, ref) | (member in required)) for member, ref in members.items())
        # The reader numbers new texts as it meets them.
        out.extend(self.texts.refer(member) for member in members)
        out.extend(self.numbered.refer(self.shape(ref["shape"])) for ref in members.values())
        out.extend(self.extras(member, ref) for member, ref in members.items())
        return b"".join(out)

    def flags(self, member, ref):
        """What is true of a member, and which extras it has."""
        element = self.element(ref)
        wire = member if element is None else element
        is_lower = wire != member and wire == member[:1].lower() + member[1:]
        target = self.shapes[ref["shape"]]
        facts = [
            is_lower,
            wire != member and not is_lower,
            ref.get("location"),
            ref.get("idempotencyToken"),
            ref.get("flattened"),
            ref.get("xmlAttribute"),
            ref.get("streaming") or target.get("streaming"),
            ref.get("hostLabel"),
            ref.get("jsonvalue"),
            ref.get("queryName"),
            ref.get("xmlNamespace") or target.get("xmlNamespace"),
        ]
        timestamp = TIMESTAMPS.index(ref["timestampFormat"]) + 1 if "timestampFormat" in ref else 0
        return sum(bool(fact) << bit + 1 for bit, fact in enumerate(facts)) | timestamp << 12

    def extras(self, member, ref):
        flags, extra = self.flags(member, ref), []
        if flags & 1 << 2:
            extra.append(self.texts.refer(self.element(ref)))
        if "location" in ref:
            extra.append(number(LOCATIONS.index(ref["location"])))
        if "queryName" in ref:
            extra.append(self.texts.refer(ref["queryName"]))
        namespace = ref.get("xmlNamespace") or self.shapes[ref["shape"]].get("xmlNamespace")
        if namespace:
            extra.append(self.texts.refer(namespace.get("prefix", "")))
            extra.append(self.texts.refer(namespace["uri"]))
        return b"".join(extra)

    def operation(self, name):
        found = self.operations[name]
        request, answer = found.get("input", {}), found.get("output", {})
        bits = (
            bool(found.get("idempotent"))
            | (found.get("authtype") == "none") << 1
            | bool(found.get("httpChecksumRequired") or found.get("httpChecksum", {}).get("requestChecksumRequired")) << 2
            | self.streams(found) << 3
            | (found.get("authtype") == "v4-unsigned-body" or bool(found.get("unsignedPayload"))) << 4
        )
        http = found["http"]
        shapes = [number(0)] * 2
        for index, part in enumerate((request, answer)):
            if part:
                key = self.shape(part["shape"])
                shapes[index] = self.numbered.optional(key)
        errors = sorted({self.errors.index(error["shape"]) for error in found.get("errors", [])})
        return b"".join([
            number(bits),
            self.texts.refer(re.sub(r"\d{4}_\d{2}_\d{2}$", "", name)),
            self.texts.refer(http["method"]),
            self.texts.refer(http["requestUri"]),
            *shapes,
            self.texts.optional(self.element(request) if request else None),
            self.texts.optional(request.get("xmlNamespace", {}).get("uri")),
            self.texts.optional(answer.get("resultWrapper")),
            self.texts.optional(found.get("endpoint", {}).get("hostPrefix")),
            number(len(errors)),
            *(number(error) for error in errors),
        ])

    def streams(self, found):
        """True if the request or the answer has a stream of events."""
        roots = [found[part]["shape"] for part in ("input", "output") if part in found]
        parts = [child for root in roots for child in self.children(root)]
        return any(self.shapes[shape].get("eventstream") for shape in parts)

    def error(self, name):
        shape = self.shapes[name]
        error = shape.get("error", {})
        code = error.get("code")
        renamed = RENAMED_ERRORS.get(self.name, {}).get(name, name)
        exception = java_exception(renamed, self.java)
        return b"".join([
            self.texts.refer(name),
            self.texts.optional(exception if exception != name else None),
            self.texts.optional(code if code != name else None),
            number(error.get("httpStatusCode", 0)),
        ])

    def head(self):
        metadata = self.model["metadata"]
        protocols = metadata.get("protocols") or [metadata["protocol"]]
        protocol = min(PROTOCOLS.index(protocol) for protocol in protocols)
        version = metadata.get("jsonVersion", "1.0")
        namespace = metadata.get("xmlNamespace")
        return b"".join([
            number(protocol << 2 | (version == "1.1") << 1 | ("awsQueryCompatible" in metadata)),
            self.texts.refer(metadata["serviceId"]),
            self.texts.refer(self.java),
            self.texts.refer(metadata["endpointPrefix"]),
            self.texts.refer(metadata.get("signingName", metadata["endpointPrefix"])),
            self.texts.refer(metadata["apiVersion"]),
            self.texts.optional(metadata.get("targetPrefix")),
            self.texts.optional(namespace),
            self.texts.optional(metadata.get("globalEndpoint")),
        ])

    def body(self):
        """The texts, the head, and the rows of operations, errors and shapes."""
        used = {error["shape"] for o in self.operations.values() for error in o.get("errors", [])}
        self.errors = sorted(used)
        head = self.head()
        order = sorted(self.operations, key=lambda name: re.sub(r"\d{4}_\d{2}_\d{2}$", "", name))
        operations = [self.operation(name) for name in order]
        errors = [self.error(name) for name in self.errors]
        shapes = []
        while len(SCALARS) + len(shapes) < len(self.numbered.all):
            shapes.append(self.row(self.numbered.all[len(SCALARS) + len(shapes)]))
        rows = b"".join(number(len(part)) + b"".join(part) for part in (operations, errors, shapes))
        texts = b"".join(text.encode() + b"\0" for text in self.texts.all)
        assert all("\0" not in text for text in self.texts.all)
        return number(len(texts)) + texts + head + rows


REFERENCE = {
    "location", "locationName", "idempotencyToken", "flattened", "xmlAttribute", "streaming", "hostLabel", "jsonvalue",
    "queryName", "xmlNamespace", "timestampFormat",
}


def facts(ref):
    """What belongs to a use of a shape."""
    return {key: value for key, value in ref.items() if key in REFERENCE}


def dictionary(bodies):
    """The texts that many services have, the most frequent ones last."""
    count = {}
    for texts in bodies:
        for text in set(texts):
            count[text] = count.get(text, 0) + 1
    kept, size = [], 0
    for text in sorted(count, key=lambda text: ((1 - count[text]) * (len(text) + 1), text)):
        if count[text] < 4 or size + len(text) + 1 > DICTIONARY_SIZE:
            break
        kept.append(text)
        size += len(text) + 1
    return b"".join(text.encode() + b"\0" for text in reversed(kept))


def compress(data, given=b""):
    made = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, *([given] if given else []))
    return made.compress(data) + made.flush()


def text(value):
    return value.encode() + b"\0"


def bodies():
    """The tables by Step Functions' names, and the texts that many have."""
    tables = {}
    for name, model in models():
        table = Table(name, model)
        # botocore has one service under two names.
        tables.setdefault(table.sdk_name, table)
    made = {name: (tables[name].name, tables[name].body()) for name in sorted(tables)}
    return made, dictionary(table.texts.all for table in tables.values())


def write(path):
    made, shared = bodies()
    packed = [compress(body, shared) for _, body in made.values()]
    small = compress(shared)
    index = [text(botocore.__version__), number(len(shared)), number(len(small)), number(len(made))]
    for (name, (botocore_name, body)), part in zip(made.items(), packed):
        index += [text(name), text(botocore_name), number(len(body)), number(len(part))]
    index = b"".join(index)
    with open(path, "wb") as file:
        file.write(number(len(index)) + index + small + b"".join(packed))


def read(path):
    """The tables in a file. Other versions of zlib compress to other bytes."""
    with open(path, "rb") as file:
        data, at = file.read(), 0

    def take_number():
        nonlocal at
        value, shift = 0, 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def take_text():
        nonlocal at
        end = data.index(0, at)
        found = data[at:end].decode()
        at = end + 1
        return found

    take_number()
    version, size, packed, count = take_text(), take_number(), take_number(), take_number()
    rows = [(take_text(), take_text(), take_number(), take_number()) for _ in range(count)]
    shared = zlib.decompress(data[at : at + packed], -15)
    assert len(shared) == size
    at += packed
    found = {}
    for name, botocore_name, _, packed in rows:
        inflater = zlib.decompressobj(-15, shared)
        found[name] = (botocore_name, inflater.decompress(data[at : at + packed]))
        at += packed
    return version, found


def check(path):
    """Prints the services whose tables are not as botocore has them."""
    version, found = read(path)
    made, _ = bodies()
    if version != botocore.__version__:
        print(f"the tables are of botocore {version}, and {botocore.__version__} is installed")
    for name in sorted({*found, *made}):
        if found.get(name) != made.get(name):
            print(f"{name}: the table is not as botocore has it")


if __name__ == "__main__":
    {"write": write, "check": check}[sys.argv[1]](sys.argv[2])
