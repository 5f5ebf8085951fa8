"""Rehearsals: at a simulated table something goes wrong as it is written, and what is done is judged.

What is right is never written with them: the decision table says it for the rulebook. Nothing here meets a
LIVE table, and no score is in any journal.
"""
