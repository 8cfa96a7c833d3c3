"""What the bots know of Vediic."""
