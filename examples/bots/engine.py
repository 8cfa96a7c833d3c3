"""An engine in Python that needs nothing of Orrery: it speaks the protocol of docs/engines.md and acts by lot.

orrery play vediic human "cmd:python examples/bots/engine.py"
"""

import json
import random
import sys


def answer(request):
    """The reply to one request."""
    if request["op"] == "hello":
        return {"ok": True, "protocol": 1, "name": "by lot"}
    if request["op"] == "choose":
        dice = random.Random(request["seed"])  # the same question gets the same answer
        return {"ok": True, "action": dice.choice(request["actions"])}
    return {"ok": True}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
