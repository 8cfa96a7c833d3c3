"""What is printed of Vediic."""
