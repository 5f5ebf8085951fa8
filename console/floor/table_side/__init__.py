"""A table's side of the floor: what it tells of itself, who comes to it, and its shipper's thread.

It is added to a table whose file has a floor, once its window has been painted; the table never waits for it.
"""
