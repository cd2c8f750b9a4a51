"""Letters in and mails out, as bytes. Nothing here knows a game or a rule.

`receiving` takes letters in, `reading` makes of their bytes what somebody wrote, `sending` makes mails and brings them
out; `maildir` reads the folder of a player without another mail program.
"""
