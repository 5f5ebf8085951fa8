"""The appearance of tables and alarms on the wall: their words, their signs, and the colours of urgency."""
