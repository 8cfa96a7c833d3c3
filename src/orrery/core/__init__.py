"""What a game is, and nothing about any one game."""
