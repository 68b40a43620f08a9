"""Runs programs on jsonata2py, in turns with other contenders: reads tasks and writes answers, each a line of JSON.

A task is a program with its input or with the variable `$states`, or a number of runs of that program. Programs are translated
to Python and compiled before.
"""

import importlib.metadata
import json
import platform
import sys
import time

import jsonata2py

PACKAGE = "jsonata2py"


def main():
    answer({"version": f"{importlib.metadata.version(PACKAGE)} on Python {platform.python_version()}"})
    run = None
    for line in sys.stdin:
        task = json.loads(line)
        if "times" in task:
            answer({"nanos": timed(run, task["times"])})
            continue
        try:
            run = prepared(task)
            answer({"output": run()})
        except Exception as error:  # whatever it is, it is the answer
            answer({"error": f"{type(error).__name__}: {error}"})


def answer(value):
    print(json.dumps(value), flush=True)


def prepared(task):
    expression = jsonata2py.compile(task["program"])
    if "states" not in task:
        return lambda data=task["input"]: expression.evaluate(data)
    bindings = jsonata2py.JsonataBindings().bind_value("states", task["states"])
    return lambda: expression.evaluate(jsonata2py.MISSING, bindings)


def timed(run, times):
    start = time.perf_counter_ns()
    for _ in range(times):
        run()
    return time.perf_counter_ns() - start


main()
