"""Every kind of blackjack, played from 'Something went wrong' to the end of its last step in the real window.

Lithuania's rulebook before people who read Japanese and Germany's before people who read German, by turns;
in a sweep twice over, each time another row of a kind. What the pages say is held against the decision
table, the clauses and the phrasebook. Every row at a whole console is ``python3 -m tests harm kinds``.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from console.table.core import Action, HandsView, Phase, Session, View
from console.table.ui.dealer.prompt_words import Primary
from console.table.ui.incident.stage import Stage
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import texts_of
from tests.sweep import sampled
from tests.table.core.tables import Driven, Seen
from tests.table.incidents.rows import Expected, committed
from tests.table.ui.harness import instant
from tests.table.ui.harness.instant import Instant
from tests.table.ui.incident.test_presses import answer, authorise, begun, choose_kind, come_to

pytestmark = pytest.mark.usefixtures("bare_felt")

ROOMS: Final = (("lt", "ja", 0), ("de", "de", -1))
"""The rulebook, the language of the people at the table, and which row of each kind is played."""
SCANNED: Final[dict[str, Seen]] = {
    "scan_card": {"do": "card", "card": "2S"},
    "scan_cut_card": {"do": "cut_card"},
}
"""The line from the shoe at a step that waits for it."""
CLOSING: Final[tuple[Seen, ...]] = ({"do": "seats", "seats": [1, 3]}, {"do": "bets", "state": "closed"})
MOST_STEPS: Final = 12
NOT_STOPPED: Final = "LT-BJ-2.3.9a"
"""The one clause that says of itself that play is not stopped."""


class Page(NamedTuple):
    """The screen before a press; all its texts where an outcome is read."""

    stage: Stage
    headline: str
    say: str | None
    drawn: frozenset[str]


class IncidentCourse(NamedTuple):
    """A row's whole way."""

    row: Expected
    pages: tuple[Page, ...]
    steps: tuple[str, ...]
    """``action:actor`` in the order in which they were asked for."""
    end: View


class Room:
    """A window of one rulebook before people who read one language, put to one table after the other."""

    def __init__(self, bot: QtBot, code: str, language: str) -> None:
        self.code, self.language = code, language
        self.at = Instant(bot, "blackjack", code, language)

    def page(self) -> Page:
        prompt = self.at.screen.prompt.text
        stage, zone = self.at.screen.incident_stage, self.at.screen.incident.zone
        drawn = frozenset(each.text for each in texts_of(zone)) if stage is Stage.OUTCOME else frozenset()
        return Page(stage, prompt.headline, prompt.say, drawn)

    def play(self, row: Expected) -> IncidentCourse:
        """Report it, answer what is asked, have it authorised, and do each step as the one whom it asks."""
        _, lines = begun(row)
        table = Driven(self.code, game="blackjack", is_ready=not row.when & {"S", "I"})
        for line in lines:
            table.take(line)
        at = self.at
        at.put_to(table)
        at.press(at.screen.bar.wrong, counts=False)
        pages = [self.page()]
        choose_kind(at, row.kind)
        while (stage := at.screen.incident_stage) in (Stage.FACT, Stage.OUTCOME):
            pages.append(self.page())
            assert len(pages) < 8, pages
            if stage is Stage.FACT:
                answer(at, row)
            elif at.window.people_here.pit_boss_here() is None:
                at.pit_boss_comes()
            else:
                authorise(at, row)
        pages.append(self.page())
        steps = self._steps(pages)
        return IncidentCourse(row, tuple(pages), tuple(steps), at.session.view())

    def _steps(self, pages: list[Page]) -> list[str]:
        done: list[str] = []
        at = self.at
        for _ in range(MOST_STEPS):
            view = at.session.view()
            if view.incident is None or not view.incident.open:
                return done
            if at.screen.primary is Primary.PIT_BOSS_HERE:
                at.pit_boss_comes(at.screen.bar.primary)
                continue
            if view.prompt.action == Action.WAIT:  # the card that came early is scanned once bets are closed
                for line in CLOSING:
                    at.station.ask(partial(_taken, line=line))
                continue
            done.append(f"{view.prompt.action}:{view.prompt.actor}")
            scanned = SCANNED.get(view.prompt.action)
            if scanned is None:
                at.press(at.screen.bar.primary, counts=False)
            else:
                at.station.ask(partial(_taken, line=scanned))
            pages.append(self.page())
        raise AssertionError(f"no end: {done}")


def _taken(session: Session, line: Seen) -> View:
    view = session.take(msgspec.json.encode(line))
    assert view.accepted, (line, view.refused)
    return view


def rows_of(code: str) -> list[Expected]:
    return [row for row in committed() if row.game == "blackjack" and (not row.rules or code in row.rules)]


@pytest.fixture
def speaks(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the people of the window read a language."""

    def let(language: str) -> None:
        for name in ("D1", "P1"):
            monkeypatch.setattr(instant, name, replace(getattr(instant, name), language=language))

    return let


def faults_of(room: Room, played: IncidentCourse) -> list[str]:
    """Where what was played or read differs from the decision table."""
    row, end = played.row, played.end
    person, market = words(room.language), words(room.code)
    found = []
    past = room.at.session.table.incidents.past[0]
    if (past.kind, past.outcome, past.clause) != (row.kind, come_to(row), row.clause or None):
        found.append(f"came to {past.outcome} by {past.clause}")
    wanted = [step for step in row.steps if not _came_before(row, step, played)]
    if list(played.steps) != wanted:
        found.append(f"asked for {played.steps}, the rules for {wanted}")
    void = come_to(row) == "void"
    if isinstance(end.round, HandsView) and (end.round.status == "void") is not void:
        found.append(f"the round is {end.round.status}")
    if end.phase == Phase.HALTED:
        found.append("play stands still after the last step")
    outcome = [page for page in played.pages if page.stage is Stage.OUTCOME]
    if row.authority == "pit_boss" and row.clause:
        read = {text for page in outcome for text in page.drawn}
        if not any(row.clause in text for text in read):
            found.append("the outcome's page has no clause")
        bets = person.text("at_once.bets_back") if void else None
        if bets is not None and bets not in read and isinstance(end.round, HandsView):
            found.append("the outcome's page does not say that bets go back")
    phrases = [page.say for page in played.pages if page.say is not None]
    last = played.pages[-1].say
    waits = market.quote(market.text("notice.please_wait"))
    if void and not any(market.text("say.round_void") in each for each in phrases):
        found.append(f"nobody says that the round is void: {phrases}")
    if last == waits:
        found.append("players are still told to wait")
    stopped = any(page.say == waits for page in played.pages if page.stage is Stage.STEPS)
    if row.clause == NOT_STOPPED and stopped:
        found.append("players are told of a stop, and the clause says that there is none")
    asked = [page.headline for page in played.pages if page.stage in (Stage.FACT, Stage.OUTCOME)]
    if not all(asked):
        found.append("a page without a headline")
    return found


def _came_before(row: Expected, step: str, played: IncidentCourse) -> bool:
    """Whether a step is not asked for, since it is done: the card that the pit boss scanned lies there."""
    return step.startswith("scan_card") and step not in played.steps


@pytest.mark.sweep
@pytest.mark.parametrize(("code", "language", "row"), ROOMS)
def test_every_kind_comes_to_its_outcome_and_every_page_says_so(
    qtbot: QtBot, speaks: Any, code: str, language: str, row: int
) -> None:
    speaks(language)
    room, wrong = Room(qtbot, code, language), list[str]()
    kinds: dict[str, list[Expected]] = {}
    for each in rows_of(code):
        kinds.setdefault(each.kind, []).append(each)
    assert len(kinds) == 24
    turn = [room[0] for room in ROOMS].index(code)
    for rows in sampled(kinds.values(), list(kinds.values())[turn :: len(ROOMS)]):
        played = rows[row]
        about = f"{played.kind} {played.clause or played.outcome} {dict(played.facts)}"
        try:
            wrong += [f"{about}: {fault}" for fault in faults_of(room, room.play(played))]
        except (AssertionError, StopIteration, ValueError) as error:
            wrong.append(f"{about}: {type(error).__name__} {error} at {room.at.screen.incident_stage}")
    assert wrong == []


@pytest.mark.parametrize(("code", "language", "_"), ROOMS)
def test_a_card_that_moves_unasked_stops_nothing(
    qtbot: QtBot, speaks: Any, code: str, language: str, _: int
) -> None:
    """LT-BJ-2.3.9a: no stop, the dealer moves the last card unasked."""
    speaks(language)
    room = Room(qtbot, code, language)
    played = room.play(next(row for row in rows_of(code) if row.clause == NOT_STOPPED))
    steps = [page for page in played.pages if page.stage is Stage.STEPS]
    assert steps and played.steps == ("move_card:dealer",)
    halted = words(code).text("notice.please_wait")
    assert not any(halted in (page.say or "") for page in played.pages), "nobody says that play is halted"
