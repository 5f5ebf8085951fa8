"""What a signed-in person does at the wall: takes a call, shelves an alarm, ends a dispute."""
