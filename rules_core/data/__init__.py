"""Component data and rule texts."""
