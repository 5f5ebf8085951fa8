"""The panels that stand in the table's place during an incident: one for each of its stages."""
