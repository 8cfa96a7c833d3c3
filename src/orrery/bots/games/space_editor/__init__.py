"""What the bots know of Space Editor."""
