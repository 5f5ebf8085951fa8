"""The log's words for an entry, and the words by which it is found."""
