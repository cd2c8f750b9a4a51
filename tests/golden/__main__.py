"""Plays the golden games and writes their records."""

import sys

from golden import GAMES, write

for name in sys.argv[1:] or GAMES:
    sys.stdout.write(f"{name}: {write(name)} bytes\n")
