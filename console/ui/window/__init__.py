"""A table's window: what it shows to whom, what each press does, and what it shows while no table can
start.
"""
