"""The window's readings of the floor: the alarms and their sound, and whether the floor's history is
unchanged.
"""
