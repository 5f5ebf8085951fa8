"""What this window gets from the floor: its alarms and their sound, and whether the floor's history is
unchanged.
"""
