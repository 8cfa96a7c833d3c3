"""What a test needs of the machine that it runs on."""

from __future__ import annotations

import os

import pytest


def missing(what: str) -> None:
    """Ends a test that cannot run here: skipped, or failed where nothing may be skipped."""
    if os.environ.get("ORRERY_REQUIRE") == "all":
        pytest.fail(f"{what}, and ORRERY_REQUIRE=all asks for it")
    pytest.skip(what)
