"""The studio's card sets on the wall: one at two tables, and one in play that was put aside elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.floor.alarms.items import AlarmKind, AlarmLine, Priority
from console.floor.alarms.watch import Watch
from console.floor.desk import _cut
from console.floor.self_report import Certificate, Fault, SelfReport, TableStanding, encode_report
from console.floor.shipper import Shipper
from console.floor.table_side.own_report import OutsideFacts, self_report_of
from console.floor.ui.appearance import detail_text, what_text
from console.floor.wall import SeenTable
from console.table.core import NoteKind, ShownTable, UnusualWheel, events
from console.table.journal import Identity
from tests.base.words.catalogues import words
from tests.floor.readings import reading, table
from tests.floor.studio_server import FloorServer, send_report
from tests.instruments.bench.play import FIRST, opened
from tests.table.core.play.test_set_numbers import done, playing, put_aside, take
from tests.table.core.tables import Driven
from tests.table.journal.entries import drawn
from tests.table.journal.entries import opened as new_journal
from tests.table.played import START

SETS = (AlarmKind.SET_ELSEWHERE, AlarmKind.SET_PUT_ASIDE)
TOLD = (AlarmKind.DEALER_ELSEWHERE, AlarmKind.WHEEL_UNUSUAL)


def alarms(*tables: SeenTable, kinds: tuple[AlarmKind, ...] = SETS) -> list[AlarmLine]:
    watch = Watch.new_watch(0.0).after_reading(reading(*tables), 0.0)
    return [each for each in watch.moment(0.0).items if each.what in kinds]


def test_a_set_at_two_tables_is_one_alarm_with_its_act() -> None:
    (item,) = alarms(table("B1", set="A-17"), table("B2", set="a -17"), table("B3", set="C-1"), table("B4"))
    assert (item.what, item.about, item.names) == (AlarmKind.SET_ELSEWHERE, ("a -17", "B2", "B1"), ())
    assert detail_text(words("en"), item) == (
        "B2 and B1 both report card set a -17 in play. Check the number on the label at both."
    )


def test_a_set_that_another_table_put_aside_is_an_alarm_while_it_is_in_play() -> None:
    (item,) = alarms(table("B1", sets_aside=["A-17"], set="B-2"), table("B2", set="A-17"))
    assert (item.what, item.about, item.names) == (AlarmKind.SET_PUT_ASIDE, ("A-17", "B2", "B1"), ())


def test_each_studio_numbers_its_own_sets_and_names_a_table_with_its_own() -> None:
    """A window of two studios raised an alarm for each number that both had."""
    elsewhere = [replace(table(f"V{at}", set="A-17"), studio="vilnius", name="B1") for at in (1, 2)]
    assert not alarms(table("B1", set="A-17"), elsewhere[0])
    assert not alarms(table("B1", sets_aside=["A-17"]), elsewhere[0])
    (item,) = alarms(table("B1", set="A-17"), *elsewhere)
    assert (item.names, item.about) == ((), ("A-17", "vilnius B1", "vilnius B1"))


def test_neither_alarm_has_a_wait_or_can_be_set_aside() -> None:
    """Nobody knows since when it is so, and a set is looked for now."""
    both = alarms(table("B1", sets_aside=["A-17"]), table("B2", set="A-17"), table("B3", set="A-17"))
    assert {each.what for each in both} == set(SETS)
    assert not any(each.has_known_begin or each.can_shelve for each in both)


def test_the_alarm_ends_with_its_cause() -> None:
    assert not alarms(table("B1", sets_aside=["A-17"]), table("B2", set="C-1"))
    assert not alarms(table("B1", set="A-17"), table("B2"))
    assert not alarms(table("B1", sets_aside=["A-17"], set="A-17")), "its own table refuses it by itself"


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_alarms_are_told_in_every_language(language: str) -> None:
    items = alarms(
        table("B1", sets_aside=["A-\u202e17"]), table("B2", set="A-\u202e17"), table("B3", set="A-\u202e17")
    )
    assert {item.what for item in items} == set(SETS)
    for item in items:
        assert what_text(words(language), item)
        assert "A-<U+202E>17" in detail_text(words(language), item)


def test_a_person_who_deals_at_two_live_tables_is_one_alarm() -> None:
    """A PIN that two people share."""
    here = table("B1", mode="live", dealer="Rasa K.", dealer_id="D1")
    there = table("B2", mode="live", dealer="Rasa K.", dealer_id="d1")
    practice = table("B3", mode="training", dealer="Rasa K.", dealer_id="D1")
    (item,) = alarms(here, there, practice, kinds=TOLD)
    assert (item.what, item.names) == (AlarmKind.DEALER_ELSEWHERE, ())
    said = detail_text(words("en"), item)
    assert said == "B2 and B1 both report Rasa K. as their dealer. Check who works at which table."
    assert not alarms(here, table("B2", mode="live", dealer="Jonas", dealer_id="D2"), kinds=TOLD)


@pytest.mark.parametrize("lie", [{"dealer_id": "D1"}, {"set": "A-17"}, {"sets_aside": ["A-17"]}])
@pytest.mark.parametrize("thief", ["A1", "Z9"])
def test_what_a_table_reports_of_a_person_or_a_set_raises_no_alarm_at_another_one(
    lie: dict[str, Any], thief: str
) -> None:
    """Somebody with one table's token reports what they like: the honest one had the alarm."""
    honest = table("B1", mode="live", dealer="Rasa K.", dealer_id="D1", set="A-17")
    found = alarms(honest, table(thief, mode="live", **lie), kinds=(*SETS, *TOLD))
    assert [(each.tables, {"B1", thief} <= {*each.about}) for each in found] == [((), True)]


def test_a_table_that_was_closed_has_no_dealer_who_could_be_at_another_one() -> None:
    """Closing signs nobody out: a dealer who went on to the next table was accused there all night."""
    driven = Driven("sv")
    assert report_of(driven).dealer_id == "D1"
    shown = driven.take({"do": "close", "by": "P1"})
    for _ in range(9):
        if (due := shown["prompt"])["action"] == "open_table":
            break
        counted = {"counted": due["cards"]} if due["action"] == "inspect" else {}
        shown = driven.take({"do": "done", "by": "P1" if due["actor"] == "pit_boss" else "D1", **counted})
    assert shown["phase"] == "closed"
    assert (report_of(driven).dealer_id, "D1" in {each.who for each in driven.table.people}) == ("", True)


def test_who_deals_on_after_a_tables_failure_is_not_at_two_tables() -> None:
    """The last word of a table that fell silent named her as its dealer, and accused her at the next one."""
    failed = replace(table("B1", mode="live", dealer="Rasa K.", dealer_id="D1"), silence=600.0)
    assert not alarms(failed, table("B2", mode="live", dealer="Rasa K.", dealer_id="D1"), kinds=TOLD)
    assert not alarms(table("B0", mode="live", dealer="Rasa K.", dealer_id="D1"), failed, kinds=TOLD)


def test_a_wheel_whose_numbers_are_unusual_is_an_alarm_with_its_serial() -> None:
    driven = Driven("sv", game="roulette")
    found = UnusualWheel("W-17", "equal", 3000)
    driven.session.note(NoteKind.WHEEL_UNUSUAL, text=found.text)
    assert report_of(driven).wheels == (found,)
    (item,) = alarms(table("R1", wheels=[found]), kinds=TOLD)
    assert (item.what, item.priority) == (AlarmKind.WHEEL_UNUSUAL, Priority.LOW)
    assert detail_text(words("en"), item) == "W-17 · Same number twice in a row"


@pytest.mark.parametrize("test", ["steps_of", "of a later console", ""])
def test_a_test_of_a_wheel_that_no_wall_knows_is_told_as_it_is_named(test: str) -> None:
    """A table that says 'steps_of' and no dealer ended every wall: that phrase has a place for a name."""
    (item,) = alarms(table("R1", wheels=[UnusualWheel("W-17", test, 3000)]), kinds=TOLD)
    assert detail_text(words("en"), item) == " · ".join(filter(None, ("W-17", test)))


def test_a_wall_keeps_no_more_of_a_report_than_a_table_has() -> None:
    names = [f"W-{at}" for at in range(2000)]
    report = SelfReport(
        standing=TableStanding.PLAYING,
        since=START,
        faults=tuple(Fault(name, "silent") for name in names),
        people={name: name for name in names},
        wheels=tuple(UnusualWheel(name, "equal", 3000) for name in names),
        sets_aside=tuple(names),
        certificate=Certificate(newer=tuple(names), drifts=tuple(names)),
    )
    cut = _cut(report)
    parts = cut.faults, cut.people, cut.wheels, cut.sets_aside, cut.certificate.newer, cut.certificate.drifts
    assert [*map(len, parts)] == [16, 64, 20, 100, 16, 16]


def report_of(driven: Driven) -> SelfReport:
    shown = ShownTable(driven.session.view(), driven.table, None, None)
    return self_report_of(shown, START, OutsideFacts())


def told(driven: Driven) -> tuple[str, tuple[str, ...]]:
    report = report_of(driven)
    return report.set, report.sets_aside


def test_a_table_reports_its_set_and_what_it_put_aside() -> None:
    driven = playing(number="A-17")
    assert told(driven) == ("A-17", ())
    put_aside(driven, comes="B-2")
    assert told(driven) == ("B-2", ("A-17",))


def test_a_table_reports_by_name_who_prepared_its_set() -> None:
    driven = playing()
    take(driven, {"do": "reshuffle", "by": "P1", "new": True}, done(set="C-3", prepared="X7"))
    shown = ShownTable(driven.session.view(), driven.table, None, None)
    facts = OutsideFacts(name=lambda who: {"X7": "Kai M."}.get(who, who))
    assert self_report_of(shown, START, facts).prepared == "Kai M."


def test_a_closed_table_has_no_set_in_play() -> None:
    driven = playing(number="A-17")
    take(driven, {"do": "close", "by": "P1"})
    assert told(driven) == ("", ())


AT_DECKS = SelfReport(standing=TableStanding.PREPARING, since=START, action="receive_decks")


def aside(*numbers: str) -> SelfReport:
    return replace(AT_DECKS, action="await_bets", sets_aside=numbers)


def came(floor: FloorServer, path: Path, *numbers: str, table: str = "T2") -> None:
    """Send the floor entries of a table by which these sets came to it."""
    with new_journal(path) as journal:
        for at, number in enumerate(numbers, 1):
            event = msgspec.json.encode(events.StepDone("D1", note='"set":"X"', set=number))
            journal.append([drawn(at, kind="step_done", event=event)])
    shipper = Shipper(path, floor.door(table), None)
    while shipper.step():
        pass
    shipper.close()
    assert len(floor.entries(table)) == len(numbers)


def test_the_floor_says_to_a_table_that_receives_decks_which_sets_others_put_aside(
    floor: FloorServer, tmp_path: Path
) -> None:
    came(floor, tmp_path / "t2.db", "A-17", "C-3")
    send_report(floor, aside("A-17", "C-3"), "T2")
    assert send_report(floor, AT_DECKS).sets == {"A-17": "T2", "C-3": "T2"}
    assert send_report(floor, replace(AT_DECKS, action="await_bets")).sets is None, "nothing is asked then"
    send_report(floor, aside("C-3"), "T2")
    assert send_report(floor, AT_DECKS).sets == {"C-3": "T2"}


def test_a_report_alone_bars_no_set_at_another_table_and_none_of_a_wheel(
    floor: FloorServer, tmp_path: Path
) -> None:
    """A roulette's token barred a hundred sets of the studio, others each second."""
    came(floor, tmp_path / "t2.db", "JA-11", "L" * 41)
    send_report(floor, aside("DE-55", "JA-11", "L" * 41), "T2")
    assert send_report(floor, AT_DECKS).sets == {"JA-11": "T2"}
    found = []
    for game in ("roulette", "baccarat"):
        floor.admin.execute("UPDATE floor.tables SET game = %s WHERE table_id = 'T2'", (game,))
        found.append(send_report(floor, AT_DECKS).sets)
    assert found == [{}, {"JA-11": "T2"}]


def test_a_set_that_one_table_released_comes_into_play_at_another(floor: FloorServer, tmp_path: Path) -> None:
    """Until then a supervisor of the other table can't release it: the table that put it aside decides."""
    came(floor, tmp_path / "t2.db", "A-17")
    one, other = playing(number="A-17"), playing(number="C-3")
    put_aside(one, comes="B-2")
    take(other, {"do": "reshuffle", "by": "P1", "new": True})
    send_report(floor, report_of(one), "T2")
    other.session.bar_sets(send_report(floor, report_of(other)).sets or {})
    refused = other.take(done(set="a-17"))
    assert refused["refused"] == "not_authorised" and 'put aside at "T2"' in refused["why"]
    assert other.session.sign_card_set("A-17", events.SetEnd.RELEASED, "P1", "S1").refused == "bad_input"
    assert one.session.sign_card_set("A-17", events.SetEnd.RELEASED, "P1", "S1").refused is None
    send_report(floor, report_of(one), "T2")
    other.session.bar_sets(send_report(floor, report_of(other)).sets or {})
    take(other, done(set="A-17"))
    assert told(other)[0] == "A-17"


def test_a_table_is_never_told_its_own_sets(floor: FloorServer) -> None:
    send_report(floor, aside("A-17"))
    assert send_report(floor, replace(AT_DECKS, sets_aside=("A-17",))).sets == {}


def test_a_token_bars_no_more_than_a_hundred_sets_and_no_long_names(
    floor: FloorServer, tmp_path: Path
) -> None:
    came(floor, tmp_path / "t2.db", *(f"X-{at}" for at in range(110)))
    send_report(floor, aside(*(f"X-{at}" for at in range(500)), "L" * 41), "T2")
    found = send_report(floor, AT_DECKS).sets
    assert found is not None and len(found) == 100
    assert all(len(each) <= 40 for each in found)


def test_the_shipper_hands_on_what_the_floor_says_while_decks_come(
    floor: FloorServer, tmp_path: Path
) -> None:
    heard = list[Mapping[str, str]]()
    came(floor, tmp_path / "t2.db", "A-17")
    path = tmp_path / "t.db"
    with opened(path, Identity("T1", "baccarat", "sv"), FIRST):
        pass
    shipper = Shipper(path, floor.door(), None, state=lambda _: encode_report(AT_DECKS), on_sets=heard.append)
    send_report(floor, aside("A-17"), "T2")
    for _ in range(2):
        shipper.step()
    send_report(floor, aside(), "T2")
    shipper.step()
    shipper.close()
    assert heard == [{"A-17": "T2"}, {"A-17": "T2"}, {}]
