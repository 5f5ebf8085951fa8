"""A floor with tables that were commissioned, and machines that are upgraded."""
