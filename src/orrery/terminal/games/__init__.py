"""The games at the terminal table: a folder a game."""
