"""The work of moderators: acts on games, told to everybody with their reasons; disputes and rulings; the desk.

An act is a value (`acts`), which a page's form and a letter make alike. It is previewed first and carried out when it
is confirmed, in one transaction, by the function that stands for it. Nothing is edited in place: acts append to logs.
"""
