"""A table's side of the floor: its reports of itself, the people who come to it, and its shipper's thread.

It is added to a table whose file has a floor, once its window has been painted; the table never waits for it.
"""
