"""A simulated studio for practice: tables at which simulated people deal, in one process without a window.

They are TRAINING tables with journals of their own. The floor takes what they ship as any other's, and a
person who takes a call there is seen to arrive.
"""
