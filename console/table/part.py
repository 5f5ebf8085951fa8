"""The table's part: its commands."""

from __future__ import annotations

from typing import Final

from console.base.part import Part

PART: Final = Part()
