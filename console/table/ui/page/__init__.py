"""A page with a bar, a headline and keys, alone or over a table's window; and its acts on that table."""
