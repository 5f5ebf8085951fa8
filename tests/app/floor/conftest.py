from __future__ import annotations

from tests.floor.conftest import floor, lasting, server

__all__ = ["floor", "lasting", "server"]
