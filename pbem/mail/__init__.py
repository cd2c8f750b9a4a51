"""Letters in and out. Nothing here knows a game or a rule.

In: `receive` takes a letter at the door and has it stored; `letter` reads its bytes; `sender_check` says whose it is;
`quotes` parts what the sender wrote from what was quoted.
Out: `outgoing` turns a mail into bytes; `deliver` hands it to a relay or lays it into a Maildir.
"""
