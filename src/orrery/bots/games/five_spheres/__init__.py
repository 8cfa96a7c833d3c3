"""What the bots know of Five Spheres."""
