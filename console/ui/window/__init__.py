"""A table's window: what lies in it for whom, what each press becomes, and what it does without a table."""
