"""An incident, 'what went wrong, by which row is it decided, and what follows?': its facts, questions,
outcome and steps.
"""
