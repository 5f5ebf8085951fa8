"""Journals that each released version wrote, by its own ``drive`` and its own seal: they open for ever."""
