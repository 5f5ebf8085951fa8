"""Rehearsals: practice that is judged, and who is due for which."""
