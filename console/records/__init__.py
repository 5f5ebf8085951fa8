"""What went wrong at a table, told again from its journal: accounts as values, documents in words."""
