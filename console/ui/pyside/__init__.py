"""The loading of PySide6: work that no start needs is done later, in less time, or not at all."""
