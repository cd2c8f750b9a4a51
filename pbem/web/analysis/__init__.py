"""The pages of analyses: where they begin, the board with what was tried, and what is kept or shared of it."""
