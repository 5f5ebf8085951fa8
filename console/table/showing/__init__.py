"""What the table shows, as values: the protocol's view, the screen's, an incident's; live and in replay."""
