"""What games of one line with two ends share on the server's side."""
