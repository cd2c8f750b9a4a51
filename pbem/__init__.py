"""A play-by-email turn server for Railroad Dice: letters in, turns played, reports out."""
