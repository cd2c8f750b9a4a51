"""A moderator's pages: what needs one, a game's file, disputes and acts."""
