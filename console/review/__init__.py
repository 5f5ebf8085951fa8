"""Answers what the supervisor's screens ask: journals are read, counted, searched and signed."""
