"""The sign-in as pictures, over a table."""

from __future__ import annotations

from datetime import date
from typing import Final

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from console.table.core import Person, Role
from console.table.people import BarKind, Barred, DealingBar, Known, Wrong, people
from console.table.people.answers import Answer, Locked, Unknown
from console.table.people.table_people import TrainingPeople
from console.table.ui.dealer import DealerScreen
from console.table.ui.sign_in.notes import note
from console.table.ui.sign_in.purpose import Purpose
from console.table.ui.sign_in.sign_in_screen import SignInScreen
from tests.base.words.catalogues import words
from tests.table.ui.harness.drawn import Made, Samples
from tests.table.ui.harness.incident_calls import IncidentCalls
from tests.table.ui.samples.tables import SAMPLES, clock


def _sign_in(purpose: Purpose, answer: Answer | None = None, *, live: bool = True) -> Made:
    """Over a table, whole or as a strip; ``answer`` came of a try. Only for practice are people listed."""

    def screen_in(language: str, wide: int, high: int) -> QWidget:
        table = DealerScreen(words(language), words("lt"), clock(), IncidentCalls())
        table.resize(wide, high)
        table.show_view(SAMPLES["dealing" if live else "training"])
        screen = SignInScreen(TrainingPeople(()) if live else people(language), words(language), table)
        screen.setGeometry(table.rect())
        beside = purpose is Purpose.BESIDE
        named = (lambda said: (said.text("sign_in.beside", name=_TRAINEE.name), "")) if beside else None
        screen.ask(purpose, overlay=beside or purpose in (Purpose.PIT_BOSS, Purpose.RELIEF), named=named)
        for key in "p1" if purpose is Purpose.PIT_BOSS else "D-1":
            screen.type(key)
        if answer is not None:
            needed = purpose if purpose in (Purpose.PIT_BOSS, Purpose.TECHNICIAN) else "dealer"
            said = note(
                words(language), answer, wait=30, badge=False, needed=needed, person=None, waits=False
            )
            screen.show_seen(replace(screen.state, note=said))
        return table

    return screen_in


_TRAINEE: Final = Person("T-7", "Mina Kowalczyk", Role.DEALER, "")


def _barred(bar: DealingBar, before: date | None = None) -> Barred:
    """Somebody who may not deal, by a clock that may have been set back from a day."""
    return Barred(_TRAINEE, bar, "baccarat", date(2026, 11, 1), before)


SCREENS: Final[Samples] = {
    "start-sign-in-duty": _sign_in(Purpose.DUTY),
    "start-sign-in-practice": _sign_in(Purpose.DEALER, live=False),
    "start-sign-in-practice-relief": _sign_in(Purpose.RELIEF, live=False),
    "start-sign-in": _sign_in(Purpose.DEALER),
    "start-sign-in-relief": _sign_in(Purpose.RELIEF, Unknown(30)),
    "start-sign-in-pit-boss": _sign_in(Purpose.PIT_BOSS, Wrong("P1", 30)),
    "start-sign-in-locked": _sign_in(Purpose.AUTHORISE, Locked("P1", "tries")),
    "start-sign-in-beside": _sign_in(Purpose.BESIDE, _barred(DealingBar(BarKind.TRAINEE))),
    "start-sign-in-set-back": _sign_in(
        Purpose.DEALER, _barred(DealingBar(BarKind.EXPIRED, ("2026-11-20",)), date(2026, 11, 27))
    ),
    "start-sign-in-technician": _sign_in(
        Purpose.TECHNICIAN, Known(Person("D-1", "Rasa K.", Role.DEALER, "lt"))
    ),
}
