"""Commands: how one is declared, the table of all, and their arguments."""
