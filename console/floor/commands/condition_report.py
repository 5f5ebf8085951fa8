"""``dealer-console floor doctor``: the faults of a floor's server, and the way out of each, as
:mod:`console.floor.host.server_condition` judges them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final

import msgspec

from console import __version__
from console.base.command_line import Arg, within
from console.base.plain_text import escape_json
from console.base.words import Words
from console.floor.commands.server_session import (
    UNFIT,
    FloorServer,
    failed_units,
    listed_units,
    on_known_server,
)
from console.floor.texts import plain
from console.table.core import is_steered

if TYPE_CHECKING:
    from console.floor.host.server_condition import CheckResult, Finding

_LONG: Final = 400
"""The most letters of a figure or a message: about five lines of a terminal."""
_POSTGRESQL: Final = "postgresql@*"
"""Debian's services of PostgreSQL's servers; the one without ``@`` only starts them."""


@within(on_known_server)
def doctor(at: FloorServer, *, json: Annotated[bool, Arg("option.json")] = False) -> int:
    """Print the faults of the server, and the way out of each. Returns 1 if there is one."""
    from console.floor.host.observation import OwnMachine, observe
    from console.floor.host.server_condition import check_results

    is_here = at.house is None or at.house.floor.address.startswith("/")
    around = OwnMachine(
        console=__version__,
        is_here=is_here,
        steered=is_steered() if is_here else None,
        failed_units=failed_units() if is_here else None,
        stopped_units=stopped_units() if is_here else (),
        left_down=units_left_down() if is_here else (),
        address="" if at.house is None else at.house.floor.address,
        notes=None if at.house is None else at.house.notes,
        witness=None if at.house is None else at.house.witness,
    )
    found = check_results(observe(at.connection, around))
    if json:
        for each in found:
            print(escape_json(msgspec.json.encode(_object(each)).decode()))
    else:
        for line in _lines(found, at.words):
            print(line)
    return UNFIT if any(each.findings for each in found) else 0


def _lines(results: Sequence[CheckResult], words: Words) -> list[str]:
    lines = [_finding_text(finding, words) for each in results for finding in each.findings]
    good = [each.check for each in results if each.is_seen and not each.findings]
    unseen = {
        way: [each.check for each in results if not each.is_seen and each.way == way]
        for way in ("unseen", "unread", "no_systemd")
    }
    for key, checks in (*unseen.items(), ("good", good)):
        if checks:
            named = tuple(words.text(f"floor.doctor.check.{check}") for check in checks)
            lines.append(words.text(f"floor.doctor.{key}", checks=named))
    return lines


def _finding_text(finding: Finding, words: Words) -> str:
    slots: dict[str, object] = {}
    for name, value in finding.slots.items():
        if isinstance(value, tuple):
            slots[name] = tuple(plain(each) for each in value)
        elif isinstance(value, float):
            slots[name] = words.figure(value, 1)
        else:
            slots[name] = plain(str(value), _LONG)
    return words.text(finding.key, **slots)


def _object(each: CheckResult) -> dict[str, object]:
    state = "wrong" if each.findings else "good" if each.is_seen else "unseen"
    return {
        "check": each.check,
        "stands": state,
        "findings": [
            {"finding": finding.key.rpartition(".")[2], **finding.slots} for finding in each.findings
        ],
    }


def stopped_units() -> tuple[str, ...]:
    """The service that stays at work beside the server, if enabled but not running, and not failed."""
    from console.floor.host.server_files import STAYS

    stands = (listed_units("is-enabled", STAYS), listed_units("is-active", STAYS))
    return (STAYS,) if stands == (("enabled",), ("inactive",)) else ()


def units_left_down() -> tuple[str, ...]:
    """PostgreSQL's services that systemd doesn't restart after a crash: Debian's own, or an old console's."""
    active = listed_units("list-units", "--state=active", "--plain", "--no-legend", _POSTGRESQL) or ()
    return tuple(
        unit for unit in active if listed_units("show", "--property=Restart", unit) == ("Restart=no",)
    )
