"""The search over the entries of all tables: its index in PostgreSQL is built from the entries."""
