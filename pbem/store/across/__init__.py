"""Queries across several of the rooms beside this one, none of which knows them."""
