"""Ways in: letters taken from whoever brings them, stored before they are acknowledged."""
