"""The command `orrery`."""

from orrery.cli.app import app, main

__all__ = ["app", "main"]
