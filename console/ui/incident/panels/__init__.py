"""What is asked and shown of an incident in the place of the table: one panel for each of its stages."""
