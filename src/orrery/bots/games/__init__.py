"""What the bots know of each game: a folder a game, the same file names in each."""
