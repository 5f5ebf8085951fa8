"""The commissioning's part: its commands, and what it adds to a table's window and to its start."""

from __future__ import annotations

from typing import Final

from console.base.part import Part

PART: Final = Part()
