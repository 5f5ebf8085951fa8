"""What this window hears of the floor: its alarms and their sound, and whether its past is still the same."""
