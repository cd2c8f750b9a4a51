"""The map of Railroad Dice 2: drawn, in lines of signs, and told in words."""
