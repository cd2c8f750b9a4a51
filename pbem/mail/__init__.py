"""Letters in and mails out, as bytes. Nothing here knows a game or a rule.

`receiving` takes letters in, `reading` extracts what somebody wrote, `sending` builds mails and delivers them;
`maildir` shows the folder of a player who has no other mail program.
"""
