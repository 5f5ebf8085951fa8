"""What somebody who signed in does at the wall: takes a call, sets an alarm aside, ends a dispute."""
