"""A house's own server of the floor: its sizes, its files, its backups, and whether it is as it should be."""
