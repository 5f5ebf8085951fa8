"""What entries of all tables are found by in PostgreSQL itself: made from them, and asked."""
