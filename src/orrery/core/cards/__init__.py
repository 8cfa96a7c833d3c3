"""What card games share for people: words of a language, lists of cards, deck files and checksummed deck codes."""
