"""The course of play: what an event makes of preparation, round, spin, halt, answers and shift."""
