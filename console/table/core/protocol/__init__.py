"""The form of the table protocol's lines in: what each may hold, who may send it, what its presser saw."""
