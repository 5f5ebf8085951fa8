"""The figures of what one table's token makes the floor server's own parts do, as they were kept."""

from __future__ import annotations

from tests.handbook.pages import table
from tests.instruments.harm.floor_faces import PARTS, kept, own
from tests.instruments.processes.hostile_table import FACES

_SAID = {
    "foreign": "Foreign queries",
    "locked": "Account locked",
    "sends too much": "Sends too much",
    "session ended": "Connection ended",
    "disputed": "Journal disputed",
    "two consoles": "Two consoles running",
    "report unread": "Status unreadable",
}
"""A wall's words, by those of a kept figure."""


def attacks() -> str:
    """Each attack, with the waits and the growth beside it."""
    those = kept()
    heads = ("face: attack", "an entry waited", "an overview read", "files; WAL grew by", "parts", "shown")
    rows = [
        (
            each.name,
            *(_both(each.longest, each.calm), _both(each.read, each.calm_read)),
            *(f"{_megabytes(each.grown)}; {_megabytes(each.wal)}", f"{each.parts}"),
            ", ".join(_SAID[said] for said in each.named) or "–",
        )
        for each in those
    ]
    counted = ", ".join(
        f"{face} {sum(each.face == face for each in those)} of {len(FACES[face])} ({len(own(face))})"
        for face in FACES
    )
    loads = [each.load for each in those]
    when = " and ".join(sorted({f"{each.on} at commit {each.commit}" for each in those}))
    said = (
        "Waits in ms, after the stroke those of the seconds before the attack.",
        f"Measured, of a face's attacks (of them our own): {counted}. At most {PARTS:,} parts may come.",
        f"Load of the {those[0].cores} cores, by all that ran there: {min(loads):g} to {max(loads):g}.",
        f"Measured on {when}.",
    )
    return f"{table(heads, rows)}\n\n{' '.join(said)}"


def _both(during: float, before: float) -> str:
    return f"{1000 * during:.0f} / {1000 * before:.0f}"


def _megabytes(many: int) -> str:
    return f"{many / 1e6:.1f} MB"
