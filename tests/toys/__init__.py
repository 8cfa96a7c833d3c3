"""Small games for tests that need one they know by heart, or one that is none of ours.

`toys.high_card` hides hands and throws dice, for two or three seats; `toys.stones` is open, solved, and tells no one of
some of its events. Both keep the contract of a game (`tests/core/test_conformance.py`) and bring no texts.
"""
