"""All signs, drawn by our own code: a function for each, in one colour that the caller gives."""
