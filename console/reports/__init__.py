"""What is counted over a stretch of time: the shift's report, its handover, a wheel's figures.

It reads entries and gives values, sheets and words; one round or incident is :mod:`console.records`'s.
"""
