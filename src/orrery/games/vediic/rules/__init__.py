"""The rules of Vediic: the match and its course, actions and events, refusals, positions."""
