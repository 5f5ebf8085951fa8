"""The alarms of a floor: their priority, their order, and the lines that show them. Pure."""
