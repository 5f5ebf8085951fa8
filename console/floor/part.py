"""The floor's part: its commands, and what it adds to a table at work and to commands."""

from __future__ import annotations

from typing import Final

from console.base.part import Part

PART: Final = Part()
