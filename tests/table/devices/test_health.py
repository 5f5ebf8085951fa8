"""Silence counts only while a card is due."""

from __future__ import annotations

import pytest

from console.table.devices.health import Health, judge_health


@pytest.mark.parametrize(
    ("last_byte", "due_since", "now", "health"),
    [
        (None, None, 1000.0, Health.CONNECTED),
        (0.0, None, 1000.0, Health.CONNECTED),
        (None, 100.0, 109.9, Health.CONNECTED),
        (None, 100.0, 110.0, Health.SILENT),
        (50.0, 100.0, 109.9, Health.CONNECTED),
        (50.0, 100.0, 110.0, Health.SILENT),
        (105.0, 100.0, 114.9, Health.CONNECTED),
        (105.0, 100.0, 115.0, Health.SILENT),
    ],
)
def test_a_device_is_silent_when_a_card_was_due_for_long_without_a_byte(
    last_byte: float | None, due_since: float | None, now: float, health: Health
) -> None:
    """Ten seconds, unless the table's file says otherwise."""
    found = judge_health(Health.CONNECTED, last_byte=last_byte, due_since=due_since, now=now)
    assert found is health


@pytest.mark.parametrize("link", [Health.LOST, Health.RECONNECTING])
def test_a_lost_device_stays_lost_however_silent(link: Health) -> None:
    assert judge_health(link, last_byte=None, due_since=0.0, now=1000.0) is link
