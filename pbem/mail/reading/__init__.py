"""Reading: from the bytes of a letter to what its sender wrote."""
