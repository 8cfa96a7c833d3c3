"""Marks for tests: which clauses of the rules a test covers."""

from __future__ import annotations

import pytest

clause = pytest.mark.clause
"""`@clause("SE-4.2")` on a test says that it fails when the engine breaks that clause; several ids may be given.

`make check` reads the marks from the sources (tools/check_clauses.py), so the ids must be literal texts.
"""
