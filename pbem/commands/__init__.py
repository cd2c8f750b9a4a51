"""The command language: what people write in letters, forms and calls, read into commands and faults.

A line is cut by `tokens`; a `TokenCursor` walks along it, by a `ParseContext`; a verb is found in the `VerbTable` of
its audience and makes the command, a class of typed fields (`command`); what cannot be read is a `ParseError`, kept as
a `Fault` and worded by the table.
`words/` holds a file for each language, from which `vocabulary` makes the words of the audiences: seats (`orders`),
offices (`pbem.lobby.verbs`) and moderators (`pbem.moderation.lines`). Games bring the verbs of play and of corrections,
with their words in files of their packages (`pbem.games`).
"""
