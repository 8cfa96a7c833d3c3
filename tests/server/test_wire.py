"""The messages: documented, generated for TypeScript, and travelling between processes by Redis."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec
import pytest

from orrery.core.guide import Guide
from orrery.core.shapes import OPEN, Shapes
from orrery.server.live import wire
from orrery.server.live.typed_views import NoShapes, view_types
from orrery.server.live.typescript import files, main
from server.conftest import Redis
from server.harness import open_table, people, play_on, running, seated, service
from toys.high_card import HighCard

DOCS = Path(__file__).parents[2] / "docs"
WEB = Path(__file__).parents[2] / "web"


def test_the_typescript_of_the_page_is_that_of_the_messages_and_of_the_shapes_of_the_games() -> None:
    made = files()
    assert len(made) > 1
    for path, text in made.items():
        assert (WEB / "src" / path).read_text(encoding="utf-8") == text, (
            f"renew {path}: python -m orrery.server.live.typescript --write web/src"
        )


def test_the_files_of_the_page_are_written_where_they_belong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games" / "vediic").mkdir(parents=True)
    assert main(["--write", str(tmp_path)]) == 0
    written = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.ts"))
    assert written == ["games/vediic/view.ts", "wire.ts"], "a game without a folder gets no file"
    assert capsys.readouterr().out.count("renewed") == 2
    assert main(["--write", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "", "what is fresh is left alone"
    assert main(["vediic"]) == 0
    assert capsys.readouterr().out == (tmp_path / "games" / "vediic" / "view.ts").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["chess"], "chess is not one of"),
        (["vediic", "--write", "."], "leave GAME out"),
        (["--write", "nowhere"], "nowhere is not a folder"),
    ],
)
def test_a_wrong_call_of_the_generator_says_what_would_be_right(
    words: list[str], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(words)
    assert fault in capsys.readouterr().err


class Card(TypedDict):
    """A card."""

    name: NotRequired[str]


_From = TypedDict("_From", {"from": int})


class Shown(_From):
    """What a stranger's game shows."""

    suit: Suit
    hands: Annotated[list[int | list[Card]], "Cards, or how many."]
    by_suit: dict[Suit, tuple[int, int]]
    rest: dict[str, Any]
    odd_one: Literal[1] | None


class Played(TypedDict):
    """A card was played."""

    event: Literal["played", "shown"]
    card: Annotated[Card, OPEN]


Suit = Literal["hearts", "spades"]

STRANGER = """\
// What the views, events and answers of high_card look like. Made from {module} by
// python -m orrery.server.live.typescript high_card; do not edit.

/** What a stranger's game shows. */
export interface Shown {{
  from: number;
  suit: Suit;
  /** Cards, or how many. */
  hands: Array<number | Array<Card>>;
  by_suit: Partial<Record<Suit, [number, number]>>;
  rest: Record<string, unknown>;
  odd_one: 1 | null;
}}

export type Suit = "hearts" | "spades";

/** A card. */
export interface Card {{
  name?: string;
}}

/** A card was played. */
export interface Played {{
  event: "played" | "shown";
  card: Card;
}}

/** An event as a seat is shown it; its field `event` tells which. */
export type SeenEvent = Played;
"""


class Stranger(HighCard):
    """A game from elsewhere that declares shapes."""

    def guide(self) -> Guide:
        return StrangersGuide(self)


class StrangersGuide(Guide):
    def shapes(self) -> Shapes:
        return Shapes(Shown, [Played])


def test_a_strangers_game_gets_types_as_well() -> None:
    assert view_types(Stranger()) == STRANGER.format(module=__name__)
    with pytest.raises(NoShapes, match="high_card declares no shapes: its guide has to give them"):
        view_types(HighCard())


def test_every_message_is_in_the_documentation() -> None:
    text = (DOCS / "server.md").read_text(encoding="utf-8")
    for union in (wire.ClientMessage, wire.ServerMessage):
        for message in union.__args__:
            assert f"`{message.__struct_config__.tag}`" in text, message


def test_every_endpoint_is_in_the_documentation() -> None:
    from orrery.server.http.routes import ROUTES

    text = (DOCS / "server.md").read_text(encoding="utf-8")
    for route in ROUTES:
        for path in route.paths:
            assert path.replace(":str}", "}").replace(":int}", "}") in text, path


def test_a_message_survives_the_way() -> None:
    act = wire.Act(id=1, at=2, action="roll")
    assert wire.read_message(wire.encode(act)) == act
    assert msgspec.json.decode(wire.encode(wire.Pong(3))) == {"type": "pong", "id": 3}


def test_two_processes_wake_each_other_by_redis_and_go_on_without_it(database: str, redis: Redis) -> None:
    async def run() -> None:
        # Neither process compares with the store by itself: what is heard of over there was told by a wake-up.
        quiet: dict[str, Any] = {"redis": redis.url, "sweep": 1000.0}
        async with running(database, **quiet) as one, running(database, **quiet) as two:
            ann, ben = await people(one, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic", options={"max_rounds": 50})
            async with seated(table, ann, ben.elsewhere(two)) as (a, b):

                async def woken() -> int | None:
                    """One action: the seat at the other process if it heard of it, None if it had to compare."""
                    seat = 1 - a.standing["to_act"]
                    actor, other = (b, a) if seat == 0 else (a, b)
                    assert actor.actions
                    number = (await actor.act(actor.actions[0]))["number"]
                    await actor.reach(number)
                    try:
                        await other.reach(number, 2.0)
                    except TimeoutError:
                        await service((one, two)[seat]).hall.sweeper.compare()
                        await other.reach(number)
                        return None
                    return seat

                assert await play_on([a, b], 8) == 8
                assert a.standing == b.standing
                await a.ask({"type": "chat", "text": "over there?"})
                await b.until("said", text="over there?")
                redis.stop()
                assert await woken() is None, "nobody is told, and a comparison finds it all the same"
                redis.start()
                tries, heard = 40, set[int | None]()
                while not heard >= {0, 1}:
                    assert tries, f"wake-ups never came back: only {heard} heard of an action"
                    heard.add(await woken())
                    tries -= 1

    asyncio.run(run())
