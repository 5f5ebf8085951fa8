"""The states that a session keeps to begin from again, its next file, its notes of files and devices."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from console.table.core import (
    AmendmentRequest,
    NoteKind,
    Table,
    View,
    encode_table,
    events,
    game_of,
    lines,
    ready,
)
from console.table.core.judging.checkpoints import table_after
from console.table.core.running.clock import Clock, SetClock
from console.table.core.running.session import Resumption, Session
from console.table.core.running.table_journal import JournalCare, in_next_file
from console.table.devices import DeviceRole
from console.table.devices.catalogue import AttachedDevice, DeviceModel
from console.table.devices.line_format import Format
from console.table.game import load_rulebook
from console.table.words import encode
from tests.table.core.tables import (
    CareInMemory,
    Clockwork,
    DamagedInMemory,
    Driven,
    JournalInMemory,
    card_frame,
    words,
)
from tests.table.core.wheel_at_random import status

REMARK = b'{"do":"say","by":"D1","text":"all is well"}'
"""A line that is taken at any time; it makes one entry."""


@pytest.fixture
def checkpoint_every_five(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the session keep its state with every fifth entry."""
    monkeypatch.setattr("console.table.core.running.table_journal.CHECKPOINT_EVERY", 5)


def resumed(
    table: Driven,
    care: JournalCare | None = None,
    *,
    journal: JournalInMemory | None = None,
    clock: Clock | None = None,
    since_checkpoint: int = 0,
) -> Session:
    """A session that goes on from the table's first state; ``since_checkpoint`` counts entries."""
    begun = Resumption(table.first, since_checkpoint)
    return Session(table.game, journal or table.kept, clock or Clockwork(), begun, care=care)


def checkpoints_of(journal: JournalInMemory) -> list[int]:
    """The numbers of the entries with which the state was kept."""
    return [number for number, _ in journal.checkpoints]


def notes_of(journal: JournalInMemory) -> list[tuple[str, str | None]]:
    """The console's notes about itself: kind and text of each."""
    recorded = [msgspec.json.decode(entry.event, type=events.AnyEvent) for entry in journal.entries]
    return [(each.what, each.text) for each in recorded if isinstance(each, events.Noted)]


@pytest.mark.usefixtures("checkpoint_every_five")
def test_the_state_is_kept_with_the_fifth_entry_since_it_was_kept_last() -> None:
    table = Driven("sv")
    session = resumed(table, since_checkpoint=3)
    for _ in range(7):
        session.take(REMARK)
    assert checkpoints_of(table.kept) == [2, 7], "three entries stood there already at the start"


@pytest.mark.usefixtures("checkpoint_every_five")
def test_a_checkpoint_counts_entries_and_no_line_that_was_not_recorded() -> None:
    table = Driven("sv")
    session = resumed(table)
    session.take(b'{"do":"bets","state":"open"}')
    session.take(b'{"do":"bets","state":"closed"}')
    table.kept.broken = True
    for _ in range(5):
        session.take(REMARK)
    table.kept.broken = False
    session.receive(DeviceRole.SHOE, card_frame("1", "player", 1, "9H"))
    assert len(table.kept.entries) == 4, "two lines, the shoe's bytes and its card"
    assert checkpoints_of(table.kept) == []
    session.take(REMARK)
    assert checkpoints_of(table.kept) == [5]


def test_with_another_shoe_the_state_is_kept_at_once() -> None:
    """A replay of what happened in a shoe begins with the shoe."""
    table = Driven("sv", is_ready=False)
    table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
    table.take({"do": "sign_in", "who": "D1", "role": "dealer"})
    assert checkpoints_of(table.kept) == []
    table.take({"do": "open", "by": "P1"})
    table.take({"do": "done", "by": "P1"})
    assert table.table.shoe_in_play.number == 1
    assert checkpoints_of(table.kept) == [3]


def test_the_view_after_an_accepted_line_is_not_made_again_until_something_changes() -> None:
    session, opened = resumed(Driven("sv")), b'{"do":"bets","state":"open"}'
    taken = session.take(opened)
    assert session.view() is taken
    refused = session.take(opened)
    assert not refused.accepted
    assert session.view().accepted
    assert session.view().entry == taken.entry + 1


def test_a_harmed_file_is_noted_once_until_a_new_file_can_be_made() -> None:
    table, new_files = Driven("sv"), iter([None, None, None, "journal-2.db"])
    session = resumed(table, CareInMemory(lambda state: next(new_files)))
    for harm in ("page 7", "page 7", "page 9", "page 9"):
        session.continue_in_new_file(harm)
    assert notes_of(table.kept) == [
        (NoteKind.JOURNAL_HARMED, "page 7"),
        (NoteKind.JOURNAL_HARMED, "page 9"),
        (NoteKind.JOURNAL_RECOVERED, "journal-2.db: page 9"),
    ]


def test_a_harmed_file_is_left_between_rounds_alone() -> None:
    table, states_kept = Driven("sv"), list[bytes]()

    def new_file_from(state: bytes) -> str:
        states_kept.append(state)
        return f"journal-{len(states_kept) + 1}.db"

    session = resumed(table, CareInMemory(new_file_from))
    session.continue_in_new_file("page 7")
    assert len(states_kept) == 1 and b'"table"' in states_kept[0]
    session.take(b'{"do":"bets","state":"open"}')
    session.continue_in_new_file("page 11")
    assert len(states_kept) == 1, "within the round no new file is asked for"
    assert notes_of(table.kept) == [(NoteKind.JOURNAL_RECOVERED, "journal-2.db: page 7")]


def test_the_same_harm_is_noted_again_once_it_is_found_in_another_file() -> None:
    table, new_files = Driven("sv"), iter([None, "journal-2.db", None, None])
    session = resumed(table, CareInMemory(lambda _: next(new_files)))
    for _ in range(4):
        session.continue_in_new_file("page 7")
    kinds = [kind for kind, _ in notes_of(table.kept)]
    assert kinds == [NoteKind.JOURNAL_HARMED, NoteKind.JOURNAL_RECOVERED, NoteKind.JOURNAL_HARMED]


@pytest.mark.usefixtures("checkpoint_every_five")
def test_the_file_that_follows_a_harmed_one_begins_with_a_state_of_its_own() -> None:
    table = Driven("sv")
    session = resumed(table, CareInMemory(lambda _: "2.db"), since_checkpoint=4)
    session.continue_in_new_file("page 7")
    assert checkpoints_of(table.kept) == []
    for _ in range(4):
        session.take(REMARK)
    assert checkpoints_of(table.kept) == [5]


@pytest.mark.parametrize("set_by", [0.0, 60.0])
@pytest.mark.parametrize(("file", "refused"), [(None, "bad_input"), ("journal-0.db", None)])
def test_a_correction_of_a_file_set_aside_is_refused_and_of_a_closed_one_is_kept(
    set_by: float, file: str | None, refused: str | None
) -> None:
    """Entry 1 of the new file is another entry. The note of a set clock is recorded before the correction."""
    kept, clock = DamagedInMemory(), SetClock()
    session = resumed(Driven("sv"), CareInMemory(kept.go_on), journal=kept, clock=clock)
    session.take(REMARK)
    kept.damaged = True
    clock.set(set_by)
    wrong = AmendmentRequest(
        entry=1, file=file, what="card", before="9H", after="8H", by="D1", authorised_by="P1", why="a video"
    )
    view = session.correct_entry(wrong)
    assert (view.refused, session.unwritable, session.set_aside) == (refused, None, 1)
    corrected = [entry.refused for entry in kept.entries if entry.kind == "entry_corrected"]
    assert corrected == [refused]
    notes = [kind for kind, _ in notes_of(kept)]
    assert notes == [NoteKind.JOURNAL_RECOVERED, *([NoteKind.CLOCK_SET] if set_by else [])]


@pytest.mark.parametrize("by_check", [False, True])
def test_the_note_of_a_file_set_aside_comes_with_the_first_entry_that_is_kept(by_check: bool) -> None:
    """The disk is full at the moment when the new file is to take its first entries."""
    kept = DamagedInMemory()

    def go_on_full(state: bytes) -> str:
        kept.broken = True
        return kept.go_on(state)

    session = resumed(Driven("sv"), CareInMemory(go_on_full, kept), journal=kept, clock=SetClock())
    kept.damaged = True
    view = session.continue_in_new_file("page 7") if by_check else session.take(REMARK)
    assert (view.refused, session.set_aside, kept.last) == ("not_recorded", 1, 0)
    assert session.take(REMARK).refused == "not_recorded"
    kept.broken = False
    for _ in range(2):
        assert session.take(REMARK).refused is None
    notes = [text for _, text in notes_of(kept)]
    assert notes == ["journal-2.db: page 7" if by_check else "journal-2.db"]
    assert (kept.entries[0].kind, kept.last) == ("noted", 3)


def preparation_in_two_files(
    kept: DamagedInMemory | None = None,
) -> tuple[Session, events.SeenView, events.SeenView]:
    """A shoe in preparation whose first two steps ended in a new file, after the old one was set aside.

    With it what was seen before those steps, in the old file, and what is seen now: both are of entry 3.
    """
    table, kept = Driven("sv", is_ready=False), kept or DamagedInMemory()
    session = resumed(table, CareInMemory(kept.go_on, kept), journal=kept, clock=SetClock())
    session.take(b'{"do":"sign_in","who":"P1","role":"pit_boss"}')
    session.take(b'{"do":"sign_in","who":"D1","role":"dealer"}')
    opened = session.take(b'{"do":"open","by":"P1"}')
    kept.damaged = True
    session.take(step_done())
    now = session.take(step_done())
    assert (opened.entry, now.entry, session.set_aside) == (3, 3, 1)
    assert opened.prompt != now.prompt
    return session, seen_in(opened), seen_in(now)


def seen_in(view: View) -> events.SeenView:
    """The part of this view that a person saw for a second, as a line of theirs gives it."""
    return events.SeenView(view.entry, 1000, view.file)


def step_done(seen: events.SeenView | None = None) -> bytes:
    """The dealer's press for a step that is done."""
    return msgspec.json.encode(lines.Done("D1", counted=416, seen=seen or msgspec.UNSET))


def test_a_press_for_a_view_of_a_file_set_aside_is_stale_whatever_its_entry() -> None:
    """The entries of the new file count from 1 again: its third one is another than that of the old file."""
    session, before, now = preparation_in_two_files()
    view = session.take(step_done(before))
    assert view.refused == "stale"
    assert view.why == "`seen.file` is 0: 1, the present file of this journal, is right."
    assert session.take(step_done(now)).refused is None
    assert session.take(step_done(now)).refused == "stale", "in the present file a press counts once"


def test_a_press_that_does_not_say_what_was_seen_is_taken_in_any_file() -> None:
    session, _, _ = preparation_in_two_files()
    assert session.take(step_done()).refused is None


def test_each_view_after_a_file_was_set_aside_names_the_file_of_its_entry() -> None:
    kept = DamagedInMemory()
    session, _, _ = preparation_in_two_files(kept)
    kept.broken = True
    unrecorded = session.take(REMARK)
    kept.broken = False
    views = (session.view(), unrecorded, session.unrecorded_view(), session.take(REMARK))
    assert [view.file for view in views] == [1, 1, 1, 1]
    out = msgspec.json.decode(encode(session.view(), words("en"), words("en")))
    assert (out["entry"], out["file"]) == (4, 1)
    assert "file" not in Driven("sv").view(), "before any file is set aside nothing has to be told apart"


def set_aside_after(clock: SetClock, set_by: float) -> tuple[Session, DamagedInMemory, AmendmentRequest]:
    """A session that set its file aside after the clock was set, and a correction for the old file.

    ``set_by`` is in seconds. The correction is of the old file's fourth entry, as a review sends it that was
    opened before.
    """
    kept = DamagedInMemory()
    session = resumed(Driven("sv"), CareInMemory(kept.go_on, kept), journal=kept, clock=clock)
    for _ in range(4):
        clock.advance(60)
        session.take(REMARK)
    texts = {"what": "card", "before": "9H", "after": "8H", "why": "a video"}
    read = AmendmentRequest(entry=4, by="D1", authorised_by="P1", made_at=kept.entries[3].at, **texts)
    clock.advance(60)
    clock.set(set_by)
    kept.damaged = True
    session.continue_in_new_file("page 7")
    while kept.last < read.entry:  # the new file has such a number, too
        clock.advance(60)
        session.take(REMARK)
    return session, kept, read


@pytest.mark.parametrize("set_by", [-3600.0, 0.0, 3600.0])
def test_a_correction_read_in_a_file_set_aside_since_is_refused_by_any_clock(set_by: float) -> None:
    """With the clock set back, the new file begins at an earlier time than the old file's entries."""
    session, _, read = set_aside_after(SetClock(), set_by)
    assert session.set_aside == 1
    assert session.correct_entry(read).refused == "bad_input"


def test_a_correction_of_an_entry_without_its_time_is_refused_in_a_later_file() -> None:
    session, _, read = set_aside_after(SetClock(), 0.0)
    of_either_file = replace(read, made_at=None)
    assert session.correct_entry(of_either_file).refused == "bad_input"


@pytest.mark.parametrize("set_by", [-3600.0, 0.0, 3600.0])
def test_a_correction_of_the_present_file_is_taken_by_any_clock(set_by: float) -> None:
    """With the clock set back after the file was set aside, new entries have earlier times than that."""
    clock = SetClock()
    session, kept, read = set_aside_after(clock, 0.0)
    clock.set(set_by)
    session.take(REMARK)
    of_today = replace(read, entry=kept.last, made_at=kept.entries[-1].at)
    assert session.correct_entry(of_today).refused is None


def test_a_warning_from_before_the_round_halts_it_and_is_a_reading_until_it_has() -> None:
    """With no round open it halted nothing. So the same line counts again, once, when the bets are open."""
    wheel = Driven("lt", game="roulette").session
    line = status(2, 11, 0, 4)
    assert wheel.has_reading(DeviceRole.WHEEL, line)
    wheel.receive(DeviceRole.WHEEL, line)
    assert not wheel.table.halted and not wheel.has_reading(DeviceRole.WHEEL, line)
    assert wheel.open_bets().accepted, "a dealer opens them despite the warning"
    assert wheel.has_reading(DeviceRole.WHEEL, line)
    wheel.receive(DeviceRole.WHEEL, line)
    assert wheel.table.halted and not wheel.has_reading(DeviceRole.WHEEL, line)
    assert wheel.take(b'{"do":"withdraw","by":"P1"}').accepted
    assert not wheel.has_reading(DeviceRole.WHEEL, line), "it halts a round once"
    wheel.receive(DeviceRole.WHEEL, line)
    assert not wheel.table.halted


def test_a_change_of_people_at_a_terminal_is_known_by_its_number_and_never_unlearnt() -> None:
    session = resumed(Driven("sv"))

    def people_change(what: NoteKind, text: str | None, terminal: str | None = "service") -> int:
        session.note(what, "S-1", text, terminal)
        table: Table = session.table
        return table.console.people_change

    assert people_change(NoteKind.PEOPLE_ADDED, "D-7 dealer 4") == 4
    assert people_change(NoteKind.PEOPLE_ADDED, "D-7 dealer 5", None) == 4, (
        "a change at the table itself has no number"
    )
    assert people_change(NoteKind.JOURNAL_SEALED, "D-7 dealer 6") == 4, "a note about nobody has no number"
    for text in (None, "", "D-7 dealer", "D-7 dealer x9"):
        assert people_change(NoteKind.PEOPLE_RESET, text) == 4
    assert people_change(NoteKind.PEOPLE_RESET, "D-7 dealer 7 more") == 7


def test_a_next_file_counts_the_entries_of_all_files_before_it() -> None:
    second = in_next_file(Table(), "0a1b2c3d", 250, is_first=True)
    third = in_next_file(second, "0a1b2c3d", 40, is_first=False)
    assert (second.journal, second.earlier, third.earlier) == ("0a1b2c3d", 250, 290)


def test_a_file_after_one_of_an_older_console_counts_none_before_it() -> None:
    assert in_next_file(Table(), "0a1b2c3d", 250, is_first=False).earlier == 0


USUAL = AttachedDevice(DeviceRole.SHOE, DeviceModel.ANGEL_EYE)


def test_a_model_is_noted_when_it_is_another_one_and_not_again() -> None:
    game, journal = game_of(load_rulebook("sv"), "baccarat"), JournalInMemory()
    begun = ready(game)
    session = Session(game, journal, SetClock(), Resumption(begun))
    other = AttachedDevice(DeviceRole.SHOE, DeviceModel.TEXT_CARDS, Format((r"(?P<card>..)",)))
    for attached, noted in ((USUAL, 0), (other, 1), (other, 1), (USUAL, 2), (USUAL, 2)):
        session.attach(attached)
        assert len(journal.entries) == noted, attached
    assert table_after(game, encode_table(begun), journal.entries) == session.table
