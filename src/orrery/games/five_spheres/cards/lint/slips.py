"""What is found: slips of the pen, each with the clause that tells why."""

from __future__ import annotations


class Slip:
    """Something that no designer can have meant: the clause that tells why, the place, the problem, what is right."""

    __slots__ = ("clause", "path", "problem", "right")

    def __init__(self, clause: str, path: str, problem: str, right: str) -> None:
        self.clause = clause
        self.path = path
        self.problem = problem
        self.right = right
