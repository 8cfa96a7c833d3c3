"""The lab: many matches, counted with care."""
