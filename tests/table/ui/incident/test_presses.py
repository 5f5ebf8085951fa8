"""The number of presses from a tile to the authorised outcome: at most four, for every way of the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.table.game.games import GAMES as GAMES_OF_RULES
from console.table.scenes.terms import sent_by
from console.table.ui.incident.stage import Stage
from tests.sweep import sampled
from tests.table.core.tables import Driven, Seen
from tests.table.incidents.rows import Expected, committed
from tests.table.ui.harness.instant import Instant
from tests.table.ui.harness.painted import painted

pytestmark = pytest.mark.usefixtures("bare_felt")

MOST_PRESSES: Final = 4
"""From the tile to the authorised outcome; the PIN apart, a number that is typed is one press."""
GAMES: Final = ("baccarat", "blackjack", "roulette")
OPEN: Final[Seen] = {"do": "bets", "state": "open"}
CLOSED: Final[Seen] = {"do": "bets", "state": "closed"}
NUMBER: Final = 20
COUP: Final = ("2H", "3S", "3C", "4D")
"""Four cards after which a third one is due."""
DEAL: Final = ("TH", "9S", "8D", "7C", "5H", "9C")
"""Two seats and the dealer, with the hole card."""


def card(face: str) -> Seen:
    return {"do": "card", "card": face}


def spin_line(turns: int = 5) -> Seen:
    return {"do": "spin", "turns": turns, "direction": "against", "by": "D1"}


def number_read(number: int) -> Seen:
    return {"do": "number", "number": number, "source": "reader"}


def begun(row: Expected) -> tuple[Driven, list[Seen]]:
    """A table and the lines by which it comes to where this row can be reported."""
    facts, rules = dict(row.facts), row.rules[0] if row.rules else "lt"
    if row.kind == "not_mixed":
        sample = GAMES_OF_RULES[row.game].sample
        texts = sample.in_order if "E" in row.when else (*sample.in_order, *sample.bets)
        lines = [msgspec.json.decode(sent) for text in texts for sent in sent_by(text)]
        return Driven(rules, game=row.game), lines
    preparing = bool(row.when & {"S", "I"}) or facts.get("noticed") == "before_first_round"
    table = Driven(rules, game=row.game, is_ready=not preparing)
    if preparing:
        return table, prepared(row, facts)
    return table, {"baccarat": coup, "blackjack": hands, "roulette": spin}[row.game](row, facts)


def prepared(row: Expected, facts: dict[str, str]) -> list[Seen]:
    """A table that is opened, and prepared up to the step that the row is about."""
    lines: list[Seen] = [{"do": "sign_in", "who": "D1", "role": "dealer"}]
    lines += [{"do": "sign_in", "who": "P1", "role": "pit_boss"}, {"do": "open", "by": "P1"}]
    done = 2 if "I" in row.when else 4 + (2 if facts.get("stage") == "3" else 0)
    steps: list[Seen] = [{"do": "done", "by": "D1", "counted": 416}] * done
    if done > 3:
        steps[3] = {"do": "done", "by": "P1"}  # the presentation is the pit boss's in lt
    return lines + steps


def coup(row: Expected, facts: dict[str, str]) -> list[Seen]:
    if is_between_rounds(row):
        return []
    if "T" in row.when and "R" not in row.when and row.kind == "early_deal":
        early: list[Seen] = [OPEN]
        if facts["first_card"] == "false":  # one was placed already: this one is the second
            first = {"kind": "early_deal", "facts": {"first_card": True, "seen": False}}
            early += [card("2H"), {"do": "incident", "by": "P1", **first}, card("3S")]
        return early
    if facts.get("noticed") in ("betting", "before_deal"):
        return [OPEN]
    if "E" in row.when:
        return [OPEN, CLOSED, *map(card, ("9H", "2S", "KD", "4C"))]
    return [OPEN, CLOSED, *map(card, COUP)]


def hands(row: Expected, facts: dict[str, str]) -> list[Seen]:
    if is_between_rounds(row):
        return []
    seats: Seen = {"do": "seats", "seats": [1, 3]}
    if row.kind == "early_deal":
        return coup(row, facts)
    if facts.get("noticed") == "betting":
        return [OPEN]
    faces = ("4H", "9S", "8D", "7C", "5H", "9C") if facts.get("total") == "0-11" else DEAL
    dealt: list[Seen] = [OPEN, seats, CLOSED, *map(card, faces)]
    if row.kind == "reader_failed":
        dealt[-1] = {"do": "unread"}
    if row.kind == "no_chance_to_act":  # the hand's turn has ended
        dealt.append({"do": "decision", "seat": 1, "hand": 1, "choice": "timeout"})
    return dealt


def spin(row: Expected, facts: dict[str, str]) -> list[Seen]:
    if "T" in row.when and "R" not in row.when:
        return [OPEN, number_read(17)] if facts.get("recorded") == "true" else [OPEN]
    if "L" in row.when:
        return [OPEN, CLOSED, spin_line(), number_read(17)]
    if row.kind == "technical_fault" and facts.get("result_known"):
        return [OPEN, CLOSED, spin_line()]
    return [OPEN, CLOSED, number_read(17)] if facts.get("recorded") == "true" else [OPEN, CLOSED]


def is_between_rounds(row: Expected) -> bool:
    """Whether a row is of a table that waits for bets: a set that is found wrong after a round."""
    return row.kind == "wrong_card_set" and "E" in row.when


def meets(wanted: str, value: Any) -> bool:
    """Whether a value is what a row asks of a fact: ``3+``, ``1-2``, ``true``, a word."""
    if isinstance(value, bool):
        return wanted == str(value).lower()
    if isinstance(value, int):
        low, dash, high = wanted.removesuffix("+").partition("-")
        return int(low) <= value and (wanted.endswith("+") or value <= int(high if dash else low))
    return bool(wanted == value)


def choose_kind(at: Instant, kind: str) -> None:
    kinds = at.screen.incident.zone.kinds
    for _ in range(4):
        view = at.window.people_here.view
        assert view is not None
        shown = kinds.page_kinds(view)
        if kind in shown:
            at.press(kinds.tiles[shown.index(kind)])
            return
        at.press(kinds.tiles[shown.index("")] if "" in shown else at.screen.incident.bar.back)
    raise AssertionError(f"no tile for {kind}")


def answer(at: Instant, row: Expected) -> None:
    """Touch the answer that this row needs."""
    zone, facts = at.screen.incident.zone.facts, dict(row.facts)
    if zone.ways:
        fitting = (way for way in zone.ways if all(meets(facts.get(f, "?"), v) for f, v in way.items()))
        at.press(zone.answer_tiles[zone.ways.index(next(fitting))])
        return
    fact = at.session.view().prompt.fact
    assert fact is not None and fact in facts, (fact, row)
    if zone.values:
        fitting = (n for n, value in enumerate(zone.values) if meets(facts[fact], value))
        at.press(zone.answer_tiles[next(fitting)])
        return
    at.clock.advance(0.5)
    painted()
    QTest.keyClicks(at.screen, str(NUMBER))  # typing is not counted
    at.clock.advance(0.1)  # no finger's Enter is as soon as a scanner's
    QTest.keyClick(at.screen, Qt.Key.Key_Return)
    at.presses += 1


def authorise(at: Instant, row: Expected) -> None:
    """Confirm it; where no rule is written with a ready reason, and the choice that confirms."""
    deciding, choices = at.screen.incident.zone.deciding, at.screen.incident.bar.choices
    if ("reason", "other") in row.facts:
        assert not at.screen.incident.bar.primary.isVisible(), "a reason first"
        QTest.keyClicks(deciding.field, "the police have come")
    if not row.choices:
        if not at.screen.incident.bar.primary.isVisible():  # what the table knows speaks against it
            at.press(deciding.reasons[0])
        at.press(at.screen.incident.bar.primary)
        return
    if row.outcome == "pit_boss_decides":
        assert not any(key.isEnabled() for key in choices if key.isVisible()), "a reason first"
        at.press(deciding.reasons[0])
    wanted = dict(row.facts).get("choice", row.choices[0])
    at.press(choices[row.choices.index(wanted)])


def answered_to_authorised(at: Instant, row: Expected) -> None:
    """From 'Something went wrong' to the outcome."""
    at.press(at.screen.bar.wrong, counts=False)
    choose_kind(at, row.kind)
    for _ in range(6):
        stage = at.screen.incident_stage
        if stage is Stage.FACT:
            answer(at, row)
        elif stage is Stage.OUTCOME and at.window.people_here.pit_boss_here() is None:
            at.pit_boss_comes()
        elif stage is Stage.OUTCOME:
            authorise(at, row)
        else:
            break


def came_of_it(at: Instant) -> tuple[str | None, str | None]:
    """Clause and outcome of the incident that was decided."""
    view = at.session.view()
    incident = view.incident
    if incident is not None and incident.open:
        return (incident.clause, incident.outcome) if incident.state == "steps" else (None, "not decided")
    past = at.session.table.incidents.past[0]
    return past.clause, past.outcome


def come_to(row: Expected) -> str:
    """The outcome of the row; where the pit boss chooses, the outcome that is chosen here."""
    return row.choices[0] if row.outcome == "pit_boss_decides" else row.outcome


def ways(game: str) -> list[Expected]:
    """A row of each way through the questions: rows of a kind whose facts and choices are the same are
    pressed alike.
    """
    found: dict[object, Expected] = {}
    for row in committed():
        if row.game == game:
            found.setdefault((row.kind, *questions(row)), row)
    return list(found.values())


def questions(row: Expected) -> tuple[object, ...]:
    """The questions on the way to a row, whatever its kind: the facts, whether there is a choice, and whether
    a reason is typed.
    """
    return tuple(fact for fact, _ in row.facts), bool(row.choices), ("reason", "other") in row.facts


def some_ways(game: str) -> list[Expected]:
    """The ways that bring a kind, or questions, that no way before has."""
    found, kinds, asked = list[Expected](), set[str](), set[tuple[object, ...]]()
    for row in ways(game):
        if row.kind not in kinds or questions(row) not in asked:
            found.append(row)
            kinds.add(row.kind)
            asked.add(questions(row))
    return found


def pressed(bot: QtBot, game: str, rows: Iterable[Expected]) -> Iterator[tuple[Expected, list[str]]]:
    """Each row pressed to its authorised outcome, and what was wrong with it."""
    windows: dict[str, Instant] = {}
    for row in rows:
        table, lines = begun(row)
        for line in lines:
            table.take(line)
        if table.code not in windows:
            windows[table.code] = Instant(bot, game, table.code)
        at = windows[table.code]
        at.put_to(table)
        about = f"{row.kind} {row.clause or row.outcome} {dict(row.facts)}"
        try:
            answered_to_authorised(at, row)
        except (AssertionError, StopIteration, ValueError) as error:
            yield row, [f"{about}: {type(error).__name__} {error} at {at.screen.incident_stage}"]
            continue
        if (decided := came_of_it(at)) != (row.clause or None, come_to(row)):
            yield row, [f"{about}: came to {decided}"]
        else:
            yield row, [f"{about}: {at.presses} presses"] if at.presses > MOST_PRESSES else []


@pytest.mark.sweep
@pytest.mark.parametrize("game", GAMES)
def test_every_way_is_authorised_with_at_most_four_presses_from_its_tile(qtbot: QtBot, game: str) -> None:
    """Each kind and each sort of questions once; ``python3 -m tests harm presses`` presses every row."""
    rows = sampled(ways(game), some_ways(game))
    assert {questions(row) for row in rows} == {questions(row) for row in ways(game)}
    assert {row.kind for row in rows} == {row.kind for row in committed() if row.game == game}
    assert len(rows) > 7
    assert [fault for _, faults in pressed(qtbot, game, rows) for fault in faults] == []
