"""What is printed of each game: a folder a game, the same file names in each."""
