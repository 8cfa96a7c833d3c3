"""Worlds that a seat cannot tell from the true one: what it remembers, and how unknown cards are dealt."""
