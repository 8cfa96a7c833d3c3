"""The referee: act requests a second over the protocol, in a process of its own."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from typing import Any

Row = dict[str, Any]


def main(seconds: float = 3.0) -> list[Row]:
    """Random matches over pipes; only the act requests are timed."""
    command = [sys.executable, "-c", "from orrery.referee import main; main()"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(os.environ))
    assert process.stdin is not None and process.stdout is not None

    def ask(**request: Any) -> Any:
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    rnd = random.Random(1).random
    acts = 0
    spent = 0.0
    seed = 0
    while spent < seconds:
        ask(op="new", game="space_editor", options={"mode": "full"}, seed=seed)
        seed += 1
        while True:
            reply = ask(op="actions")
            if reply["to_act"] is None:
                break
            action = reply["actions"][int(rnd() * len(reply["actions"]))]
            began = time.perf_counter()
            ask(op="act", action=action)
            spent += time.perf_counter() - began
            acts += 1
    process.stdin.close()
    process.wait()
    return [{"what": "referee: act requests/s", "value": acts / spent, "note": "wall time, request to reply"}]
