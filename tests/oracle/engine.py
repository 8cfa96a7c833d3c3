"""Our engine as one side of a comparison, in this process but through the referee protocol."""

from __future__ import annotations

from oracle.comparing import Asked
from oracle.protocol import Json
from orrery.referee import Referee


class Engine(Asked):
    """Our engine behind the protocol, in this process."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.referee = Referee()

    def answer(self, line: bytes) -> Json:
        """Our referee's reply."""
        return self.referee.answer(line)
