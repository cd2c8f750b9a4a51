"""The server's side of games of one line with two ends: the parts that they share."""
