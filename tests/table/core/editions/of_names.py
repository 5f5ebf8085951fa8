"""One identity: a name is the same in whatever form it is typed or scanned."""

from __future__ import annotations

from console.table.core import NoteKind, UnusualWheel
from console.table.core.state import editions
from console.table.core.state.commissioning_state import Equipment, InstalledDevice, LevelFinding
from tests.table.core.editions.scenes import scene
from tests.table.core.play.test_set_numbers import REPORT, done, playing, prepare, put_aside, take
from tests.table.core.tables import Driven

CARDS = [{"do": "card", "card": face} for face in ("9H", "2S", "KD", "4C")]


@scene(editions.NAME, before=None, since="not_authorised")
def a_set_that_was_put_aside_comes_back_scanned() -> object:
    table = playing(number="AB-1207")
    put_aside(table)
    take(table, {"do": "reshuffle", "by": "P1", "new": True})
    return table.take(done(set="]C0ab\u20101207"))["refused"]


@scene(editions.NAME, before=("AB-1207", "C-3"), since=("C-3",))
def a_set_that_comes_again_takes_up_its_figures() -> object:
    table = playing(number="AB-1207")
    for number in ("C-3", "ab1207"):
        take(table, {"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"})
        take(table, *CARDS)
        take(table, {"do": "reshuffle", "by": "P1", "new": True}, done(), done())
        prepare(table, number)
    return tuple(each.number for each in table.table.sets.resting)


@scene(editions.NAME, before=None, since="bad_input")
def a_set_is_named_by_a_dash() -> object:
    table = playing(number="AB-1207")
    take(table, {"do": "reshuffle", "by": "P1", "new": True})
    return table.take(done(set="-"))["refused"]


@scene(editions.NAME, before=None, since="bad_input")
def a_preparer_is_named_by_a_dash() -> object:
    table = playing(number="AB-1207")
    take(table, {"do": "reshuffle", "by": "P1", "new": True})
    return table.take(done(set="C-3", prepared="\u2014"))["refused"]


def checked(table: Driven, serial: str) -> None:
    """Close a roulette table, and open it with the wheel of this serial."""
    take(table, *({"do": "close", "by": "P1"}, {"do": "open", "by": "P1"}), done("P1", note=serial))
    while table.table.preparation is not None:
        take(table, done("P1"))


@scene(editions.NAME, before=None, since="bad_input")
def a_wheel_is_named_by_a_dash() -> object:
    table = Driven("lt", game="roulette")
    take(table, {"do": "close", "by": "P1"}, {"do": "open", "by": "P1"})
    return table.take(done("P1", note="-"))["refused"]


@scene(editions.NAME, before=(True, 1), since=(False, 0))
def a_wheel_is_checked_whose_serial_is_typed_in_small_letters() -> object:
    """Whether it counts as exchanged, and its open tests."""
    table = Driven("lt", game="roulette")
    checked(table, "W-1042")
    table.session.note(NoteKind.WHEEL_UNUSUAL, text=UnusualWheel("W-1042", "equal", 3000).text)
    checked(table, "w-1042")
    wheel = table.table.wheel
    return wheel.exchanged is not None, len(wheel.unchecked)


@scene(editions.NAME, before=2, since=1)
def a_test_of_a_wheel_is_noted_again_under_another_form_of_its_serial() -> object:
    table = Driven("lt", game="roulette")
    for serial in ("W-1042", "w 1042"):
        table.session.note(NoteKind.WHEEL_UNUSUAL, text=UnusualWheel(serial, "equal", 3000).text)
    return len(table.table.wheel.unusual)


def certified(table: Driven, serial: str, level: LevelFinding) -> None:
    device = InstalledDevice("wheel", "cammegh", serial)
    installed = Equipment(version="2.0", manifest="a", rulebook="b", devices=(device,))
    table.session.commission("c", "E1", "S1", installed, level)


@scene(editions.NAME, before=(False, 0), since=(True, 1))
def a_wheel_is_commissioned_whose_serial_is_typed_in_small_letters() -> object:
    """Whether it was found level, and its open tests."""
    table = Driven("lt", game="roulette")
    checked(table, "w-1042")
    certified(table, "w-1042", LevelFinding.FOUND)
    table.session.note(NoteKind.WHEEL_UNUSUAL, text=UnusualWheel("w1042", "equal", 3000).text)
    certified(table, "W-1042", LevelFinding.KEPT)
    commissioned = table.table.commissioned
    return commissioned is not None and commissioned.level is not None, len(table.table.wheel.unchecked)


@scene(editions.NAME, before=False, since=True)
def a_wheel_that_was_found_level_is_noted_in_small_letters() -> object:
    table = Driven("lt", game="roulette")
    certified(table, "W-1042", LevelFinding.FOUND)
    checked(table, "w-1042")
    commissioned = table.table.commissioned
    return commissioned is not None and commissioned.level is not None


@scene(editions.NAME, before="not_signed_in", since=None)
def a_dealer_reports_under_the_id_in_small_letters() -> object:
    return playing().take({**REPORT, "by": "p-1"})["refused"]


@scene(editions.NAME, before=None, since="already_signed_in")
def a_person_signs_in_who_is_signed_in_under_another_form_of_the_id() -> object:
    return playing().take({"do": "sign_in", "who": "d-1", "role": "dealer"})["refused"]


@scene(editions.NAME, before="not_signed_in", since=None)
def a_person_signs_out_under_another_form_of_the_id() -> object:
    return playing().take({"do": "sign_out", "who": "\uff24\uff11"})["refused"]


@scene(editions.NAME, before=None, since="bad_input")
def a_person_signs_in_as_a_dash() -> object:
    return playing().take({"do": "sign_in", "who": "-", "role": "dealer"})["refused"]


@scene(editions.NAME, before=None, since="not_authorised")
def a_dealer_decides_a_report_of_their_own_as_pit_boss() -> object:
    table = Driven("lt")
    take(table, {"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}, *CARDS[:2])
    take(table, {"do": "incident", "kind": "card_fell", "facts": {"cards": 1}, "by": "D1"})
    take(table, {"do": "sign_in", "who": "D2", "role": "dealer"})
    take(table, {"do": "sign_in", "who": "d-1", "role": "pit_boss"})
    return table.take({"do": "answer", "facts": {"seen": False}, "by": "d-1"})["refused"]
