"""An incident at the table: what is known and noticed, what is asked of whom, its outcome, its steps."""
