"""The answers to the supervisor's screens: journals are read, counted, searched and signed."""
