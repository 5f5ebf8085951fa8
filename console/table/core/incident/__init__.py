"""An incident at the table: its known and observed facts, its questions, its outcome, its steps."""
