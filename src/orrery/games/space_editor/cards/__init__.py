"""The cards of Space Editor: sets, decks, printed texts, and what a set must satisfy."""
