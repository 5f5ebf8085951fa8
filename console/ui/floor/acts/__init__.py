"""The acts of a signed-in person at the wall: to take a call, to shelve an alarm, to end a dispute."""
