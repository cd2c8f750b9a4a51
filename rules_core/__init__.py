"""The rules engine of the Railroad Dice family: pure functions over values, standard library only."""
