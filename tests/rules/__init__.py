"""The rules of The First Rails, judged against the rulebook: a test for each clause, and properties of random play."""
