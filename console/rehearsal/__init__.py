"""Rehearsals: at a simulated table something goes wrong as a file says, and the people's play is judged.

The right answer is never in the file: the decision table of the rulebook gives it. Nothing here touches a
LIVE table, and no journal holds a score.
"""
