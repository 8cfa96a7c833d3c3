"""Space Editor at the terminal table."""
