"""The course of play: the effects of events on preparation, round, spin, halt, answers and shift."""
