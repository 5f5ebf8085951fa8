"""The people's practice: the rehearsals they have done, those due again, and documents on both."""
