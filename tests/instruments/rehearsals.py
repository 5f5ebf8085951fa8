"""Every shipped rehearsal through its real window: ``python3 -m tests rehearsals [NAME...]``.

Each is played to its right end, and to a wrong one, in another language and under another rulebook by turns;
the suite plays some of them. A line each, then how many; exit status 1 if one came to something else.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Sequence

from PySide6.QtWidgets import QApplication

from console.rehearsals.script import built_in_rehearsals
from tests.rehearsals.ui.hands import WRONG, RehearsalCase, cases, result_by_hands


def main(argv: Sequence[str]) -> int:
    """Play them; print what came of each."""
    parser = argparse.ArgumentParser(prog="python3 -m tests rehearsals", description=__doc__)
    parser.add_argument("names", nargs="*", help="of rehearsals; left out, all")
    parser.add_argument("--end", choices=("right", "wrong"), help="left out, both")
    parser.add_argument("--every", action="store_true", help="under every rulebook, not one by turns")
    asked = parser.parse_args(argv)
    logging.disable(logging.WARNING)
    app = QApplication.instance() or QApplication([])
    strange, count = 0, 0
    for case in cases(built_in_rehearsals(), every=asked.every):
        if asked.names and case.name not in asked.names:
            continue
        for wrong in ("", WRONG[count % len(WRONG)]):
            if asked.end and (asked.end == "wrong") != bool(wrong):
                continue
            strange += not _played(case, wrong)
            count += 1
    print(f"{count} played, {strange} came to something else")
    app.processEvents()
    return 1 if strange else 0


def _played(case: RehearsalCase, wrong: str) -> bool:
    """Whether it came to what it should: passed where all was right, failed where it was not."""
    named = f"{case.name} {case.rules} {case.language} {case.part} {case.way}"
    try:
        result = result_by_hands(case, wrong)
    except Exception as error:  # whatever it is, the others are played too
        print(f"{named} {wrong or 'right'}: {type(error).__name__}: {error}", flush=True)
        return False
    good = result.passed == (not wrong)
    lost = [f"{line.judged} {line.given} not {line.expected}" for line in result.lines if not line.good]
    mark = "" if good else "  STRANGE"
    print(
        f"{named} {wrong or 'right'}: {result.score} {result.ended} {lost if mark else ''}{mark}", flush=True
    )
    return good
