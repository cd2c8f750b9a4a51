"""The start of games: waiting lists and invitations, registration, and letters that are about no one game.

`lists` and `invitations` do what a player asks for, whether in a letter or on a page, and give the sentences that tell
of it; `registering` makes players of strangers. A letter goes through `reception`, which answers it, `reading`, made
from the one table of `verbs`, and `office`, which carries it out.
"""
