"""How PySide6 is loaded: what no start needs of its import is done later, in less time, or not at all."""
