"""What is asked and shown about an incident in the place of the table: one panel for each of its stages."""
