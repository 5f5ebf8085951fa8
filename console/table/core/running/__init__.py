"""A table at work, 'in which order, at what time, and how on after a restart?': one thread, its queue, clock
and replay.
"""
