"""What the boto3 scripts share: checks that report their results, one line of JSON each.

Checks run in order and build on each other; a failed check does not stop the rest.
"""

import json
import sys
import traceback

from botocore.exceptions import ClientError

WAIT = {"Delay": 1, "MaxAttempts": 60}

checks = []


def check(function):
    """Adds a function to the checks, under its own name."""
    checks.append(function)
    return function


def refused(code, message, call, **arguments):
    """Asserts that a call is answered with exactly this error."""
    try:
        call(**arguments)
    except ClientError as error:
        got = (error.response["Error"]["Code"], error.response["Error"]["Message"])
        assert got == (code, message), got
        assert error.response["ResponseMetadata"]["HTTPStatusCode"] == 400
        return error
    raise AssertionError(f"not refused, expected {code}")


def fault_of(function):
    try:
        function()
    except Exception:  # Whatever went wrong is the answer.
        return traceback.format_exc()
    return None


def run_checks():
    """Prints a name, and what went wrong or null, for each check; exits with 1 if any failed."""
    failed = 0
    for function in checks:
        fault = fault_of(function)
        failed += fault is not None
        print(json.dumps({"name": function.__name__.replace("_", " "), "fault": fault}), flush=True)
    sys.exit(1 if failed else 0)
