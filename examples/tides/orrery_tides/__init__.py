"""Tides: lay waves, win moons. A small game in a package of its own, as anybody can write one for Orrery."""
