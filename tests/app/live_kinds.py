"""A kind of blackjack as it happens at a table: cards by the reader over its pty, answers over the link.

The console is the whole one, with its threads and its journal on disk; what a person does is pressed in its
window, but for the shuffle before a row that is not of it. What came of it is held against the decision
table, and the round's file against what players were made to answer here.
"""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from console.base.words import Words
from console.supervisor.ui.paper.document import pdf_of
from console.table.config import LinkConfig
from console.table.core import HandsView, Table, View
from console.table.game import Preparing
from console.table.ui.dealer.prompt_words import Primary
from console.table.ui.incident.stage import Stage
from console.table.ui.sign_in.credentials import Field
from tests.base.words.catalogues import phrases, texts, words
from tests.command_lines import run
from tests.instruments.pictures.text_measure import flaws, texts_of
from tests.table.incidents.rows import Expected
from tests.table.ui.harness.at_work import PINS, AtWork, at_work
from tests.table.ui.harness.game_server import SetServer, game_server
from tests.table.ui.harness.painted import painted
from tests.table.ui.incident.test_presses import DEAL, NUMBER, choose_kind, come_to, is_between_rounds, meets

SEATS: Final = (1, 3)
LOW: Final = ("4H", "9S", "8D", "7C", "5H", "9C")
"""A deal in which the first seat holds eleven (LT-BJ-2.3.8)."""
SECONDS: Final = 13
"""For an answer (LT-BJ-08)."""
SHORT: Final = 3
"""Letters of a text that says no step."""
MOST: Final = 60
"""More prompts than a round has."""
Picture = Callable[[str], None]


class Page(NamedTuple):
    """The screen before a press; all its texts where an outcome is read."""

    stage: Stage
    headline: str
    say: str | None
    drawn: frozenset[str]
    flaws: tuple[str, ...]
    """Texts that are cut off, too small or over one another."""


class Answer(NamedTuple):
    """A player's answer, with the time that was left for it, or the reason why it can't count."""

    seat: int
    choice: str
    left: float | None
    missed: str | None


class LiveCourse(NamedTuple):
    """A row's whole way."""

    row: Expected
    pages: tuple[Page, ...]
    steps: tuple[str, ...]
    """``action:actor`` in the order in which they were asked for."""
    end: View
    table: Table
    round: str | None
    answers: tuple[Answer, ...]


class LiveTable:
    """A table at work, with all that comes to it from outside."""

    def __init__(self, work: AtWork, server: SetServer, code: str, language: str) -> None:
        self.work, self.server, self.code, self.language = work, server, code, language
        self.answers: list[Answer] = []
        self._passed = 0.0
        """Seconds since the hand that is due was asked."""

    # As the presses of a window without threads have it.

    @property
    def window(self) -> Any:
        return self.work.window

    @property
    def screen(self) -> Any:
        return self.work.window.dealer

    @property
    def stage(self) -> Stage:
        stage: Stage = self.screen.incident_stage
        return stage

    def press(self, target: QAbstractButton, *, counts: bool = True) -> None:
        """Touch it, once all before has been taken and painted, and let what came of it be taken."""
        work = self.work
        work.until(work.is_settled)
        assert target.isVisible() and target.isEnabled(), target.text()
        painted()
        self.pass_(0.5)
        dropped = len(work.dropped)
        QTest.mouseClick(target, Qt.MouseButton.LeftButton)
        work.until(work.is_settled)
        assert len(work.dropped) == dropped, work.dropped[dropped:]

    def pass_(self, seconds: float) -> None:
        """Time passes for people; none at the server, which would open and close bets by it."""
        self.work.let_pass(seconds)
        self._passed += seconds

    def sign_in(self, who: str) -> None:
        """The id, where it is not there yet, and the PIN."""
        work, form = self.work, self.window.sign_in.screen
        work.until(form.isVisible)
        painted()
        id, pin = PINS[who]
        if form.state.field is Field.ID:
            QTest.keyClicks(form, id)
            QTest.keyClick(form, Qt.Key.Key_Return)
        QTest.keyClicks(form, pin)
        QTest.keyClick(form, Qt.Key.Key_Return)
        work.until(lambda: not form.is_verifying and work.is_settled() and not form.isVisible())

    # What comes from outside.

    def tell(self, line: dict[str, Any]) -> View:
        """The server says a line, and the table takes it."""
        work = self.work
        work.until(work.is_settled)
        entry = work.view.entry
        self.server.tell(line)
        work.until(lambda: work.view.entry > entry and work.is_settled())
        return work.view

    def answer(self, seat: int, choice: str, *, after: float = 0.0, missed: str | None = None) -> None:
        """A player answers; ``missed`` is why that can't count."""
        if after:
            self.pass_(after)
        left = None if missed else SECONDS - self._passed
        self.tell({"do": "decision", "seat": seat, "hand": 1, "choice": choice})
        self.answers.append(Answer(seat, choice, left, missed))
        if missed is None:  # the next one is asked from now on
            self._passed = 0.0

    def card(self) -> None:
        """The dealer draws, due or not, and the reader reads it."""
        work = self.work
        work.hear_greeting()
        entry = work.view.entry
        work.shoe.draw()
        work.until(lambda: work.view.entry > entry and work.is_settled())

    def stack(self, faces: Sequence[str]) -> None:
        """Lay cards of these points on top, or the nearest, and never an ace. The same faces again would be a
        stretch that comes twice, and halt the table.
        """
        self.work.pass_opening()
        shoe, chosen = self.work.shoe.shoe, []
        others = [card for card in shoe.cards if card.value[0] != "A"]
        for face in faces:
            wanted = _points(face)
            chosen.append(min(others, key=lambda card: abs(_points(card) - wanted)))
            others.remove(chosen[-1])
        shoe.stack(chosen)

    # Where a row can be reported.

    def come_to(self, row: Expected) -> None:
        """Play up to the moment at which this row can be reported."""
        facts, work = dict(row.facts), self.work
        if row.when & {"S", "I"}:
            wanted = _step_of(row)
            for _ in range(MOST):
                if work.due in wanted:
                    return
                self.follow()
            raise AssertionError(f"no {wanted} came")
        while work.due != "await_bets" and not self._betting():
            self._prepare()
        self.answers.clear()
        if is_between_rounds(row):
            return
        self.stack(LOW if facts.get("total") == "0-11" else DEAL)
        if not self._betting():
            self.follow()
        if row.kind == "early_deal":
            work.shoe.card_in_bet_time()
            work.until(lambda: work.view.phase == "halted" and work.is_settled())
            return
        if facts.get("noticed") == "betting":
            return
        self.close_bets()
        while work.due == "deal":
            work.draw()
        assert work.due == "await_decision", work.view.prompt
        self._passed = 0.0
        self.answer(1, "stand", after=4.0)
        self.answer(1, "hit", after=1.0, missed="twice")

    def _prepare(self) -> None:
        """Do what is asked for before bets; the steps of the shuffle by lines, which take no painting.

        The rows of the preparation come to theirs by presses.
        """
        work, prompt = self.work, self.work.view.prompt
        is_here = prompt.actor == "dealer" or self.window.people_here.pit_boss_here() is not None
        if prompt.action not in frozenset[str](Preparing) or not is_here:
            self.follow()
            return
        line = {"do": "done", "by": "P1" if prompt.actor == "pit_boss" else "D1", "counted": 416}
        work.after(lambda: work.console.station.submit(msgspec.json.encode(line)))

    def _betting(self) -> bool:
        return self.work.due == "wait" and self.work.view.bets == "open"

    def close_bets(self) -> None:
        self.tell({"do": "seats", "seats": list(SEATS)})
        self.tell({"do": "bets", "state": "closed"})

    def follow(self) -> None:
        """Do what play asks for, as the one whom it asks."""
        work = self.work
        prompt = work.view.prompt
        match work.due:
            case "await_bets":
                self.tell({"do": "bets", "state": "open"})
            case "wait":
                self.close_bets()
            case "await_seats":
                self.tell({"do": "seats", "seats": list(SEATS)})
            case "await_decision":
                assert prompt.seat is not None, "nobody is asked about an ace here"
                self.answer(prompt.seat, "timeout", after=SECONDS)
                self.answer(prompt.seat, "hit", after=0.4, missed="late")
            case "sign_in":
                if not self.window.sign_in.screen.isVisible():
                    self.press(self.screen.bar.primary)
                self.sign_in("P1" if prompt.actor == "pit_boss" else "D1")
            case "deal":
                work.draw()
            case "scan_cut_card":
                self.press(self.screen.bar.primary)
            case _ if self.screen.primary is Primary.PIT_BOSS_HERE:
                self.press(self.screen.bar.primary)
                self.sign_in("P1")
            case _:
                work.enter()

    # A row's way.

    def page(self) -> Page:
        painted()
        prompt = self.screen.prompt.text
        stage, zone = self.stage, self.screen.incident.zone
        drawn = frozenset(each.text for each in texts_of(zone)) if stage is Stage.OUTCOME else frozenset()
        return Page(stage, prompt.headline, prompt.say, drawn, tuple(flaws(self.screen)))

    def play(self, row: Expected, picture: Picture) -> LiveCourse:
        """Report it, answer what is asked, have it authorised, do each step; then play the round out."""
        work = self.work
        self.come_to(row)
        if dict(row.facts).get("first_card") == "false":  # one was placed already: this one is the second
            self._one_card_placed(row)
        self.press(self.screen.bar.wrong)
        picture("kind")
        pages = [self.page()]
        choose_kind(self, row.kind)  # type: ignore[arg-type]
        halted = work.view.phase == "halted" and bool(self.answers)
        if halted:
            self.answer(3, "hit", after=0.5, missed="halt")

        def seen(stage: Stage) -> None:
            picture(f"{stage}{len(pages)}")
            pages.append(self.page())
            assert len(pages) < 8, pages

        self.decide(row, seen)
        pages.append(self.page())
        steps = self._steps(pages, picture)
        end, table = work.view, work.shown.table
        about = table.incidents.past[0].round if hasattr(table.incidents.past[0], "round") else None
        about = about or (end.round.id if end.round is not None else None)
        self._play_out()
        return LiveCourse(row, tuple(pages), tuple(steps), end, table, about, tuple(self.answers))

    def _one_card_placed(self, row: Expected) -> None:
        self.press(self.screen.bar.wrong)
        choose_kind(self, row.kind)  # type: ignore[arg-type]
        placed = Expected(
            row.kind, row.game, row.rules, row.when, (("first_card", "true"), ("seen", "false")), "", "go_on",
            "pit_boss", (), (),
        )  # fmt: skip
        self.decide(placed)
        self.work.shoe.card_in_bet_time()
        self.work.until(lambda: self.work.view.phase == "halted" and self.work.is_settled())

    def decide(self, row: Expected, seen: Callable[[Stage], object] = lambda stage: None) -> None:
        """Answer what the open report asks, and have its outcome authorised."""
        about = self.work.view.incident and self.work.view.incident.id
        while (stage := self.stage) in (Stage.FACT, Stage.OUTCOME):
            if (self.work.view.incident and self.work.view.incident.id) != about:
                return  # one that waited has opened
            seen(stage)
            if stage is Stage.FACT:
                self._tell_fact(row)
            elif self.window.people_here.pit_boss_here() is None:
                self.press(self.screen.incident.bar.primary)
                if self.window.people_here.pit_boss_here() is None:  # her first of those that wait
                    self.sign_in("P1")
            else:
                self._authorise(row)

    def _tell_fact(self, row: Expected) -> None:
        zone, facts = self.screen.incident.zone.facts, dict(row.facts)
        if zone.ways:
            fitting = (way for way in zone.ways if all(meets(facts.get(f, "?"), v) for f, v in way.items()))
            self.press(zone.answer_tiles[zone.ways.index(next(fitting))])
            return
        fact = self.work.view.prompt.fact
        assert fact is not None and fact in facts, (fact, row)
        if zone.values:
            fits = next(n for n, value in enumerate(zone.values) if meets(facts[fact], value))
            self.press(zone.answer_tiles[fits])
            return
        self.pass_(0.5)
        QTest.keyClicks(self.screen, str(NUMBER))
        self.pass_(0.1)  # no finger's Enter is as soon as a scanner's
        QTest.keyClick(self.screen, Qt.Key.Key_Return)
        self.work.until(self.work.is_settled)

    def _authorise(self, row: Expected) -> None:
        deciding = self.screen.incident.zone.deciding
        if ("reason", "other") in row.facts:
            QTest.keyClicks(deciding.field, "the police have come")
        elif deciding.awaits_text:
            QTest.keyClicks(deciding.field, "seen on the video")
        elif deciding.reasons[0].isVisible():
            self.press(deciding.reasons[0])
        if not row.choices:
            self.press(self.screen.incident.bar.primary)
            return
        wanted = dict(row.facts).get("choice", "go_on")
        self.press(self.screen.incident.bar.choices[row.choices.index(wanted)])

    def _steps(self, pages: list[Page], picture: Picture) -> list[str]:
        done: list[str] = []
        work = self.work
        for _ in range(MOST):
            due, view = work.due, work.view
            if view.incident is None or not view.incident.open:
                picture("after")
                self._passed = 0.0  # the seconds of the next question start over
                return done
            if self.screen.primary is Primary.PIT_BOSS_HERE:
                self.press(self.screen.bar.primary)
                self.sign_in("P1")
                continue
            if due == "wait":  # the card that came early is scanned once bets are closed
                self.close_bets()
                continue
            picture(f"step{len(done) + 1}")
            done.append(f"{due}:{view.prompt.actor}")
            if due == "scan_card":
                self.card()
            else:
                self.press(self.screen.bar.primary)
            pages.append(self.page())
        raise AssertionError(f"no end: {done}")

    def _play_out(self) -> None:
        """To where the next round's bets are awaited, or the shuffle goes on."""
        work = self.work
        for _ in range(MOST):
            if work.due == "await_bets" or work.view.phase in ("shoe", "closed"):
                return
            self.follow()
        raise AssertionError(f"the round does not end: {work.view.prompt}")


def _points(face: str) -> int:
    return 10 if face[0] in "TJQK" else int(face[0])


def _step_of(row: Expected) -> tuple[str, ...]:
    """The prompts of the preparation at which a row can be reported."""
    if "I" in row.when:
        return ("inspect",)
    return ("shuffle_3", "shuffle") if dict(row.facts).get("stage") == "3" else ("shuffle_1", "wash")


@contextmanager
def live_table(bot: Any, folder: Path, code: str, language: str, table: str = "table") -> Iterator[LiveTable]:
    """A blackjack table of one rulebook before people who read one language, on the least screen."""
    place = folder / table
    place.mkdir(parents=True, exist_ok=True)
    with (
        game_server() as server,
        at_work(
            bot, place, code, language, game="blackjack", link=LinkConfig(server.url), from_end=208
        ) as work,
    ):
        work.window.resize(1280, 800)
        yield LiveTable(work, server, code, language)


# --- what came of it ------------------------------------------------------------------------------


def faults_of(played: LiveCourse, code: str, language: str) -> Iterator[str]:
    """Where what was played or read differs from the decision table."""
    row, end = played.row, played.end
    person, market = words(language), words(code)
    past = played.table.incidents.past[0]
    if (past.kind, past.outcome, past.clause) != (row.kind, come_to(row), row.clause or None):
        yield f"came to {past.kind} {past.outcome} by {past.clause}"
    wanted = [step for step in row.steps if step in played.steps or not step.startswith("scan_card")]
    if list(played.steps) != wanted:
        yield f"asked for {played.steps}, the rules for {wanted}"
    void = come_to(row) == "void"
    if (
        isinstance(end.round, HandsView)
        and not row.when & {"S", "I"}
        and not is_between_rounds(row)
        and (end.round.status == "void") is not void
    ):
        yield f"the round is {end.round.status}"
    if end.phase == "halted":
        yield "play stands still after the last step"
    outcome = [page for page in played.pages if page.stage is Stage.OUTCOME]
    if (row.authority == "pit_boss") is not bool(outcome):
        yield f"of the {row.authority}'s authority, and {len(outcome)} pages to authorise"
    read = {text for page in outcome for text in page.drawn}
    for page in played.pages:
        yield from (f"{page.stage} {flaw}" for flaw in page.flaws)
    if outcome and not row.choices:
        steps = [step.partition(":")[0] for step in played.steps if not step.startswith("scan_card")]
        yield from (f"'At once' does not say {step}" for step in steps if not _is_named(person, step, read))
    if outcome and row.clause:
        if not any(row.clause in text for text in read):
            yield "the outcome's page has no clause"
        if void and isinstance(end.round, HandsView) and person.text("at_once.bets_back") not in read:
            yield "the outcome's page does not say that bets go back"
    phrases = [page.say for page in played.pages if page.say is not None]
    if void and not any(market.text("say.round_void") in each for each in phrases):
        yield f"nobody says that the round is void: {phrases}"
    if played.pages[-1].say == market.quote(market.text("notice.please_wait")):
        yield "players are still told to wait"
    if not all(page.headline for page in played.pages if page.stage in (Stage.FACT, Stage.OUTCOME)):
        yield "a page without a headline"


def _is_named(person: Words, step: str, read: set[str]) -> bool:
    """Whether one of the texts is what a step is called, of whatever count of cards; or its first line."""
    forms = texts(phrases(person.language)[f"step.{step}"])
    return any(
        re.fullmatch(re.sub(r"\\{.*?\\}", ".+", re.escape(form)), text)
        or (len(text) > SHORT and form.startswith(f"{text} "))
        for form in forms
        for text in read
    )


def round_file_of(journal: Path, round: str, language: str, out: Path) -> tuple[str, dict[str, Any]]:
    """The output of ``console round`` for a round, as text and as JSON."""
    printed, line = io.StringIO(), [str(journal), round, "--lang", language]
    with contextlib.redirect_stdout(printed):
        assert run("round", line, draw=pdf_of) == 0
    with contextlib.redirect_stdout(io.StringIO()):
        assert run("round", [*line, "--json", str(out)], draw=pdf_of) == 0
    file: dict[str, Any] = msgspec.json.decode(out.read_bytes())
    return printed.getvalue(), file


def answers_missing(played: LiveCourse, text: str, file: dict[str, Any], language: str) -> Iterator[str]:
    """The answers of players that a round's file lacks or has otherwise."""
    listed = _found(file, "answers")
    if len(listed) != len(played.answers):
        yield f"{len(listed)} answers in the file, {len(played.answers)} were given"
    for given, entry in zip(played.answers, listed, strict=False):
        missed = entry.get("missed")
        if (entry["seat"], entry["choice"], missed) != (given.seat, given.choice, given.missed):
            yield f"{given} is stored as {entry}"
        if given.left is not None and abs(entry["left"] - given.left) > 0.05:
            yield f"{given} is stored with {entry['left']} s left"
        phrase = words(language).text(f"choice.{given.choice}")
        if given.choice != "timeout" and phrase not in text:
            yield f"the text does not say {phrase!r}"


def _found(file: Any, name: str) -> list[dict[str, Any]]:
    """The first list of this name in a file, however deep."""
    if isinstance(file, dict):
        if isinstance(file.get(name), list):
            return list(file[name])
        for each in file.values():
            if found := _found(each, name):
                return found
    return []
