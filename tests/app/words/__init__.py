"""The words of the whole console: each phrase is in use, and each was read."""
