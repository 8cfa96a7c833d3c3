"""What is printed of Space Editor."""
