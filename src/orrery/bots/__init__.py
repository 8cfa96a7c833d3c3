"""Players that are programs. They know what their seat knows and nothing else."""
