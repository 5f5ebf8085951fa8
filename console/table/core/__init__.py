"""The core: events at the table, the table after them, who may do what, and what each screen shows."""
