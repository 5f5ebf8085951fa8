"""The fixture by which a test records who learns of its case; ``python3 -m tests published`` prints it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from tests.instruments.published_cases import LEARNS, Learned
from tests.published.scene import Learns, Reader, row


@pytest.fixture
def learns(record_property: Callable[[str, object], None]) -> Learns:
    def learn(case: int, reader: Reader, text: str, *words: str, after: str = "") -> str:
        found = row(text, *words)
        who, when = reader.value
        when = ": ".join(filter(None, (when, after)))
        said = Learned(case, who, when, " ".join(found.split()))
        record_property(LEARNS, msgspec.json.encode(said).decode())
        return found

    return learn
