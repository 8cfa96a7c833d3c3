"""The rules of Space Editor: the match and its course, actions and events, refusals, positions."""
