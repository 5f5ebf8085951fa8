"""The course of play: what each event makes of preparation, round, spin, halt and shift, and what is due."""
