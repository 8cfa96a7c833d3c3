"""Five Spheres at the terminal table."""
