"""Judging positions of one line again: by hand, from one another, and where only a part is seen."""
