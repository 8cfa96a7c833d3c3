"""Our engine as one side of a comparison, in this process but through the referee protocol."""

from __future__ import annotations

import json
from typing import Any

from oracle.space_editor_naive import BadPosition, BadRequest, IllegalAction, MatchOver, NoMatch, RefereeError
from orrery.referee import Referee

Json = dict[str, Any]

ERRORS: dict[str, type[RefereeError]] = {
    kind.code: kind for kind in (BadRequest, BadPosition, IllegalAction, MatchOver, NoMatch)
}


class Engine:
    """Our engine behind the protocol, in this process, as one side of a comparison."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.referee = Referee()

    def ask(self, op: str, **fields: Any) -> Json:
        """One request; a refusal becomes the exception that the comparison knows."""
        reply = self.referee.answer(json.dumps({"op": op, **fields}).encode())
        if not reply["ok"]:
            raise ERRORS[reply["error"]["code"]](reply["error"]["message"])
        return reply

    def new(self, options: Any, seed: Any, fate: Any = None) -> Json:
        """Op new."""
        more = {} if fate is None else {"fate": fate}
        position: Json = self.ask("new", game=self.game, options=options, seed=seed, **more)["position"]
        return position

    def load(self, position: Any, seed: Any = 0) -> Json:
        """Op load."""
        loaded: Json = self.ask("load", position=position, seed=seed)["position"]
        return loaded

    def position(self) -> Json:
        """Op position."""
        position: Json = self.ask("position")["position"]
        return position

    def view(self, seat: Any) -> Json:
        """Op view."""
        view: Json = self.ask("view", seat=seat)["view"]
        return view

    def actions(self) -> list[str]:
        """Op actions."""
        actions: list[str] = self.ask("actions")["actions"]
        return actions

    def to_act(self) -> int | None:
        """Op actions."""
        seat: int | None = self.ask("actions")["to_act"]
        return seat

    def act(self, action: Any) -> list[Json]:
        """Op act."""
        events: list[Json] = self.ask("act", action=action)["events"]
        return events

    def events(self, seat: Any) -> list[Json]:
        """Op events."""
        events: list[Json] = self.ask("events", seat=seat)["events"]
        return events

    def result(self) -> tuple[bool, Any, list[int]]:
        """Op result."""
        reply = self.ask("result")
        return reply["over"], reply["scores"], reply["winners"]
