"""All that the server says of Railroad Dice 2."""
