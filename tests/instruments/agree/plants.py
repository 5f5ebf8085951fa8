"""Faults that the documents of a session contradict one another by, put back into a module's source."""

from __future__ import annotations

from typing import Final

from tests.instruments.account.plants import Plant

PLANTS: Final = {
    "offices": Plant(
        "console/supervisor/reports/shift_report.py",
        "NotificationFold(moment.before.notifications)",
        "NotificationFold()",
    ),
    "ticks": Plant(
        "console/supervisor/records/accounts/incident_account.py",
        "found[at] = replace(found[at], ticks=(*found[at].ticks, ticked))",
        "found[at] = replace(found[at], ticks=(ticked,))",
    ),
    "pictures": Plant(
        "console/supervisor/reports/shift_report.py",
        '            self._pictures.pop("", None)  # The recorder answers again.\n',
        "",
    ),
    "answers": Plant(
        "console/supervisor/records/accounts/lookup.py",
        "notifications_of(record, notes), picture_of(record, notes)",
        "notifications_of(record, notes), picture_of(record, notes[:1])",
    ),
    "duty": Plant(
        "console/supervisor/reports/shift_report.py",
        "DutyFold(moment.before.console.last_duty)",
        "DutyFold()",
    ),
    "disabled": Plant(
        "console/table/core/state/on_duty.py",
        "until=since, disabled=disabled)",
        "until=since)",
    ),
    "voids": Plant(
        "console/supervisor/review/log/entry_rows.py",
        'EntryRow(LogFilter.VOIDS, "states.void", amber=True)',
        'EntryRow(LogFilter.ROUNDS, "states.void", amber=True)',
    ),
    "turns": Plant(
        "console/table/journal/repeated_times.py",
        "return in_turn(at, turn) if turn else at",
        "return at",
    ),
    "signed": Plant(
        "console/supervisor/reports/journal_reports.py",
        "for at in range(sequence.file_at(since), len(sequence.files)):",
        "for at in range(sequence.file_at(since), sequence.file_at(since) + 1):",
    ),
    "sets": Plant(
        "console/supervisor/history/card_sets.py",
        "self.sets.insert(self.sets.index(present), fact)",
        "return",
    ),
    "views": Plant(
        "console/table/link/client.py",
        "is_answer or before is None or present(before) != present(shown_table.view)",
        "is_answer or before is None",
    ),
    "moments": Plant(
        "console/table/core/incident/known_facts.py",
        "return incident.report.moment or replace(",
        "return replace(",
    ),
}
"""An office that was to be informed before a shift and is not handed over, a tick of two that is missing, an
outage of the recorder that is over and goes on, an answer of it that is missing, a supervisor who was on duty
before the shift and is not named, one whose duty ended as if another one had come, a void that the key 'What
happened' leaves out, a time that came again and stands on paper without its turn, a signature that
is missing since it stands in the next file, a view of no line that doesn't go out,
one of a card set that came before the shift, and a report that
waited and is judged by what stands as it opens.
"""
