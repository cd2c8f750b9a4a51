"""Documents of blocks, rendered as text and HTML; and what is said of every game alike."""
