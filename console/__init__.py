"""The dealer's console: the live hand, the next required action, and what to say."""

__version__ = "2.0.0"
