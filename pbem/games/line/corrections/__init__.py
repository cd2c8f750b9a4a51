"""Corrections of a position of one line: how they are written, read and told, and why one cannot be made."""
