"""A simulated studio: tables at which simulated people deal, in one process without a window, to practise on.

Its tables are TRAINING tables with journals of their own. The floor takes what they ship as any other's, and
a person who takes a call there is seen to arrive.
"""
