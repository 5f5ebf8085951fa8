"""A record in words: whole in every language, times with their zone, people by name and id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise, product
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from console.base.software import Software, short
from console.base.words import LANGUAGES
from console.cli import main
from console.supervisor.history.interventions import HaltEnd, StepRecord
from console.supervisor.records.accounts.lookup import every, find, find_round
from console.supervisor.records.accounts.record import Record
from console.supervisor.records.documents.edition_check import READERS
from console.supervisor.records.documents.export import lines_of
from console.supervisor.records.documents.one_sheet import DENSITIES
from console.supervisor.records.documents.paper import Sheet
from console.supervisor.records.documents.record_paper import record_paper
from console.supervisor.records.documents.record_words import (
    RecordFormatter,
    face,
    step_name,
    unsealed_text,
    zone_text,
)
from console.supervisor.records.documents.round_words import round_paper
from console.table.core import HaltReason, NoteKind
from console.table.game import Result, load_rulebook, rulebook_digest
from console.table.game.baccarat import BaccaratRules
from console.table.incidents import Fact, span
from console.table.journal.proof.keys import NotPrivate
from console.table.words import answer_text
from tests.base.words.catalogues import words
from tests.base.words.catalogues import words as words_of
from tests.table import played as journals
from tests.table.core.tables import CODES, Seen, book, device, frame, result_frame
from tests.table.played import (
    AUTHORISE,
    CLOSED,
    DONE_D,
    FELL,
    OPEN,
    START,
    WITHDRAW,
    answer,
    card,
    incident,
    noted,
    written,
)

MADE = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def fell(tmp_path_factory: pytest.TempPathFactory) -> Record:
    return find(written(tmp_path_factory.mktemp("records") / "J.db", *FELL), "T7-i1")


def sheet(record: Record, language: str = "en", **names: str) -> Sheet:
    return RecordFormatter(words_of(language), names=names, zone=UTC).sheet(record, MADE, "1.0")


def texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list() | tuple():
            for each in value:
                yield from texts(each)
        case dict():
            yield from texts(list(value.values()))


def cases_of_every_rulebook() -> Iterator[tuple[str, dict[str, Fact], str, tuple[StepRecord, ...]]]:
    for code in CODES:
        for kind, cases in book(code).of(BaccaratRules).incidents.kinds.items():
            for case in cases:
                facts = {fact: _value(wanted) for fact, wanted in case.facts.items()}
                steps = tuple(StepRecord(step.action, step.actor, "due") for step in case.steps)
                yield kind, facts, case.outcome.value, steps


def _value(wanted: Fact) -> Fact:
    numbers = span(wanted)
    return wanted if numbers is None else numbers[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_case_of_every_rulebook_has_words(fell: Record, language: str) -> None:
    for kind, facts, outcome, steps in cases_of_every_rulebook():
        printed = sheet(replace(fell, kind=kind, facts=facts, outcome=outcome, steps=steps), language)
        of_cards = kind == "wrong_position"  # one line more: which cards they are
        assert len(printed.facts) == 1 + len(facts) + of_cards and len(printed.steps) == len(steps)
        assert all("{" not in text and "None" not in text for text in texts(msgspec.to_builtins(printed)))


def test_every_halt_has_words(tmp_path: Path) -> None:
    (halt,) = every(written(tmp_path / "J.db", OPEN, card("9H"), WITHDRAW, refused=["bets_open"]))
    for language, reason, outcome in product(LANGUAGES, HaltReason, (*HaltEnd, None)):
        printed = sheet(replace(halt, kind=reason, outcome=outcome), language)
        assert printed.kind and printed.outcome and printed.sealed, (language, reason, outcome)
        assert printed.outcome != f"halted.{outcome}", "a phrase is missing"


@pytest.mark.parametrize(
    ("reason", "lines", "outcome"),
    [
        ("bets_open", (OPEN, card("9H")), "The reading was withdrawn"),
        ("device", (OPEN, CLOSED, device(frame("1", "E"))), "Halt lifted"),
    ],
)
def test_a_halt_that_no_reading_caused_says_of_none_that_it_was_withdrawn(
    reason: str, lines: tuple[Seen, ...], outcome: str, tmp_path: Path
) -> None:
    (halt,) = every(written(tmp_path / "J.db", *lines, WITHDRAW, refused=["bets_open"]))
    assert (halt.kind, sheet(halt).outcome) == (reason, outcome)
    lifted = sheet(replace(halt, kind=HaltReason.CARD_SET)).outcome
    assert lifted == "Halt lifted", "the card stays where it lies"


def test_a_fallen_card_reads_as_it_was(fell: Record) -> None:
    printed = sheet(fell, D1="Rasa", P1="Ona Petrauskienė")
    assert (printed.title, printed.id) == ("Incident record", "T7-i1")
    assert (printed.kind, printed.outcome) == ("A card fell", "Round void, bets go back")
    assert printed.basis == "Rule of this table: LT-BAC-18b"
    assert [(line.label, line.text) for line in printed.facts] == [
        ("What went wrong?", "A card fell · Rasa (D1) · 09:00:10"),
        ("When did the card fall?", "In the round"),
        ("Cards", "1 card · with the report · Rasa (D1) · 09:00:10"),
        ("Did the players see the card?", "No, not seen · Ona Petrauskienė (P1) · 09:00:14"),
    ]
    assert [line.text for line in printed.decided] == [
        "Rasa (D1) · 09:00:10",
        "Ona Petrauskienė (P1) · 09:00:16",
    ]
    assert [line.text for line in printed.hands[0].lines][:2] == ["9♥ = 9", "4♣ = 4"]
    (step,) = printed.steps
    assert (step.what, step.by, step.at) == (
        "Put the card back on the table it fell from",
        "Rasa (D1)",
        "09:00:18 done",
    )


def test_no_fact_that_came_with_the_report_reads_as_an_answer(tmp_path: Path) -> None:
    """TB-13: the tile that the console lit carried it, nobody was asked (LT-BAC-25a)."""
    drawn = incident("early_deal", first_card=True)
    record = find(written(tmp_path / "J.db", OPEN, card("9H"), drawn, refused=["bets_open"]), "T7-i1")
    assert [(line.label, line.text) for line in sheet(record).facts[1:]] == [
        ("First card", "Yes · with the report · D1 · 09:00:06"),
    ]


def test_no_cards_lie_in_a_record_of_the_pause_after_they_were_picked_up(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *FELL, incident("under_burn", "P1"))
    hands = sheet(find(path, "T7-i2")).hands
    assert not [line for each in hands for line in each.lines if "9♥" in line.text or line.text == "–"]


def test_a_shoes_result_is_printed_with_its_winner(tmp_path: Path) -> None:
    """A dispute asks which hand the shoe had as the winner; the bytes alone had it."""
    dealt = (OPEN, CLOSED, *map(card, ("9H", "2S", "KD", "4C")))
    path = written(tmp_path / "J.db", *dealt, device(result_frame("5", "player")), DONE_D, OPEN)
    paper = round_paper(find_round(path, "T7-1"), RecordFormatter(words_of("en")), MADE, "1.0")
    printed = [cell for part in paper.parts for row in part.rows for cell in row if isinstance(cell, str)]
    assert "result: player" in printed


def test_no_reading_from_after_a_halt_is_in_its_record(tmp_path: Path) -> None:
    lines = (OPEN, card("9H"), WITHDRAW, CLOSED, card("TS"))
    (halt,) = every(written(tmp_path / "J.db", *lines, refused=["bets_open"]))
    assert [row.what for row in sheet(halt).readings] == ["card (not accepted)"], "and not entry 5"


def test_the_video_begins_its_lead_in_before_what_happened(fell: Record) -> None:
    begin, end = RecordFormatter(words_of("en"), zone=UTC, lead_in=90).video(fell)
    assert fell.happened - begin == timedelta(seconds=90)
    assert fell.closed is not None and end >= fell.closed
    assert begin.microsecond == end.microsecond == 0


def test_a_moment_within_a_second_is_in_the_video(fell: Record) -> None:
    odd = replace(fell, happened=fell.happened + timedelta(milliseconds=731))
    begin, _ = RecordFormatter(words_of("en"), zone=UTC, lead_in=0).video(odd)
    assert begin <= odd.happened


def test_a_record_prints_its_times_in_the_zone_of_the_table(fell: Record) -> None:
    kolkata = timezone(timedelta(hours=5, minutes=30))
    printed = RecordFormatter(words_of("en"), zone=kolkata).sheet(fell, MADE, "1.0")
    assert printed.when[0].text == "20/11/2026 14:30:10"
    assert printed.when[3].text.endswith("14:30:19 UTC+05:30")
    assert zone_text(fell.happened) == "UTC"
    assert zone_text(fell.happened.astimezone(timezone(timedelta(hours=-3)))) == "UTC-03:00"


def test_a_record_that_goes_on_past_midnight_has_the_day_of_each_later_time(tmp_path: Path) -> None:
    begun = datetime(2026, 11, 20, 23, 59, 46, tzinfo=UTC)
    record = find(written(tmp_path / "J.db", *FELL, start=begun), "T7-i1")
    printed = RecordFormatter(words_of("en"), zone=UTC).sheet(record, begun, "1.0")
    assert {each.label: each.text for each in printed.when}["Video"] == (
        "20/11/2026 23:59:26 – 21/11/2026 00:00:05 UTC"
    )
    assert [each.text for each in printed.decided] == ["D1 · 23:59:56", "P1 · 21/11/2026 00:00:02"]


def test_a_time_that_comes_twice_as_summer_time_ends_carries_its_offset(tmp_path: Path) -> None:
    """Times before and after that hour have none; the video's span and the foot name both offsets."""
    begun = datetime(2026, 10, 25, 0, 59, 50, tzinfo=UTC)
    record = find(written(tmp_path / "J.db", *FELL, start=begun), "T7-i1")
    formatter = RecordFormatter(words_of("en"), zone=ZoneInfo("Europe/Stockholm"))
    printed = formatter.sheet(record, begun, "1.0")
    when = {line.label: line.text for line in printed.when}
    assert when["Reported"] == "25/10/2026 02:00:00+01:00"
    assert when["Video"] == "25/10/2026 02:59:30 UTC+02:00 – 02:00:09 UTC+01:00"
    assert printed.readings[0].at.endswith("+02:00")
    assert "UTC+01:00 / UTC+02:00" in printed.footer[-1]
    hours = [formatter.clock(begun + timedelta(hours=each)) for each in (-1, 0, 1, 2)]
    assert hours == ["01:59:50", "02:59:50+02:00", "02:59:50+01:00", "03:59:50"]


def test_each_answer_in_a_record_names_who_gave_it_and_when(tmp_path: Path) -> None:
    """The one who reported, too; what the table knew names nobody."""
    reported = (OPEN, CLOSED, card("9H"), card("4C"), {"do": "incident", "by": "P1"})
    chosen = answer("D1", kind="card_fell", cards=1)
    record = find(written(tmp_path / "J.db", *reported, chosen, answer("P1", seen=False)), "T7-i1")
    assert [line.text for line in sheet(record).facts] == [
        "A card fell · D1 · 09:00:12",
        "In the round",
        "1 card · D1 · 09:00:12",
        "No, not seen · P1 · 09:00:14",
    ]


def test_an_answer_that_another_person_confirms_is_a_line_of_each_in_the_record(tmp_path: Path) -> None:
    lines = (*FELL[:5], answer("D1", seen=True), answer("P1", seen=True), AUTHORISE)
    reported = find(written(tmp_path / "J.db", *lines), "T7-i1")
    assert [line.text for line in sheet(reported).facts][3:] == [
        "Yes, seen · D1 · 09:00:12",
        "Yes, seen · P1 · 09:00:14",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_question_about_two_cards_is_in_the_plural_in_view_and_record(tmp_path: Path, lang: str) -> None:
    two = written(tmp_path / "J.db", *FELL[:4], incident("card_fell", cards=2), answer(seen=False))
    question = words_of(lang).count("fact.seen", 2).replace("\u00ad", "")
    assert question in [line.label for line in sheet(find(two, "T7-i1"), lang).facts]
    assert (question == words_of(lang).text("fact.seen").replace("\u00ad", "")) is (lang == "ja")


def test_a_changed_kind_stands_in_the_record_with_the_one_that_was_reported(tmp_path: Path) -> None:
    lines = (*FELL[:5], answer("P1", kind="damaged_card"))
    printed = sheet(find(written(tmp_path / "J.db", *lines), "T7-i1"))
    (changed,) = (line.text for line in printed.facts if line.label == "Answer changed")
    assert changed == "What went wrong? A card fell · D1 · 09:00:10 → Damaged card · P1 · 09:00:12"


def test_a_changed_answer_that_an_earlier_kind_asked_for_stands_under_its_name(tmp_path: Path) -> None:
    lines = (incident("cannot_continue", reason="premises"), answer("D1", reason="equipment"))
    path = written(tmp_path / "J.db", *FELL[:4], *lines, answer("D1", kind="damaged_card", cards=1))
    changed = [line.text for line in sheet(find(path, "T7-i1")).facts if line.label == "Answer changed"]
    assert changed[0] == "Reason Premises · D1 · 09:00:10 → Equipment · D1 · 09:00:12"


def test_an_incident_without_authorisation_prints_as_not_decided(tmp_path: Path) -> None:
    waiting = find(written(tmp_path / "J.db", *FELL[:7]), "T7-i1")
    assert sheet(waiting).outcome == "Not decided yet"
    assert [line.label for line in sheet(waiting).decided] == ["Reported"]


@pytest.mark.sweep
def test_a_report_taken_back_is_called_so_in_list_record_and_shift_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "J.db", *FELL[:5], WITHDRAW)
    for language in LANGUAGES:
        words = words_of(language)
        taken_back = words.text("outcome.taken_back").replace("\u00ad", "")
        for typed in (["incident", str(path)], ["incident", str(path), "T7-i1"], ["report", str(path)]):
            assert main([*typed, "--lang", language]) == 0
            out = capsys.readouterr().out
            assert taken_back in out and words.text("outcome.record_only") not in out, typed


def test_a_report_that_came_to_nothing_shows_what_was_reported(tmp_path: Path) -> None:
    """As one that was withdrawn while it waited; and it does so while it waits."""
    waits = (*FELL[:6], incident("misread", "P1", may_affect=True, first_card=False, cards_to_remove=1))
    facts = {"may_affect": True, "first_card": False, "cards_to_remove": 1}
    for name, lines in (("waits", waits), ("ended", (*waits, *FELL[6:9]))):
        record = find(written(tmp_path / f"{name}.db", *lines), "T7-i2")
        assert (record.facts, record.told[0].facts) == (facts, {"kind": "misread", **facts})
        carried = ["with the report", "P1", "09:00:14"]
        assert [line.text.split(" · ")[1:] for line in sheet(record).facts] == [carried[1:], *[carried] * 3]


def test_a_report_that_came_to_nothing_says_why_and_names_nobody_who_withdrew_it(tmp_path: Path) -> None:
    lines = (*FELL[:6], incident("technical_fault", "P1"), *FELL[6:9])
    record = find(written(tmp_path / "J.db", *lines), "T7-i2")
    assert (record.closed_by, record.overtaken_by, record.taken_back) == (None, "T7-i1", False)
    printed = sheet(record)
    assert printed.outcome == "Came to nothing"
    assert [(line.label, line.text) for line in printed.decided] == [
        ("Reported", "P1 · 09:00:14"),
        ("Ended", "09:00:20"),
        ("Reason", "No longer possible after T7-i1 ended"),
    ]


def test_a_card_is_printed_with_its_suit() -> None:
    assert [face(card) for card in ("TH", "AS", "9D", "KC", "??")] == ["10♥", "A♠", "9♦", "K♣", "??"]


def test_a_name_that_turns_its_line_around_is_made_visible(fell: Record) -> None:
    printed = sheet(fell, D1="Ra\u202esa")
    assert printed.steps[0].by == "Ra<U+202E>sa (D1)"


def test_a_case_without_a_rule_says_so(tmp_path: Path) -> None:
    moved = (*FELL[:4], {"do": "incident", "kind": "misread", "facts": {"may_affect": False}, "by": "D1"})
    decided = {**AUTHORISE, "choice": "go_on", "reason": "Seen by all: it lies on the right side"}
    record = find(written(tmp_path / "J.db", *moved, decided, DONE_D, refused=["out_of_turn"]), "T7-i1")
    printed = sheet(record)
    assert printed.basis == "No rule covers this case"
    assert ("Reason", decided["reason"]) in [(line.label, line.text) for line in printed.decided]


def test_a_reason_of_a_key_is_printed_in_the_readers_language(tmp_path: Path) -> None:
    moved = (*FELL[:4], {"do": "incident", "kind": "misread", "facts": {"may_affect": False}, "by": "D1"})
    pressed = {**AUTHORISE, "choice": "go_on", "reason": words_of("lt").text("reason.video")}
    record = find(written(tmp_path / "J.db", *moved, pressed, DONE_D, refused=["out_of_turn"]), "T7-i1")
    printed = [line.text for line in sheet(record, "de").decided]
    assert words_of("de").text("reason.video") in printed


CHANGED = (
    *(OPEN, CLOSED, card("9H"), card("4C"), incident("card_fell", cards=1)),
    *(answer(seen=False), answer(seen=True), AUTHORISE),
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_changed_answer_stands_in_the_record_with_the_one_before_and_by_whom(
    tmp_path: Path, fell: Record, lang: str
) -> None:
    """LT-BAC-18a after LT-BAC-18b was shown: one incident, one record, its first reporter."""
    record = find(written(tmp_path / "J.db", *CHANGED), "T7-i1")
    printed, text = sheet(record, lang), words_of(lang).text
    (changed,) = (line.text for line in printed.facts if line.label == text("record.changed"))
    no, yes = (answer_text(words_of(lang), "seen", seen) for seen in (False, True))
    dot = "・" if lang == "ja" else " · "
    (first, then) = (f"{said}{dot}P1{dot}09:00:{at}" for said, at in ((no, 12), (yes, 14)))
    assert changed.endswith(f" {first} → {then}")
    assert record.reported_by == "D1" and record.facts["seen"] is True
    assert not any(line.label == text("record.changed") for line in sheet(fell, lang).facts)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_correction_in_play_and_one_after_the_fact_have_different_names(lang: str) -> None:
    """An incident of a misread card, a card corrected in play, an entry corrected after the fact."""
    text = words_of(lang).text
    named = (
        ("incident.misread", "record.correction", "amend.title"),
        ("record.head.corrections", "report.amended"),
        ("report.corrections", "report.amended"),
        ("button.correct", "review.correction", "button.change_answer", "record.changed"),
    )
    for keys in named:
        assert len({text(key) for key in keys}) == len(keys), keys


@pytest.mark.parametrize(
    ("choice", "chosen"), [("reveal", "Aufdecken und scannen"), ("change_shoe", "Kartenschlitten wechseln")]
)
def test_a_record_of_a_void_round_names_the_chosen_way_to_it(fell: Record, choice: str, chosen: str) -> None:
    """LT-BJ-2.3.3: the pit boss has the card turned up, or the shoe replaced."""
    assert fell.authorised is not None
    by = replace(fell.authorised, choice=choice)
    printed = sheet(replace(fell, kind="card_face_down", facts={}, outcome="void", authorised=by), "de")
    assert [line.text for line in printed.decided if line.label == "Wahl"] == [chosen]


def test_a_choice_that_equals_the_outcome_is_printed_once(fell: Record) -> None:
    """BJ-4.1: go on or void, which the outcome says already."""
    assert fell.authorised is not None
    by = replace(fell.authorised, choice="void")
    printed = sheet(replace(fell, outcome="void", authorised=by), "de")
    assert not [line for line in printed.decided if line.label == "Wahl"]


def test_a_cut_card_that_a_person_pressed_is_no_devices(tmp_path: Path) -> None:
    missed = (OPEN, incident("cut_card_not_scanned", "P1"), {"do": "cut_card", "by": "P1"})
    (record,) = every(written(tmp_path / "J.db", *missed, code="sv", game="blackjack"))
    made = sheet(record)
    assert [row.by for row in made.steps if "cut card" in row.what] == ["P1"]
    assert [row.by for row in made.readings if row.what == "cut card"] == ["entered"]
    headings = [part.heading for part in record_paper(made, words_of("en")).parts]
    assert words_of("en").text("record.head.readings.entered") in headings
    assert words_of("en").text("record.head.readings") not in headings


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("outcome", "clause", "then"),
    (
        (Result.GO_ON, "LT-BAC-18a", "deal"),
        (Result.GO_ON, "LT-BAC-18b", "deal"),
        (Result.VOID, "LT-BAC-18b", None),
    ),
    ids=("another clause", "another outcome", "the present row"),
)
def test_a_record_says_what_the_console_asked_for_by_the_rulebook_of_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outcome: Result, clause: str, then: str | None
) -> None:
    """The house changed the row since: the record said that the round was void, and it had been played on."""
    rulebook = load_rulebook("lt")
    rules = rulebook.games["baccarat"]
    rows = tuple(
        replace(row, outcome=outcome, clause=clause) if row.clause == "LT-BAC-18b" else row
        for row in rules.incidents.kinds["card_fell"]
    )
    cases = replace(rules.incidents, kinds={**rules.incidents.kinds, "card_fell": rows})
    changed = replace(rulebook, games={**rulebook.games, "baccarat": replace(rules, incidents=cases)})
    path = written(tmp_path / "t.db", *FELL[:1])
    noted(path, NoteKind.SOFTWARE, START + timedelta(minutes=1), Software("1.0.0", rulebook="ab" * 32).text)
    with monkeypatch.context() as by_then:
        by_then.setattr(journals, "book", lambda code: changed)
        rest = FELL[1:-1] if outcome == Result.GO_ON else FELL[1:]
        written(path, *rest, start=START + timedelta(minutes=2))
    record = find(path, "T7-i1")
    assert record.outcome == "void", "by the present row"
    if then is None:
        assert record.asked is UNSET
        return
    assert record.asked is not UNSET
    assert [(each.action, each.clauses) for each in record.asked[:2]] == [
        ("authorise", (clause,)), ("put_back", (clause,)),
    ]  # fmt: skip
    assert record.asked[-1].action == then
    for language in LANGUAGES:
        said = " ".join(sheet(record, language).of_rulebook)
        assert clause in said, said


@pytest.mark.sweep(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", ["incident", "round", "report"])
def test_a_paper_says_that_another_rulebook_was_in_force(
    tmp_path: Path, paper: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The journal keeps who did what; a house that changes a row of its rulebook changes what follows."""
    now, then = rulebook_digest(load_rulebook("lt")), "ab" * 32
    asked = {"incident": ["T7-i1"], "round": ["T7-1"], "report": []}[paper]
    said = words_of(language).text("record.other_rulebook", now=short(now), then=short(then))
    for digest in (now, then):
        path = tmp_path / f"{digest[:4]}.db"
        written(path)
        noted(path, NoteKind.SOFTWARE, START + timedelta(minutes=1), Software("1.0.0", rulebook=digest).text)
        written(path, *FELL, start=START + timedelta(minutes=2))
        assert main([paper, str(path), *asked, "--lang", language]) == 0
        printed = " ".join(capsys.readouterr().out.split())
        assert (" ".join(said.split()) in printed) is (digest == then)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_says_that_the_clock_was_set_while_it_went_on(tmp_path: Path, language: str) -> None:
    """Set back by an hour, the incident seems to end before it happened."""
    path, hour = written(tmp_path / "J.db", *FELL[:5]), timedelta(hours=1)
    noted(path, NoteKind.CLOCK_SET, START + timedelta(seconds=30) - hour, f"{-hour.total_seconds()}")
    written(path, *FELL[5:], start=START + timedelta(minutes=1) - hour)
    record = find(path, "T7-i1")
    assert record.closed is not None and record.closed < record.happened
    rows = {line.label: line.text for line in sheet(record, language).when}
    said = rows[words_of(language).text("log.noted.clock_set")]
    assert [re.findall(r"\d\d:\d\d:\d\d", said)] == [["09:00:30", "08:00:30"]]
    paper = round_paper(find_round(path, "T7-1"), RecordFormatter(words_of(language), zone=UTC), START, "1.1")
    assert said in "\n".join(lines_of(paper)), "the round's file says by how much, too"
    assert words_of(language).text("log.noted.clock_set") not in {
        line.label for line in sheet(find(written(tmp_path / "K.db", *FELL), "T7-i1"), language).when
    }


def test_a_withdrawn_report_quotes_no_clause_as_if_it_had_been_applied(tmp_path: Path) -> None:
    """LT-BAC-21 would have made the round void: nobody authorised it, and the bets stand."""
    fault = (OPEN, CLOSED, card("9H"), incident("technical_fault"))
    waits = sheet(find(written(tmp_path / "waits.db", *fault), "T7-i1"))
    assert "LT-BAC-21" in waits.basis and "void" in waits.sense
    record = find(written(tmp_path / "J.db", *fault, WITHDRAW), "T7-i1")
    assert (record.clause, sheet(record).basis, sheet(record).sense) == ("LT-BAC-21", "", "")


def test_who_takes_back_a_report_has_not_reported_the_halt_that_follows(tmp_path: Path) -> None:
    """A card came under the report, and halts play once nothing else does."""
    lines = (OPEN, CLOSED, card("9H"), incident("technical_fault"), card("2S"), WITHDRAW)
    path = written(tmp_path / "J.db", *lines, refused=("halted",))
    (halt,) = (each for each in every(path) if each.sort == "halt")
    assert (halt.reported, halt.reported_by) == (START + timedelta(seconds=12), None)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("announce", "Announce the result"),
        ("answer", "Answer the question"),
        ("await_decision", "A player decides"),
        ("burn", "Burn the cards"),
        ("collect", "Pick up the cards"),
        ("confirm_number", "Confirm the number"),
        ("deal", "Deal a card"),
        ("place_cut_card", "Place the cut card"),
        ("receive_decks", "Receive the decks"),
        ("remove_cards", "Remove the last cards"),
        ("burn_card", "Draw the first card and show it"),
        ("replace_shoe", "Replace the shoe"),
        ("rescan", "Scan the card again"),
        ("peek", "Check your hole card for blackjack"),
        ("turn_hole", "Turn up your hole card"),
        ("shuffle_3", "Shuffle: stage 3 of 3"),
    ],
)
def test_a_prompt_has_words_in_a_record_that_has_none_of_its_values(action: str, said: str) -> None:
    assert step_name(words_of("en"), action) == said


def test_a_page_is_set_ever_closer_until_it_fits() -> None:
    """Points of its letters, rows of a list, letters of a text."""
    assert DENSITIES == (
        (10.0, 40, 2000),
        (9.5, 40, 2000),
        (9.0, 40, 2000),
        (8.5, 30, 2000),
        (8.0, 24, 2000),
        (7.5, 20, 800),
        (7.5, 16, 240),
        (7.0, 10, 160),
        (7.0, 5, 90),
        (6.5, 4, 60),
        (6.5, 3, 40),
    )
    for looser, closer in pairwise(DENSITIES):
        assert closer != looser and all(a <= b for a, b in zip(closer, looser, strict=True))


def test_a_guide_is_made_for_dealer_pit_boss_and_supervisor() -> None:
    assert READERS == ("dealer", "pit_boss", "supervisor")


def test_a_key_that_others_can_read_is_named_in_six_languages() -> None:
    key = Path("/table 7/seal.pem")
    for language in LANGUAGES:
        phrase = words(language).text("seal.key.not_private", file=key)
        noted = unsealed_text(words(language), f"2026-11-20 06:00: {NotPrivate(key)}")
        written = {"en": "20/11/2026", "de": "20.11.2026", "is": "20.11.2026", "ja": "2026/11/20"}
        day = written.get(language, "2026-11-20")
        assert noted.startswith(f"{day} 06:00") and noted.endswith(phrase), noted


def test_another_reason_is_printed_as_noted_beside_the_shift_as_papers_name_it() -> None:
    assert unsealed_text(words("de"), "2026-11-20 06:00: no space left") == "20.11.2026 06:00: no space left"
    assert unsealed_text(words("de"), "T7.db: no space left") == "T7.db: no space left"
