"""The screens on which a supervisor commissions a LIVE table: the proofs, and their signatures."""
