"""What went wrong at a table, reconstructed from its journal: accounts are values, documents are words."""
