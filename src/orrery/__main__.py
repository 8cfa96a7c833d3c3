"""`python -m orrery` is the command `orrery`."""

from orrery.cli import main

main()
