"""One journal's file: its chain and schema, its connections, its place on the disk, appending to it."""
