"""Small changes of the rules, each of which some test must notice.

cosmic-ray makes the changes; the tests of the rules run on a copy of the rules with one change in it. A change that no
test notices *survives*: it is listed in `survivors.toml` with the reason why it may, or a test is missing.
`python -m tests.mutants FILE...` tries all changes of some files, `make soak` a sample that is another every day.
"""
