"""The lab on one card: what does it do to First Light if a card gives other points?

    python examples/lab/one_card.py "Noon Crown" 8

It copies the set, changes the card, and plays the same deals before and after. More matches give surer verdicts; a card
of three numbers or of ten is a folder that is edited by hand (docs/lab.md).
"""

import re
import shutil
import subprocess
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

name, points, *more = sys.argv[1:] or ["Noon Crown", "8"]
first_light = Path(str(files("orrery.games.space_editor"))) / "data" / "sets" / "first_light"
with tempfile.TemporaryDirectory() as folder:
    mine = Path(shutil.copytree(first_light, Path(folder) / "mine"))
    for file in mine.glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        table = re.compile(rf'(name = "{re.escape(name)}"\n[^\[]*?vp = )\d+')  # up to the next table
        changed, count = table.subn(rf"\g<1>{points}", text)
        if count:
            file.write_text(changed, encoding="utf-8")
            break
    else:
        sys.exit(f"First Light has no card with points that is called {name!r}")
    words = ["lab", "diff", "space_editor", "--after", str(mine), "--bots", "greedy", "--modes", "half"]
    sys.exit(subprocess.call([sys.executable, "-m", "orrery", *words, "--matches", "40", *more]))
