"""A game's log over time: what is public of it, and going back to an earlier position."""
