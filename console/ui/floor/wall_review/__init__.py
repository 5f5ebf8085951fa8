"""The review over the wall: who may read it and what of, and the alarms above it, which still show and sound."""
