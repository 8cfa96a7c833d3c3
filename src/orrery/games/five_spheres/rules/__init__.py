"""The rules of Five Spheres: the match and its course, actions and events, refusals, positions."""
