"""The parts around the wall's content: the bar above it, the keys beneath it, and the note over it."""
