"""The lab: many matches, and what they say."""
