"""The screens on which a supervisor adds people, gives them a new PIN and blocks them, at a LIVE table."""
