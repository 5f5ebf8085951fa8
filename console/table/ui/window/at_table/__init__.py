"""The parts of a table's window: its people, the effects of their presses, and the pages over the table."""
