"""The orders of games of one line: their words, their verbs, and what reads and writes their arguments.

`notation` makes of it the value that the command language knows a game by, with what one game says in its own way.
"""
