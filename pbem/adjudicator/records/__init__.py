"""Portable records out of the store: their export, the proof of their dice, and judging them again."""
