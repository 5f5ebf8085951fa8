"""Each thing that a person can do has words of its own in each language: no event's name stands for them."""

from __future__ import annotations

import re
from contextlib import ExitStack
from datetime import UTC
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from console.base.words import LANGUAGES
from console.supervisor.history.interventions import InterventionKind
from console.supervisor.records.accounts.lookup import every, find_round
from console.supervisor.records.accounts.record import Meaning, ReadBytes, RecordedPress
from console.supervisor.records.documents.action_words import action_text
from console.supervisor.records.documents.export import lines_of
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from console.supervisor.review.log.entry_words import OWN
from console.table.core import READINGS, EventKind, HaltReason, SetClock, Who
from console.table.custody import open_session
from console.table.journal import Identity
from tests.base.words.catalogues import words
from tests.table.core.tables import Seen, book, frame
from tests.table.played import AUTHORISE, CLOSED, DONE_D, OPEN, ROUND, START, card, incident, take, written

FIGURES: Final[dict[EventKind, dict[str, Any]]] = {
    EventKind.SIGNED_IN: {"who": "D1", "role": "dealer"},
    EventKind.SIGNED_OUT: {"who": "D1"},
    EventKind.PLAYER_ANSWERED: {"seat": 1, "hand": 1, "choice": "timeout"},
    EventKind.CARD_DRAWN: {"card": "7H"},
    EventKind.CARD_CORRECTED: {"hand": "player", "card": 1, "to": "7H"},
    EventKind.BALL_RAN: {"turns": 5, "direction": "with"},
    EventKind.NUMBER_READ: {"number": 17},
    EventKind.NUMBER_SAID: {"number": 17},
    EventKind.SEATS_TOLD: {"seats": [1, 2]},
    EventKind.STEP_DONE: {},
    EventKind.INCIDENT_REPORTED: {"meant": "misread"},
    EventKind.INCIDENT_ANSWERED: {"facts": {"seen": True}},
    EventKind.REMARKED: {"text": "cards checked"},
    EventKind.HANDOVER_SIGNED: {"side": "incoming", "shift": "A"},
    EventKind.ENTRY_CORRECTED: {"entry": 7, "what": "number", "before": "1", "after": "2"},
    EventKind.COMMISSIONED: {"digest": "ab" * 32},
    EventKind.CONTRADICTION_ANSWERED: {"id": "T1-c1", "reason": "counted again"},
    EventKind.CARD_SET_SIGNED: {"set": "A7", "what": "destroyed", "by": "S1", "authorised_by": "P1"},
}
"""The slots of a kind's phrase; the other kinds need none."""


def of_a_person() -> list[EventKind]:
    """The kinds of events in which a person may be named."""
    named = {"by", "who"}
    kinds = (kind for kind in EventKind if kind not in (EventKind.NOTED, EventKind.LINE_REJECTED))
    return [kind for kind in kinds if named & {each.name for each in msgspec.structs.fields(kind.row.struct)}]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_press_has_words(language: str) -> None:
    own = words(language)
    formatter = RecordFormatter(own)
    for kind in of_a_person():
        press = RecordedPress(1, START, Who("D1"), kind, FIGURES.get(kind, {}), asked="announce")
        said = action_text(press, formatter)
        assert said and "_" not in said and "log." not in said, kind
        assert language == "en" or kind.replace("_", " ") not in said.lower(), kind


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_reading_has_words(language: str) -> None:
    formatter = RecordFormatter(words(language))
    for kind in (*map(kind_of_struct, READINGS), EventKind.DEVICE_NOTED):
        if kind in (EventKind.NUMBER_READ, EventKind.WHEEL_FAULTED, EventKind.BALL_SENT):
            continue  # a wheel's, which the lines of its reader say
        row = formatter.reading(ReadBytes(1, START, "shoe", "05", (Meaning(kind),)))
        assert kind not in row.what and "record.said" not in row.what


def kind_of_struct(struct: type[Any]) -> EventKind:
    """The kind of an event's type."""
    return next(kind for kind in EventKind if kind.row.struct is struct)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_halt_has_words(language: str) -> None:
    for reason in HaltReason:
        assert "halt.note" not in RecordFormatter(words(language)).halt(reason)


def test_the_log_has_a_phrase_for_each_kind() -> None:
    own = words("en")
    for kind in EventKind:
        keys = (f"log.{kind}", f"log.{kind}.off", f"log.{kind}.new")
        assert kind in OWN or any(map(own.has, keys)), kind


WHEEL = (b"*X;1;012;17;0;141;0\r\n", b"*X;2;012;17;0;141;0\r\n", b"*X;2;014;17;0;141;0\r\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "role", "fault", "lines"),
    [
        ("roulette", "wheel", "{wheel_figures.fault.illegal_step}", (WHEEL[:1], WHEEL[1:])),
        ("baccarat", "shoe", "{record.said.device_faulted} 2", ((), (frame("1", "E", 0x42),))),
    ],
)
def test_a_halt_by_a_fault_names_the_device_and_the_fault(
    tmp_path: Path, language: str, game: str, role: str, fault: str, lines: tuple[tuple[bytes, ...], ...]
) -> None:
    own = words(language)
    sent = [[{"do": "device", "name": role, "hex": each.hex()} for each in part] for part in lines]
    path = written(tmp_path / "J.db", OPEN, *sent[0], CLOSED, *sent[1], game=game)
    (halt,) = [each for each in every(path) if each.sort is InterventionKind.HALT]
    said = RecordFormatter(own).kind(halt)
    assert own.text(f"log.device.{role}") in said
    assert re.sub(r"\{(.+?)\}", lambda key: own.text(key[1]), fault) in said


def test_one_shown_card_is_burned_as_one_in_every_part_of_a_rounds_file(tmp_path: Path) -> None:
    """LT-BAC-24b; the burn of a new shoe is of several cards."""
    extra = incident("extra_card_drawn", shown=True)
    path = written(tmp_path / "J.db", *ROUND[:6], extra, AUTHORISE, DONE_D)
    paper = round_paper(find_round(path, "T7-1"), RecordFormatter(words("en"), zone=UTC), START, "1.1")
    burned = [line for line in lines_of(paper) if "Burn" in line]
    assert len(burned) == 3, "pressed, asked for, and a step"
    assert not any("Burn the cards" in line for line in burned)


@pytest.mark.parametrize("seconds", [-3600, -5, 3600])
def test_a_step_skipped_after_the_clock_was_set_is_not_called_done(tmp_path: Path, seconds: int) -> None:
    """LT-BAC-29: with the clock set back in the report, the round's file had the step as done."""
    path, clock, skipped = (
        tmp_path / "J.db",
        SetClock(START),
        {"do": "done", "by": "P1", "reason": "none left"},
    )
    with ExitStack() as stack:
        session = open_session(
            path, Identity("T7", "baccarat", "lt"), book("lt"), clock, stack, is_ready=True
        ).session
        take(session, OPEN, CLOSED, card("9H"), incident("damaged_card", "P1", where="round", cards=1))
        clock.set(seconds)
        assert session.take(msgspec.json.encode(skipped)).accepted
    paper = round_paper(find_round(path, "T7-1"), RecordFormatter(words("en"), zone=UTC), START, "1.1")
    (presses,) = (each for each in paper.parts if each.heading == words("en").text("round.file.presses"))
    (prompts,) = (each for each in paper.parts if each.heading == words("en").text("round.file.prompts"))
    step = words("en").count("step.replace_card", 1)
    assert presses.rows[-1][2] == f"{step} · {words('en').text('record.step.skipped')}"
    assert step in [row[1] for row in prompts.rows]


def test_a_dealers_reason_skips_no_step(tmp_path: Path) -> None:
    """LT-BAC-18a: the step is done, and no part of the round's file says that it was skipped."""
    done: Seen = {**DONE_D, "reason": "it lay there"}
    path = written(
        tmp_path / "J.db", OPEN, CLOSED, card("9H"), incident("card_fell", "P1", cards=1, seen=True), done
    )
    file, own = find_round(path, "T7-1"), words("en")
    assert [step.state for record in file.records for step in record.steps] == ["done"]
    said = lines_of(round_paper(file, RecordFormatter(own, zone=UTC), START, "1.1"))
    assert own.text("record.step.skipped") not in " ".join(said)
