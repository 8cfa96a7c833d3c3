"""A game answers for itself: what tools/check_games.py lets pass and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str]]
Tree = Callable[[dict[str, str]], Path]

CLOSED = {
    "src/orrery/games/space_editor/game.py": "NAME = 'space_editor'\n",
    "src/orrery/games/vediic/game.py": "NAME = 'vediic'\n",
    "src/orrery/bots/games/vediic/mind.py": "from orrery.games.vediic import game\n",
    "src/orrery/server/http/games.py": '"""Cards of vediic."""\n# vediic\nX = 1\n"""Of Space Editor."""\n',
    "src/orrery/cli/app.py": "import typer\nO = typer.Option(help='as in vediic: ' + 'four')\n",
    "src/orrery/server/data/page.toml": 'title = "Space Editor and Vediic"\n',
    "src/orrery/server/page/index.json": '{"vediic": 1}\n',
    "src/orrery/clauses.json": '{"vediic": 1}\n',
    "web/src/games/vediic/index.ts": 'export const name = "vediic";\n',
    "web/src/lib/texts.test.ts": 'const game = "vediic";\n',
    "web/src/lib/model.ts": '/** As vediic does. */\nconst x = 1; // vediic\nconst y = "https://example.org/x";\n',
    "web/src/table/Frame.svelte": "<!-- Space Editor -->\n<p>x</p>\n",
    "web/src/texts/page.json": '{"home.title": {"en": "Vediic"}}\n',
    "web/src/generated/vediic.json": '{"vediic": 1}\n',
}


def test_closed_games_pass(run_tool: Run, tree: Tree) -> None:
    assert run_tool("check_games.py", "--root", tree(CLOSED)) == (0, "games: none is named outside its own folders\n")


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("src/orrery/server/x.py", "a = 1\nif a == 'vediic': pass", "src/orrery/server/x.py:2: names vediic"),
        ("src/orrery/lab/x.py", "from orrery.games.space_editor import game", "lab/x.py:1: names space_editor"),
        ("src/orrery/lab/x.py", "class SpaceEditorShelf: pass", "lab/x.py:1: names SpaceEditor"),
        ("src/orrery/lab/x.py", "def vediic_cards(): pass", "lab/x.py:1: names vediic"),
        ("src/orrery/lab/x.py", "f(vediic=1)", "lab/x.py:1: names vediic"),
        ("src/orrery/lab/x.py", "f'cards of vediic: {1}'", "lab/x.py:1: names vediic"),
        ("src/orrery/games/__init__.py", "from . import vediic", "games/__init__.py:1: names vediic"),
        ("src/orrery/games/space_editor/x.py", "import orrery.games.vediic", "x.py:1: names vediic"),
        ("src/orrery/bots/data/levels.toml", "[vediic]\nlevel = 1", "levels.toml:: names vediic"),
        (
            "web/src/lib/x.ts",
            'const a = 1;\nif (game === "space_editor") a();',
            "web/src/lib/x.ts:2: names space_editor",
        ),
        ("web/src/pages/X.svelte", '<Picture game="vediic" />', "web/src/pages/X.svelte:1: names vediic"),
        ("web/src/pages/x.ts", 'import B from "../games/vediic/B.svelte";', "x.ts:1: names vediic"),
        ("web/src/texts/page.json", '{"game": {"vediic": 1}}', "page.json:: names vediic"),
    ],
)
def test_a_game_named_outside_its_folders_is_told_with_its_place(
    run_tool: Run, tree: Tree, file: str, text: str, told: str
) -> None:
    status, printed = run_tool("check_games.py", "--root", tree({**CLOSED, file: text}))
    assert status == 1
    assert told in printed
    assert "1 places name a game outside its folders: ask its guide" in printed
