"""Players, what they choose for themselves, and the seats they take."""
