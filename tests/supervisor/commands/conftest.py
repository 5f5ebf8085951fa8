"""The floor's server for the tests of documents: the fixture of the floor's own tests."""

from __future__ import annotations

from tests.floor.conftest import floor, lasting, server

__all__ = ["floor", "lasting", "server"]
