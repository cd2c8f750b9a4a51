"""A game's pages: its board and orders, its past, its dice, what is said and disputed in it."""
