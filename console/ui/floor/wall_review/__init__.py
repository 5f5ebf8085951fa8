"""The review over the wall: who may read it and what of, and the strip above it with the first alarm."""
