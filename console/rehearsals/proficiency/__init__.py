"""The people's practice: which rehearsals they have done, which are due again, and documents on both."""
