"""The course of play, 'does this card, number or press count, and where does it lead?': preparation, round,
spin, halt, shift.
"""
