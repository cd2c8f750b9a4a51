"""The command language: what people write in letters, forms and calls, read into commands and faults.

A line is cut by `tokens`; a `TokenCursor` walks along it, by a `ParseContext`; a verb is found in the `VerbTable` of
its audience and makes the command; what cannot be read is a `ParseError`, kept as a `Fault` and worded by the table.
`words/` holds a file for each language, from which `vocabulary` makes the words of the four audiences: seats
(`orders`), offices (`pbem.lobby.verbs`), moderators (`pbem.moderation.verbs`) and corrections
(`pbem.games.<kind>`).
"""
