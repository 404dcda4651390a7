"""Cases that are the same for all clients, from a file of JSON: `test/support/vector-cases/client-case.ts` says
what their members mean."""

import json
import re
import time

from botocore import xform_name
from botocore.exceptions import ClientError

from boto3_checks import checks

EVENTUALLY_SECONDS = 120


def add_cases(client, path):
    """Adds a check for each case of the file, in their order."""
    with open(path, encoding="utf-8") as file:
        cases = json.load(file)
    learned = {}
    for case in cases:

        def run(case=case):
            run_case(client, case, learned)

        run.__name__ = case["name"]
        checks.append(run)


def run_case(client, case, learned):
    call = getattr(client, xform_name(case["operation"]))
    arguments = filled_in(case["input"], learned)
    if "refusal" in case:
        require_refusal(call, arguments, case["refusal"])
        return
    expected = case.get("answer", {})
    answer = call(**arguments)
    deadline = time.monotonic() + EVENTUALLY_SECONDS
    while case.get("eventually") and not has_all(answer, expected) and time.monotonic() < deadline:
        time.sleep(0.2)
        answer = call(**arguments)
    assert has_all(answer, expected), f"answered {answer} rather than {expected}"
    for word, path in case.get("learns", {}).items():
        learned[word] = answer
        for member in path.split("."):
            learned[word] = learned[word][member]


def require_refusal(call, arguments, refusal):
    try:
        call(**arguments)
    except ClientError as error:
        got = error.response["Error"]
    else:
        raise AssertionError(f"not refused, expected {refusal}")
    assert got["Code"] == refusal["type"], got
    message = refusal["message"]
    if isinstance(message, str):
        assert got["Message"] == message, got
    else:
        assert message["part"] in got["Message"], got


def filled_in(value, learned):
    if isinstance(value, dict):
        return {name: filled_in(each, learned) for name, each in value.items()}
    if isinstance(value, list):
        return [filled_in(each, learned) for each in value]
    word = isinstance(value, str) and re.fullmatch(r"\{(\w+)\}", value)
    return learned[word[1]] if word else value


def has_all(found, expected):
    if expected is None:
        return found is None
    if isinstance(expected, list):
        if not isinstance(found, list) or len(found) != len(expected):
            return False
        return all(has_all(*pair) for pair in zip(found, expected))
    if isinstance(expected, dict):
        if not isinstance(found, dict):
            return False
        return all(has_all(found.get(name), each) for name, each in expected.items())
    return found == expected
