"""The table: what a dealer and a pit boss work with, from the bytes of a shoe to the window on the screen."""
