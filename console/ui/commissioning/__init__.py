"""The screens on which a supervisor commissions a LIVE table: what is proved, and who signs it."""
