"""An account of a station's jobs counts a note of a device's health by what the product means by it."""

from __future__ import annotations

import pytest

from console.table.core import About, BytesJob, NoteJob, NoteKind, of_health
from console.table.devices import DeviceRole, Health
from tests.table.ui.harness.account import Account

WHEEL = DeviceRole.WHEEL


def account(health: Health) -> Account:
    """The account of a wheel that was connected, had three bytes on its way, and then had this health."""
    made = Account()
    made.put(NoteJob(of_health(About.DEVICE, Health.CONNECTED), text=WHEEL))
    made.sent(WHEEL, b"17\n")
    made.put(NoteJob(of_health(About.DEVICE, health), text=WHEEL))
    return made


@pytest.mark.parametrize("health", Health)
def test_bytes_on_their_way_are_lost_with_a_port_and_not_with_silence(health: Health) -> None:
    made, is_open = account(health), health in (Health.CONNECTED, Health.SILENT)
    assert made.knows(WHEEL) is is_open
    assert made.wires_are_even is not is_open
    made.put(BytesJob(WHEEL, b"17\n"))
    assert made.wires_are_even


@pytest.mark.sweep(1)
@pytest.mark.parametrize("kind", [kind for kind in NoteKind if kind.row.health is None])
def test_another_note_says_nothing_of_a_port(kind: NoteKind) -> None:
    made = Account()
    made.put(NoteJob(kind, text=WHEEL))
    assert not made.knows(WHEEL)


@pytest.mark.parametrize("health", [each for each in Health if each is not Health.SHARED])
def test_the_links_health_is_no_devices(health: Health) -> None:
    made = Account()
    made.put(NoteJob(of_health(About.LINK, health), text=WHEEL))
    assert not made.knows(WHEEL)
