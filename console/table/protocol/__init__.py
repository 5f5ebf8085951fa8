"""The form of the table protocol's lines in: what each may hold, who may say it, what its presser saw."""
