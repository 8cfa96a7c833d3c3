"""The cards of Five Spheres: their language, collections, decks, printed texts, and what they must satisfy."""
