"""A second reader of the table protocol: small, slow and plain, made from the protocol's text alone.

Nothing here imports the console. ``reader`` says, section by section, what a line must bring; ``lines``
makes up what happens at a table; ``comparing`` plays it against both and names where they differ.
"""
