"""Pins: what programs and people outside see of Orrery, kept byte for byte."""
