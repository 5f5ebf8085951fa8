"""What is measured, harmed, drawn and compared by hand: each a command, ``python3 -m tests WHAT``."""
