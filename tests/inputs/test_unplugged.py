"""A device unplugged at each byte of what it says, over a port."""

from __future__ import annotations

import pytest

from tests.instruments.harm.unplugging import SAID, Said, unplugged


@pytest.mark.parametrize("said", SAID, ids=lambda said: said.device)
def test_a_reading_that_was_cut_off_counts_once_or_not_at_all(said: Said) -> None:
    whole = len(said.whole)
    harm = unplugged(said, range(whole + 1))
    assert harm.lost == []
    assert harm.times == whole + 1
