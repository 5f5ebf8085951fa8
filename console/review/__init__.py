"""What the supervisor's screens are answered by: journals read, counted, searched and signed."""
