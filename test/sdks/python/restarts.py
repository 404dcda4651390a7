"""Asks the runner to restart the server, and waits until it is back."""

import json
import sys


def restart_server():
    print(json.dumps({"ask": "restart"}), flush=True)
    sys.stdin.readline()
