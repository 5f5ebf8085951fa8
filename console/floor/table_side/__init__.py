"""A table's side of the floor: its reports of itself, the people who come to it, and its shipper's thread.

A table whose file has a floor gets it once its window has been painted, and never waits for it.
"""
