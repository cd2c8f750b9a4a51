"""One module a schema, numbered: 0001, 0002. What has been released is never edited; a change is a new number."""
