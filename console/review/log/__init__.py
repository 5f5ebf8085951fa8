"""What the log says of an entry, and by which words it is found."""
