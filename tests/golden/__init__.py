"""Golden data: scenario cases and whole matches, with what runs them against any of the games."""
