"""The rehearsals' part: its commands, and what it adds to a simulated table and to the list of people."""

from __future__ import annotations

from typing import Final

from console.base.part import Part

PART: Final = Part()
