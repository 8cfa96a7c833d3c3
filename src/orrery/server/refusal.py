"""A request that the server refuses."""

from __future__ import annotations

from orrery.core.data import JsonObject


class RequestRefused(Exception):
    """A request that is refused: a code for programs, a sentence for people, and perhaps the rules' own reasons."""

    def __init__(self, code: str, message: str, more: JsonObject | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.more: JsonObject = more or {}

    @classmethod
    def because(cls, code: str, message: str, reason: str, facts: JsonObject | None = None) -> RequestRefused:
        """A refusal that says more than its code: `reason` and `facts`, of which the page has the words in every
        language (web/src/texts/faults.json).
        """
        return cls(code, message, {"reason": reason, "facts": facts or {}} if reason else None)


def not_saved() -> RequestRefused:
    """What is said when the database is full or cannot be reached."""
    message = "the server cannot write it down just now, so nothing has changed; try again soon"
    return RequestRefused("not_saved", message)
