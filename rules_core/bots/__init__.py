"""Players that are programs. They see what a person in their seat would see, and nothing else."""
