"""The log of a journal on the screen: its rows, its filters, one entry in full."""
