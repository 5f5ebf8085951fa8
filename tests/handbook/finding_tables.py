"""How often houses without a fault have a finding, as the instrument kept it."""

from __future__ import annotations

from tests.handbook.pages import table
from tests.instruments.innocents import kept


def innocents() -> str:
    """Each row of the findings in each house, with the 95 % interval and the chance that the row states."""
    run = kept()
    rows = [
        (
            f"`{each.row}`",
            each.house,
            f"{each.found} of {each.many:,} {each.of}",
            " to ".join(_per_cent(end) for end in each.ends),
            "names nobody" if each.stated is None else _per_cent(each.stated),
        )
        for each in run.rows
    ]
    heads = ("finding", "house without a fault", "has it", "95 % interval", "stated, at most")
    return f"{table(heads, rows)}\n\n`python3 -m tests innocents --write`, seed {run.seed}, {run.on}."


def _per_cent(share: float) -> str:
    return f"{100 * share:.3g} %"
