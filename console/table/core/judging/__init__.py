"""The judging of lines, 'is it taken, why not, and how many may wait?': the refusal, or the next table and
its prompt.
"""
