"""Vediic at the terminal table."""
