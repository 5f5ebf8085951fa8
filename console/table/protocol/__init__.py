"""The table protocol's lines in: their form, who may say them, why one is refused, and that in English."""
