"""A house's own server of the floor: its sizes, its files, its backups, and its condition."""
