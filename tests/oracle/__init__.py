"""Independent, slow referees and the tools that compare them with the real ones."""
