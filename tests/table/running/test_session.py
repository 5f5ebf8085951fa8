"""The states that a session keeps to begin from again, and its notes of a harmed file."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from console.devices.model import DeviceRole
from console.table.play.corrections import AmendmentRequest
from console.table.running.clock import SetClock
from console.table.running.session import Resumption, Session
from console.table.state import events
from console.table.state.note_kinds import NoteKind
from console.table.state.table import Table
from tests.table.tables import CareInMemory, Clockwork, DamagedInMemory, Driven, JournalInMemory, card_frame
from tests.table.wheel_at_random import status

REMARK = b'{"do":"say","by":"D1","text":"all is well"}'


@pytest.fixture
def five(monkeypatch: pytest.MonkeyPatch) -> None:
    """A state with every fifth entry."""
    monkeypatch.setattr("console.table.running.table_journal.CHECKPOINT_EVERY", 5)


def going_on(since: int = 0) -> tuple[Session, JournalInMemory]:
    driven = Driven("sv")
    session = Session(driven.game, driven.kept, Clockwork(), Resumption(driven.first, since))
    return session, driven.kept


def places(kept: JournalInMemory) -> list[int]:
    return [number for number, _ in kept.checkpoints]


@pytest.mark.usefixtures("five")
def test_a_state_is_kept_with_so_many_entries_since_the_last_one_and_no_sooner() -> None:
    session, kept = going_on(since=3)
    for _ in range(7):
        session.take(REMARK)
    assert places(kept) == [2, 7], "what was there at the start is counted, and each state begins anew"


@pytest.mark.usefixtures("five")
def test_entries_are_counted_and_not_lines_and_none_that_was_not_recorded() -> None:
    session, kept = going_on()
    for line in (b'{"do":"bets","state":"open"}', b'{"do":"bets","state":"closed"}'):
        session.take(line)
    kept.broken = True
    for _ in range(5):
        session.take(REMARK)
    kept.broken = False
    session.hear(DeviceRole.SHOE, card_frame("1", "player", 1, "9H"))
    assert (len(kept.entries), places(kept)) == (4, []), "its bytes and its card"
    session.take(REMARK)
    assert places(kept) == [5]


def test_with_another_shoe_a_state_is_kept_at_once() -> None:
    """A shoe is told again from its own beginning."""
    driven = Driven("sv", is_ready=False)
    driven.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
    driven.take({"do": "sign_in", "who": "D1", "role": "dealer"})
    assert places(driven.kept) == []
    driven.take({"do": "open", "by": "P1"})
    driven.take({"do": "done", "by": "P1"})
    assert places(driven.kept) == [3] and driven.table.shoe_in_play.number == 1


@pytest.mark.usefixtures("five")
def test_a_harmed_file_is_left_between_rounds_and_told_once_where_it_can_not_be() -> None:
    driven, asked, answers = Driven("sv"), list[bytes](), [None, None, None, "journal-2.db"]

    def mend(state: bytes) -> str | None:
        asked.append(state)
        return answers[len(asked) - 1]

    begun, care = Resumption(driven.first), CareInMemory(mend)
    session = Session(driven.game, driven.kept, Clockwork(), begun, care=care)
    for harm in ("page 7", "page 7", "page 9", "page 9"):
        session.continue_in_new_file(harm)
    session.take(b'{"do":"bets","state":"open"}')
    session.continue_in_new_file("page 11")
    recorded = [msgspec.json.decode(entry.event, type=events.AnyEvent) for entry in driven.kept.entries]
    assert [(each.what, each.text) for each in recorded if isinstance(each, events.Noted)] == [
        (NoteKind.JOURNAL_HARMED, "page 7"),
        (NoteKind.JOURNAL_HARMED, "page 9"),
        (NoteKind.JOURNAL_RECOVERED, "journal-2.db: page 9"),
    ]
    assert len(asked) == 4 and b'"table"' in asked[0], "in a round nothing is asked"


def test_the_same_harm_is_noted_again_once_it_is_found_in_another_file() -> None:
    driven, answers = Driven("sv"), iter([None, "journal-2.db", None, None])
    care = CareInMemory(lambda _: next(answers))
    session = Session(driven.game, driven.kept, Clockwork(), Resumption(driven.first), care=care)
    for _ in range(4):
        session.continue_in_new_file("page 7")
    notes = [events.DECODER.decode(entry.event).what for entry in driven.kept.entries]
    assert notes == [NoteKind.JOURNAL_HARMED, NoteKind.JOURNAL_RECOVERED, NoteKind.JOURNAL_HARMED]


@pytest.mark.usefixtures("five")
def test_the_file_that_follows_a_harmed_one_begins_with_a_state_of_its_own() -> None:
    driven = Driven("sv")
    care, begun = CareInMemory(lambda _: "2.db"), Resumption(driven.first, since_checkpoint=4)
    session = Session(driven.game, driven.kept, Clockwork(), begun, care=care)
    session.continue_in_new_file("page 7")
    assert places(driven.kept) == []
    for _ in range(4):
        session.take(REMARK)
    assert places(driven.kept) == [5]


@pytest.mark.parametrize("set_by", [0.0, 60.0])
@pytest.mark.parametrize(("file", "refused"), [(None, "bad_input"), ("journal-0.db", None)])
def test_a_correction_of_a_file_set_aside_is_refused_and_of_a_closed_one_is_kept(
    set_by: float, file: str | None, refused: str | None
) -> None:
    """Entry 1 of the new file is another one; a set clock's note is recorded before what it comes with."""
    kept, clock, driven = DamagedInMemory(), SetClock(), Driven("sv")
    session = Session(driven.game, kept, clock, Resumption(driven.first), care=CareInMemory(kept.go_on))
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
    notes = [events.DECODER.decode(entry.event).what for entry in kept.entries if entry.kind == "noted"]
    assert notes == [NoteKind.JOURNAL_RECOVERED, *([NoteKind.CLOCK_SET] if set_by else [])]


@pytest.mark.parametrize("by_check", [False, True])
def test_the_note_of_a_file_set_aside_comes_with_the_first_entry_that_is_kept(by_check: bool) -> None:
    """The disk is full just when the new file is to take its first entries."""
    kept, driven = DamagedInMemory(), Driven("sv")

    def go_on_full(state: bytes) -> str:
        kept.broken = True
        return kept.go_on(state)

    session = Session(
        driven.game, kept, SetClock(), Resumption(driven.first), care=CareInMemory(go_on_full, kept)
    )
    kept.damaged = True
    view = session.continue_in_new_file("page 7") if by_check else session.take(REMARK)
    assert (view.refused, session.set_aside, kept.last) == ("not_recorded", 1, 0)
    assert session.take(REMARK).refused == "not_recorded"
    kept.broken = False
    for _ in range(2):
        assert session.take(REMARK).refused is None
    recorded = [events.DECODER.decode(entry.event) for entry in kept.entries]
    notes = [each.text for each in recorded if isinstance(each, events.Noted)]
    assert notes == ["journal-2.db: page 7" if by_check else "journal-2.db"]
    assert (kept.entries[0].kind, kept.last) == ("noted", 3)


def set_aside_after(clock: SetClock, set_by: float) -> tuple[Session, DamagedInMemory, AmendmentRequest]:
    """A session whose file is set aside once the clock was set by so many seconds; with it a correction of
    the old file's fourth entry, as a review has it that was opened before.
    """
    kept, driven = DamagedInMemory(), Driven("sv")
    care = CareInMemory(kept.go_on, kept)
    session = Session(driven.game, kept, clock, Resumption(driven.first), care=care)
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
    """Set back, the new file begins at an earlier time than the old file's entries have."""
    session, _, read = set_aside_after(SetClock(), set_by)
    assert session.set_aside == 1
    assert session.correct_entry(read).refused == "bad_input"


def test_a_correction_of_an_entry_without_its_time_is_refused_in_a_later_file() -> None:
    session, _, read = set_aside_after(SetClock(), 0.0)
    assert session.correct_entry(replace(read, made_at=None)).refused == "bad_input", "it can be of either"


@pytest.mark.parametrize("set_by", [-3600.0, 0.0, 3600.0])
def test_a_correction_of_the_present_file_is_taken_by_any_clock(set_by: float) -> None:
    """Set back after the file was set aside, the clock gives its entries times from before that."""
    clock = SetClock()
    session, kept, read = set_aside_after(clock, 0.0)
    clock.set(set_by)
    session.take(REMARK)
    of_today = replace(read, entry=kept.last, made_at=kept.entries[-1].at)
    assert session.correct_entry(of_today).refused is None


def test_a_warning_from_before_the_round_halts_it_and_is_a_reading_until_it_has() -> None:
    """It was told to nobody's round: the same line is news once the bets are open, and then no more."""
    wheel = Driven("lt", game="roulette").session
    line = status(2, 11, 0, 4)
    assert wheel.has_reading(DeviceRole.WHEEL, line)
    wheel.hear(DeviceRole.WHEEL, line)
    assert not wheel.table.halted and not wheel.has_reading(DeviceRole.WHEEL, line)
    wheel.take(b'{"do":"bets","state":"open"}')
    assert wheel.has_reading(DeviceRole.WHEEL, line)
    wheel.hear(DeviceRole.WHEEL, line)
    assert wheel.table.halted and not wheel.has_reading(DeviceRole.WHEEL, line)
    assert wheel.take(b'{"do":"withdraw","by":"P1"}').accepted
    assert not wheel.has_reading(DeviceRole.WHEEL, line), "once a game is enough"
    wheel.hear(DeviceRole.WHEEL, line)
    assert not wheel.table.halted


def test_a_change_of_people_at_a_terminal_is_known_by_its_number_and_never_unlearnt() -> None:
    session, _ = going_on()

    def people_change(what: NoteKind, text: str | None, terminal: str | None = "service") -> int:
        session.note(what, "S-1", text, terminal)
        table: Table = session.table
        return table.console.people_change

    assert people_change(NoteKind.PEOPLE_ADDED, "D-7 dealer 4") == 4
    assert people_change(NoteKind.PEOPLE_ADDED, "D-7 dealer 5", None) == 4, (
        "at the table itself it is no terminal's"
    )
    assert people_change(NoteKind.JOURNAL_SEALED, "D-7 dealer 6") == 4, "what is not of people counts nobody"
    for text in (None, "", "D-7 dealer", "D-7 dealer x9"):
        assert people_change(NoteKind.PEOPLE_RESET, text) == 4
    assert people_change(NoteKind.PEOPLE_RESET, "D-7 dealer 7 more") == 7
