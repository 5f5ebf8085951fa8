"""A screen by the name of its picture, as ``python3 -m tests pictures`` draws it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

Drawn = Callable[[str, str], QWidget]
"""Makes the screen of a picture, by its name and the language."""
