"""The floor's server for the documents over it: the one that the floor's own tests have."""

from __future__ import annotations

from tests.floor.conftest import floor, lasting, server

__all__ = ["floor", "lasting", "server"]
