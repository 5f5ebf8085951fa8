"""The errors of the console: those that have words for a person, those that nobody foresaw, and their log."""
