"""What the log shows of an entry, and the words by which it is found."""
