"""The libraries of the adapters: a test that needs one is left out without it, or fails where nothing may be."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import pytest

from needs import missing


def adapter(name: str) -> ModuleType:
    """An adapter, if its library is installed."""
    try:
        return import_module(f"orrery.adapters.{name}")
    except ImportError as error:
        missing(str(error))
        raise


@pytest.fixture
def pettingzoo() -> ModuleType:
    return adapter("pettingzoo")


@pytest.fixture
def gymnasium() -> ModuleType:
    return adapter("gymnasium")


@pytest.fixture
def spiel() -> ModuleType:
    module = adapter("spiel")
    module.register()
    return module


@pytest.fixture
def vector() -> ModuleType:
    return adapter("vector")
