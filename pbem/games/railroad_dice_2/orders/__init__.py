"""The orders of Railroad Dice 2: how they are read, what each comes to in its turn, and how they are written."""
