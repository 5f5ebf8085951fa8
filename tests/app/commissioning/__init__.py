"""The commissioning of a table that is on a floor."""
