"""What is printed of Five Spheres."""
