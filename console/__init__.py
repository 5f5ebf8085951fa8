"""The dealer's console: the live hand, the next required action, and what to say."""

__version__ = "1.2.0"
