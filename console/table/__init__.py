"""The core: what happens at the table, what it is then, who may do what, and what each screen shows."""
