"""The state after an event: one function, used by play, recovery and review.

Whether the event was right is not asked here, unless it could not be applied: its refusal comes with it (see
:mod:`console.table.core.judging.refusals`).

**Theory.** A table is in one phase at a time. A phase waits for one thing; the event that brings it ends the
phase, and the next one follows from the table's state alone. These rows are all there are::

    phase       ends with                                            next
    closed      the pit boss opens the table                         shoe, wheel
    shoe        the last step of the preparation, or its last card   betting
    shoe        the last step of the inspection that closes          closed
    wheel       the last step of the wheel check                     betting
    wheel       the order to close                                   closed
    betting     bets are closed                                      dealing, spinning
    betting     a number, since the ball has fallen in bet time      spinning
    betting     a report that a ball of bet time lies in a pocket    spinning
    betting     the order to shuffle, with no round open             shoe
    betting     the cut card, with no round open                     shoe
    betting     the order to close, with no round open               shoe, closed
    dealing     a card after which a player has to answer            deciding
    dealing     the last card that the round needs                   result
    dealing     the hole card is turned, and no card is due          result
    dealing     a card is corrected                                  deciding, result
    deciding    an answer after which the dealer's cards are due     dealing
    deciding    a card that ends the last hand that could answer     dealing
    deciding    the dealer peeks at the hole card                    dealing, result
    deciding    a card since the last answer is corrected            dealing
    spinning    the winning number is known                          result
    spinning    the video gives it, bets are settled by hand         collecting
    result      the result is announced, with cards to collect       collecting
    result      the result is announced, at a wheel                  betting, closed
    result      a card is corrected or taken back, so one is due     dealing
    result      the bets are settled by hand                         collecting
    collecting  the cards are collected, or a void spin's ball       betting, shoe, closed
    halted      what halted the table is resolved                    the phase beneath

A void ends every phase of an open round: in ``collecting`` while cards lie, else in what comes after it.

Why nothing else ends a phase:

- Cards and numbers decide, people confirm. While a card is due, ``dealing`` and ``deciding`` follow from the
  round's own value (``game.phase``). A press that could move them on could skip a card.
- The announcement ends the round. Until the dealer has said the result a card can be corrected, or taken
  back by an outcome. Afterwards a mistake is an incident or a correction with an entry of its own.
- Nothing that came is lost. A refused card or number ends no phase. It becomes a halt, and the table is
  shown as halted (``shown_phase``), as it is while an incident is open. The phase itself is kept: once the
  halt is withdrawn, play goes on from it. Only an outcome of the rulebook leads elsewhere: a void, cards
  taken back, a card that a step scans, a seat whose bets go back, another spin, a number from the video.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, assert_never

import msgspec
from msgspec.structs import replace

from console.table.core.games.game import Game, of_cards
from console.table.core.incident import report_course
from console.table.core.incident.guidance import asks_for_cut_card, asks_for_number, skips
from console.table.core.incident.known_facts import current_moment
from console.table.core.incident.observations import is_miscount, void_asks_more
from console.table.core.judging.prompts import prompt_due
from console.table.core.judging.refusals import refusal
from console.table.core.play import course, halts, set_numbers, settlement, shifts, wheel_run
from console.table.core.play.answer_times import after_clock_set, seconds_set, time_answers
from console.table.core.play.card_set_watch import follow_cards, halt_for_set
from console.table.core.play.corrections import correct_card
from console.table.core.play.decoders import begin_bytes, by_edition, cut_off, lose, read_on
from console.table.core.play.found_contradictions import with_found, without_answered
from console.table.core.play.preparation import (
    begin_closing,
    burn_cards,
    finish_step,
    keep_miscount,
    open_table,
)
from console.table.core.play.typed_cards import follow_typed
from console.table.core.state import editions, events
from console.table.core.state.commissioning_state import (
    Commissioning,
    Equipment,
    LevelFinding,
    LevelWheel,
    drift_of,
)
from console.table.core.state.event_kinds import READINGS, Effect, of_effect
from console.table.core.state.note_kinds import (
    OVERDUE,
    SCREEN,
    About,
    NotedDevice,
    NoteKind,
    PeopleChange,
    TakenCall,
    row_of,
)
from console.table.core.state.notifications import NotificationFold
from console.table.core.state.on_duty import DutyFold
from console.table.core.state.open_incident import ReportMoment
from console.table.core.state.phases import Phase, RoundStatus
from console.table.core.state.probed_video import VIDEO_ASKED, ProbedVideo
from console.table.core.state.reasons import HaltReason, Refusal
from console.table.core.state.roles import Role
from console.table.core.state.table import (
    Burn,
    Coming,
    Halt,
    Overdue,
    PersonAtTable,
    Table,
    UnusualWheel,
    WheelAtTable,
)
from console.table.devices.catalogue import attached_device
from console.table.devices.health import Health
from console.table.game.shoe import TRIES, Shoe

# Looking up an enum's member costs as much as a call before Python 3.12, and this one at every event.
_RESULT: Final = Phase.RESULT
_COLLECTING: Final = Phase.COLLECTING
_DECIDING: Final = Phase.DECIDING
_FINISHED: Final = RoundStatus.FINISHED

# Sets, and no tuples for isinstance(): it takes longer than a call to say no to a class of msgspec's.
_FAULTS: Final = frozenset((events.DeviceFaulted, events.WheelFaulted))
"""The events in which a device reports that something is wrong with it, or with a spin."""
_OF_BALL: Final = frozenset((events.BallSent, events.NumberRead, events.DeviceNoted))
"""The events in which a wheel reports its ball."""
_OF_ITSELF: Final = _FAULTS | {events.BallSent}
"""The events in which a shoe or a wheel reports about itself that can halt the table."""
_NO_RESULT: Final = (events.BytesReceived, events.DeviceNoted, events.BallSent, events.CardUnread)
"""The events of devices that say neither that one reads nor that it fails."""

QUIET: Final = of_effect(Effect.ASIDE) | of_effect(Effect.RECORD)
"""The events that leave the last announcement standing."""


def advance(game: Game, table: Table, event: events.AnyEvent, refused: str | None, at: datetime) -> Table:
    """The table after an event that happened at ``at`` (UTC), accepted or ``refused``.

    ``refused`` is the entry's text, and not a :class:`Refusal`: in a journal of a later console it may be a
    word that this one does not know. Such an event changes nothing either.
    """
    if event.edition and event.edition != table.edition:
        table = replace(table, edition=event.edition)
    after = _after_event(game, table, event, refused, at)
    if after.manual is not None:
        after = follow_typed(game, table, after, event, at)
    if after.say is not None or after.unsaid is not None:
        after = _said_in_time(table, after, event)
    if after.halt is not None and not after.halt.edition:
        after = replace(after, halt=replace(after.halt, edition=table.edition))
    if table.console.at_fault or type(event) in _FAULTS:
        after = _with_faults(after, event)
    if type(event) in _OF_BALL:
        after = after if wheel_run.is_of_another_round(event) else wheel_run.heed_wheel(after, event)
        if type(event) is events.NumberRead and refused is None and not asks_for_number(table):
            kept = wheel_run.keep_early(table, after, event, at)
            after = after if kept is after else report_course.take_reading(game, after, kept, at)
    if after.shoe is not table.shoe and after.card_set is table.card_set:
        after = follow_cards(table, after, event)
    if after.halted is (after.stopped is None):
        stopped = (table.stood_since or after.stood_since) if after.halted else None
        after = replace(after, stopped=stopped, halted_at=_halted_at(game, table, after))
    if game.cards is not None and _has_moved(table, after):
        until = at if table.bet_time and not after.bet_time else after.bets_until
        after = replace(after, moved_at=at, bets_until=until)
    if after.play is not table.play:
        after = _with_announced(
            table, after if game.wheel is None else wheel_run.time_number(table, after, event, at)
        )
    # After the halt that this event may begin, since the prompt says what is awaited.
    if after.overdue is not None or type(event) is events.Noted:
        after = follow_overdue(game, after, event)
    # Last, since a player's seconds depend on the phase and the halt that the event leaves.
    if after.phase is _DECIDING or after.answers.asked is not None or type(event) is events.PlayerAnswered:
        return time_answers(table, after, event, refused, at)
    return after


def _has_moved(before: Table, table: Table) -> bool:
    """Whether another card is due than before, or none any more."""
    is_same = table.play is before.play and table.phase is before.phase and table.bets is before.bets
    is_same = is_same and table.preparation is before.preparation and table.halted is before.halted
    return not is_same and table.holds(editions.OPENED)


def _halted_at(game: Game, before: Table, table: Table) -> ReportMoment | None:
    """The moment at which the table has halted: as it was, with what the halt itself brought."""
    if not table.halted or not table.holds(editions.MOMENT, of=table):
        return None
    was = current_moment(game, before)
    letters = {*was.letters, *current_moment(game, table).letters}
    return replace(was, letters=tuple(sorted(letters)))


_NATURAL: Final = "blackjack"
_TELLING: Final = frozenset(
    ("player_wins", "banker_wins", "dragon_wins", "tiger_wins", "tie", "same_rank", _NATURAL, "dealer_result",
     "number", "number_corrected")
)  # fmt: skip
_GOES_ON: Final = "play_goes_on"


def _said_in_time(before: Table, table: Table, event: events.AnyEvent) -> Table:
    """The table without a result announced by a line that leaves it halted; play's going on announces it."""
    say, unsaid = table.say, table.unsaid
    if not table.halted:
        if unsaid is None:
            return table
        last = course.last_number_round(table)
        holds = last is not None and last.play.number == unsaid.number
        is_told = holds and (say is None or say.key == _GOES_ON)
        return replace(table, say=unsaid if is_told else say, unsaid=None)
    is_of_bytes = type(event) in READINGS and event.device is not None and before.reading_taken
    if say is None or not (is_of_bytes or say is not before.say) or not before.holds(editions.SILENT):
        return table
    incident = table.incident
    opens = incident is not None and incident.report in before.incidents.waiting
    if incident is not None and incident.step is not None and not opens:
        return table
    if say.key in _TELLING or say.key == _GOES_ON:
        return replace(table, say=None, unsaid=say if say.number is not None else unsaid)
    return replace(table, say=replace(say, over=True)) if say.key == "hand_refunded" else table


def _with_announced(before: Table, after: Table) -> Table:
    """The table with the play as its result was announced first, if that has just changed: a game server
    that was away learns of it (:attr:`Table.last_round`).
    """
    round, now = before.round, after.round
    if round is None or round.status is not _FINISHED or before.announced is not None:
        return after
    return replace(after, announced=before.play) if now is not None and now.id == round.id else after


class ImpossibleEntry(msgspec.DecodeError):
    """An entry that cannot have happened at its table: no console wrote it."""


IMPOSSIBLE: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""The errors of :func:`advance` if the event was not possible at the table."""


def advance_kept(
    game: Game, table: Table, event: events.AnyEvent, refused: str | None, at: datetime
) -> Table:
    """The table after an event of a journal's entry. Raises what :func:`unfollowed` gives."""
    try:
        return advance(game, table, event, refused, at)
    except IMPOSSIBLE as error:
        raise unfollowed(game, table, event, refused, error) from error


def advance_read(
    game: Game, table: Table, event: events.AnyEvent, refused: str | None, at: datetime
) -> Table:
    """As :func:`advance_kept`, but bytes are not decoded: their readings are the entries after them."""
    if type(event) is events.BytesReceived and refused is None:
        return begin_bytes(table)
    return advance_kept(game, table, event, refused, at)


def unfollowed(
    game: Game, table: Table, event: events.AnyEvent, refused: str | None, error: Exception
) -> ImpossibleEntry | RuntimeError:
    """The error for a failed :func:`advance`: RuntimeError, a bug, if the event was possible at the table."""
    text = f"{events.kind_of(event)}: {type(error).__name__}: {error}"
    try:
        possible = refused is not None or refusal(game, table, event) is None
    except IMPOSSIBLE:
        possible = False
    return RuntimeError(text) if possible else ImpossibleEntry(text)


def _after_event(
    game: Game, table: Table, event: events.AnyEvent, refused: str | None, at: datetime
) -> Table:
    """The table after an event, without the times of players' answers.

    The first of these that fits counts, once an incident that had ended is gone:

    1. It was refused: it changes nothing, or halts play.
    2. It comes in manual mode, and is only recorded.
    3. It leaves the last announcement standing (:data:`QUIET`): its own changes alone.
    4. It is part of play: its own changes, and those of the announcement; a commissioning's test is over.
    """
    if table.incidents.ended is not None:
        table = _without_ended_incident(table, event)
    if refused is not None:
        if refused == Refusal.STALE:
            return table
        after = halts.halt_for_refusal(game, table, event, refused, at)
        if after.play is table.play:
            return report_course.count_readings(game, table, after, at)
        return report_course.take_reading(game, table, after, at)
    if table.manual is not None and halts.is_only_recorded(table, event):
        return halts.keep_devices_reading(table, event, at)
    if wheel_run.is_of_another_round(event):
        return wheel_run.with_differing(table, event)
    if type(event) in QUIET:
        return _apply(game, table, event, at)
    if table.tested_device is not None:
        table = replace(table, tested_device=None)  # play goes on, and every reading counts again
    return _with_announcements(game, table, event, at)


_WITH_THEIR_LINE: Final = frozenset((NoteKind.NOTIFICATION_DUE, NoteKind.NOTIFICATION_WITHDRAWN))
"""Notes in the transaction of a line, which are not seen in its view."""


def _without_ended_incident(table: Table, event: events.AnyEvent) -> Table:
    """The table without an incident that has ended: only the view of the line that ended it still shows it.
    The readings of the same bytes share that view, and so do the notification that begins by its outcome, and
    the finding of that line's cards.
    """
    read = type(event) in READINGS and event.device is not None
    due = type(event) is events.Noted and event.what in _WITH_THEIR_LINE
    found = type(event) is events.CardSetFound
    of_line = due or found or isinstance(event, (events.DeviceNoted, events.ContradictionFound))
    return table if read or of_line else table.without_ended


def _with_announcements(game: Game, table: Table, event: events.AnyEvent, at: datetime) -> Table:
    """The table after an event that is part of play: its own changes, then the announcement. An accepted line
    ends the announcement before it.

    Readings of the same bytes count as one line. A fault of shoe or wheel leaves the announcement in a halt;
    The winner is announced again by
    the first line of the phase result that brings no announcement of its own.
    """
    kind = type(event)
    read = kind in READINGS and event.device is not None
    in_halt = kind in _OF_ITSELF and table.halted
    goes_on = in_halt or (read and table.reading_taken)
    before = table if table.say is None or goes_on else replace(table, say=None)
    after = _apply(game, before, event, at)
    if after is before and (in_halt or not isinstance(event, events.DeviceFaulted)):
        return table
    if after.phase is _RESULT and after.say is None and not after.said_again and not after.halted:
        after = replace(after, say=game.announcement(after.play), said_again=True)
    return replace(after, reading_taken=True) if read and not after.reading_taken else after


def _apply(game: Game, table: Table, event: events.AnyEvent, at: datetime) -> Table:
    """The table after the event's own changes; the same object if it changes nothing. Events of an
    undisturbed round come first: each case tried before costs as much as a call.
    """
    match event:
        case events.CardDrawn():
            return _take_card(
                game, table if event.by is None else halts.enter_card(table, event, at), event, at
            )
        case events.StepDone():
            return _end_step(game, table, event, at)
        case events.BetsOpened():
            return halts.begin_round_by_hand(course.open_bets(game, table, event, at))
        case events.BetsClosed():
            return course.close_bets(game, table)
        case events.SeatsTold() | events.PlayerAnswered():
            return course.take_players_answers(game, table, event)
        case events.BallRan():
            return wheel_run.take_run(game, table, event, at)
        case events.NumberRead() | events.NumberSaid():
            take = report_course.enter_number if asks_for_number(table) else wheel_run.take_number
            return take(game, table, event, at)
        case events.ShoeResulted():
            return halts.check_shoe_result(game, table, event, at)
        case events.BytesReceived():
            return read_on(begin_bytes(table), event, at)
        case events.CardUnread():
            return _take_unread_card(table, at)
        case events.CutCardDrawn() if asks_for_cut_card(table):
            return report_course.end_step(game, table, at, read=event.device is not None)
        case events.CutCardDrawn():
            return report_course.take_cut_card(game, table)
        case events.CardSetFound():
            if table.phase is Phase.CLOSED:  # recorded only: the next opening brings another set
                return replace(table, card_set=table.card_set.ask(event.finding))
            return halt_for_set(table, event.finding, at)
        case events.DeviceFaulted():
            return halts.halt_for_fault(table, at, str(event.code))
        case events.BallSent():
            return wheel_run.send_ball(game, table, event, at)
        case events.WheelFaulted():
            return wheel_run.halt_for_warning(table, event, at)
        case events.HaltWithdrawn():
            return halts.withdraw_halt(game, table, event, at)
        case events.RoundVoided(report=str(report)) if offered := void_asks_more(game, table):
            of = offered.kind, offered.facts
            reported = events.IncidentReported(report, event.by, *of, at_entry=event.at_entry)
            return report_course.open_report(game, table, reported, at, voids=True)
        case events.RoundVoided():
            return halts.void_round(game, table)
        case events.TableOpened():
            return open_table(game, table)
        case events.ReshuffleOrdered():
            return course.order_reshuffle(game, table, event)
        case events.CloseOrdered():
            return course.order_close(game, table, event)
        case events.SignedIn() | events.SignedOut():
            return _change_people(table, event)
        case events.PitBossCalled():
            return _with_call(table, event, at)
        case events.IncidentReported():
            return report_course.open_report(game, table, event, at)
        case events.IncidentAnswered():
            return report_course.take_facts(game, table, event, at)
        case events.OutcomeAuthorised():
            return report_course.confirm_outcome(game, table, event, at)
        case events.ReportWithdrawn():
            return report_course.withdraw_report(game, table, event, at)
        case events.CardCorrected():
            return correct_card(game, table, event)
        case events.ManualSet():
            return halts.set_manual_mode(table, event, at)
        case events.ProceduresSet():
            return replace(table, procedures_off=event.off)
        case events.LimitsSet():
            return replace(table, limits=event.limits)
        case events.DecisionTimeSet():
            return replace(table, decision_time=event.seconds)
        case events.HandoverSigned():
            return shifts.sign_handover(table, event)
        case events.CardSetSigned():
            return set_numbers.follow_signed(table, event)
        case events.CardSetsBarred():
            return replace(table, sets=replace(table.sets, barred=event.sets, barred_at=event.tables))
        case events.ContradictionFound():
            return with_found(table, event.contradiction)
        case events.ContradictionAnswered():
            return without_answered(table, event)
        case events.WorksheetMade():
            return settlement.keep_worksheet(table, event)
        case events.Remarked() | events.EntryCorrected() | events.LineRejected():
            return table
        case events.Commissioned():
            console = replace(table.console, felt_unread=True, felt_differs=None)
            wheel = _without_gone(table, event.installed)
            commissioned = Commissioning(
                at=at,
                digest=event.digest,
                by=event.by,
                authorised_by=event.authorised_by,
                installed=event.installed,
                level=_level_of_wheel(table, event, at),
            )
            return replace(table, wheel=wheel, commissioned=commissioned, console=console)
        case events.Noted():
            return _after_note(table, event, at)
        case events.DeviceNoted():
            return wheel_run.note_signal(game, table, event, at)
        case _:
            assert_never(event)


def _after_note(table: Table, event: events.Noted, at: datetime) -> Table:
    """The table after a console's note; a lock lasts past a restart only if its note names the screen."""
    table = _with_clock(_with_health(table, event, at), event, at)
    text, console = event.text or "", table.console
    match event.what:
        case NoteKind.LIVE_TABLE:
            return replace(table, console=replace(console, live=True))
        case NoteKind.LIST_KNOWN:
            return replace(table, console=replace(console, people_list=text))
        case NoteKind.FELT_CHANGED | NoteKind.CERTIFICATE_RULEBOOK:
            return replace(table, console=replace(console, felt_unread=True, felt_differs=None))
        case NoteKind.FELT_DIFFERS:
            return replace(table, console=replace(console, felt_unread=True, felt_differs=at))
        case NoteKind.FELT_READ:
            return replace(table, console=replace(console, felt_unread=False, felt_differs=None))
        case NoteKind.NOTIFICATION_DUE | NoteKind.NOTIFICATION_MADE | NoteKind.NOTIFICATION_WITHDRAWN:
            fold = NotificationFold(table.notifications)
            fold.follow(event, None, at)
            return replace(table, notifications=tuple(each for each in fold.notifications if each.is_open))
        case NoteKind.SUPERVISOR_ON_DUTY | NoteKind.SUPERVISOR_OFF_DUTY | NoteKind.SUPERVISOR_DISABLED:
            return _with_duty(table, event, at)
        case NoteKind.VIDEO_UNASKED:
            return replace(table, console=replace(console, video_missing=""))
        case NoteKind.VIDEO_SEEN | NoteKind.VIDEO_MISSING if probed := ProbedVideo.of(text):
            asked = (*console.video_asked, probed.incident) if probed.incident else console.video_asked
            missing = str(probed.answer.why or "")
            return replace(
                table, console=replace(console, video_missing=missing, video_asked=asked[-VIDEO_ASKED:])
            )
        case NoteKind.ORIGIN:
            return replace(table, console=replace(console, origin=text))
        case NoteKind.CASINO:
            return replace(table, console=replace(console, casino=text))
        case NoteKind.SOFTWARE:
            return replace(table, console=replace(console, software=text))
        case NoteKind.DEVICE_MODEL:
            return _with_device(table, text)
        case NoteKind.DEVICE_TEST_BEGAN:
            return replace(table, tested_device=event.text if table.between_rounds else None)
        case NoteKind.DEVICE_TEST_ENDED:
            return replace(table, tested_device=None)
        case NoteKind.CLOCK_SET:
            return after_clock_set(table, text)
        case NoteKind.RESTARTED:
            return lose(cut_off(replace(table, tested_device=None)), at)
        case NoteKind.DEVICE_LOST:
            role = NotedDevice.of(text).role
            return lose(cut_off(table, role), at, role)
        case NoteKind.WHEEL_UNUSUAL if (found := UnusualWheel.of(text)) is not None:
            others = (each for each in table.wheel.unusual if not table.is_noted_as(each, found))
            return replace(table, wheel=replace(table.wheel, unusual=(*others, found)))
        case NoteKind.CERTIFICATE_DRIFT:
            return _with_drift(table, text)
        case NoteKind.CERTIFICATE_FAILED if table.commissioned is not None:
            return replace(table, commissioned=replace(table.commissioned, has_failed=True))
        case NoteKind.COMING if event.who is not None:
            return replace(table, coming=Coming(event.who, at, TakenCall.of(text).entry))
        case NoteKind.NOT_COMING | NoteKind.ARRIVED:
            return replace(table, coming=None)
        case NoteKind.BESIDE_LEFT:
            return _without_beside(table, event.who)
        case NoteKind.TRAINING_ENDED:
            return replace(
                table,
                people=tuple(
                    replace(each, beside=None, left=False) if each.who == event.who else each
                    for each in table.people
                ),
            )
        case NoteKind.LOCKED if text == SCREEN:
            return replace(table, console=replace(console, screen_locked=True))
        case NoteKind.UNLOCKED:
            return replace(table, console=replace(console, screen_locked=False))
        case _ if event.is_about_people:
            number = PeopleChange.of(text).number or console.people_change
            return replace(table, console=replace(console, people_change=number))
        case _:
            return table


def _with_health(table: Table, event: events.Noted, at: datetime) -> Table:
    """The table with the devices that are lost or silent after a note. A restarted console knows of none; one
    that is connected has no fault.
    """
    row, ailing, faults = row_of(event.what), table.console.ailing, table.console.at_fault
    if event.what == NoteKind.RESTARTED:
        after: dict[str, Health] = {}
    elif row is None or row.health is None:
        return table
    else:
        device = "link" if row.about is About.LINK else NotedDevice.of(event.text or "").role
        after = {name: health for name, health in ailing.items() if name != device}
        if row.health is not Health.CONNECTED:
            after[device] = row.health
        else:
            faults = tuple(each for each in faults if each != device)
    if (after, faults) == (ailing, table.console.at_fault):
        return table
    since = {device: table.console.ailing_since.get(device, at) for device in after}
    return replace(table, console=replace(table.console, ailing=after, ailing_since=since, at_fault=faults))


def _with_faults(table: Table, event: events.AnyEvent) -> Table:
    """The table with devices at fault, each until it reads again; a warning about a spin is no fault."""
    faults = table.console.at_fault
    if isinstance(event, (events.DeviceFaulted, events.WheelFaulted)):
        is_of_a_spin = isinstance(event, events.WheelFaulted) and event.meaning in wheel_run.OF_A_SPIN
        after = faults if is_of_a_spin or event.device in faults else (*faults, event.device)
    elif isinstance(event, (events.Noted, *_NO_RESULT)):
        return table
    else:
        after = tuple(each for each in faults if each != event.device)
    return table if after == faults else replace(table, console=replace(table.console, at_fault=after))


def _with_duty(table: Table, event: events.Noted, at: datetime) -> Table:
    duty = DutyFold(table.console.last_duty)
    duty.follow(event, None, at)
    return replace(table, console=replace(table.console, last_duty=duty.last))


def _with_clock(table: Table, event: events.Noted, at: datetime) -> Table:
    """The table with the time from which a note set the clock back; any setting counts for a present duty."""
    moved = seconds_set(event.text or "") if event.what == NoteKind.CLOCK_SET else None
    if moved is not None and table.console.on_duty is not None:
        table = _with_duty(table, event, at)
    if moved is None or moved >= 0.0:
        return table
    try:
        before = at - timedelta(seconds=moved)
    except OverflowError:
        return table
    latest = max(before, table.console.set_back_from or before)
    return replace(table, console=replace(table.console, set_back_from=latest))


def _without_gone(table: Table, installed: Equipment | None) -> WheelAtTable:
    """The wheel, a replaced wheel's open tests counted as checked: two people sign for the new one."""
    wheel, named = table.wheel, None if installed is None else installed.wheel
    here = [each for each in (wheel.serial, named) if each]
    if not here:
        return wheel
    unusual = tuple(
        each
        if not each.serial or any(table.is_same(each.serial, serial) for serial in here)
        else replace(each, is_checked=True)
        for each in wheel.unusual
    )
    return wheel if unusual == wheel.unusual else replace(wheel, unusual=unusual)


def _level_of_wheel(table: Table, event: events.Commissioned, at: datetime) -> LevelWheel | None:
    """The wheel's level by this certificate: of the wheel in the table's file, else the last noted wheel.
    None if another wheel was noted since the certificate was made.
    """
    before, made = table.commissioned, event.made or at
    named = None if event.installed is None else event.installed.wheel
    match event.level:
        case LevelFinding.FOUND if table.wheel.exchanged is not None and made < table.wheel.exchanged:
            return None
        case LevelFinding.FOUND:
            return LevelWheel(event.by, made, named or table.wheel.last_serial or table.wheel.serial)
        case LevelFinding.KEPT if before is not None and before.level is not None:
            return before.level if named is None else before.level.of_wheel(named, table.is_same)
        case _:
            return None


def _with_drift(table: Table, note: str) -> Table:
    """The table with the noted drift of a device's readings; unchanged if the drift is unknown here."""
    drift, known = drift_of(note), table.commissioned
    return table if drift is None or known is None else replace(table, commissioned=known.with_drift(drift))


def _with_device(table: Table, note: str) -> Table:
    """The table with the decoder of a newly attached device; unchanged if the device is unknown here."""
    found = attached_device(note)
    if found is None:
        return table
    return replace(table, decoders={**table.decoders, found.role: by_edition(table, found.decoder)})


def _take_card(game: Game, table: Table, event: events.CardDrawn, at: datetime) -> Table:
    if table.incident is not None:
        return report_course.take_scan(game, table, event, at)
    shoe, preparation = table.shoe.draw(event.card), table.preparation
    if preparation is None:
        read = table.card_set.read(event.card) if event.device is not None else None
        laid, halt = course.lay_card(game, table, shoe, event.card, read=read), table.halt
        if halt is None or not halt.besides:
            return laid
        return halts.halt_for_cards(laid, halt.besides, at)
    drawn = replace(table, shoe=shoe, tries=0, halt=None)
    if table.close_ordered:
        return begin_closing(game, drawn)  # the closing was ordered in the halt that this card ended
    if preparation.burn is not None and preparation.burn.unread:
        burn = replace(preparation.burn, unread=False)
        shoe = Shoe(table.shoe.seen, table.shoe.unseen - 1).draw(event.card)
        return replace(drawn, shoe=shoe, preparation=replace(preparation, burn=burn))
    if preparation.burn is not None:
        return burn_cards(drawn, preparation.burn, 1, at)
    burn = Burn(event.card, of_cards(game).burns(event.card))
    return replace(drawn, preparation=replace(preparation, done=(*preparation.done, at), burn=burn))


def _take_unread_card(table: Table, at: datetime) -> Table:
    burn = None if table.preparation is None else table.preparation.burn
    if burn is not None and burn.unread:
        return table
    if burn is not None:
        burn = replace(burn, unread=table.holds(editions.TRIES))
        return burn_cards(replace(table, shoe=table.shoe.draw_unseen()), burn, 1, at)
    tries = table.tries + 1
    return replace(table, tries=tries, halt=Halt(HaltReason.RESCAN, at) if tries == TRIES else None)


def _end_step(game: Game, table: Table, event: events.StepDone, at: datetime) -> Table:
    if table.incident is not None:
        skipped = skips(table, event)
        ended = report_course.end_step(game, table, at, skipped=skipped, press=event, damaged=event.damaged)
        return ended if skipped else set_numbers.follow_outcome(table, ended, event)
    if event.counted is not None and is_miscount(game, table, event):
        return keep_miscount(table, event, at)  # the following entry reports it
    if table.halt is not None:
        return wheel_run.remove_ball(table, event, at)
    phase = table.phase
    if phase is _RESULT:
        return course.announce_result(game, table)
    if phase is _COLLECTING:
        aside = replace(table.aside, in_view=False) if table.aside.in_view else table.aside
        card_set = table.card_set.pick_up(of_cards(game).picked_up(table.play))
        return course.await_next_round(game, replace(table, aside=aside, card_set=card_set))
    match phase:
        case Phase.DEALING | Phase.DECIDING:
            return course.press_step(game, table)
        case Phase.WHEEL:
            return finish_step(_with_named_wheel(table, event, at), at)
        case Phase.SHOE:
            return set_numbers.follow_preparation(table, finish_step(table, at), event)
        case _:
            return finish_step(table, at)


def _with_named_wheel(table: Table, event: events.StepDone, at: datetime) -> Table:
    """The table with the wheel that the pit boss names at its check (ROU-3.2.1)."""
    first = table.preparation is not None and not table.preparation.done
    serial = (event.note or "").strip()
    if not (first and serial):
        return table
    known, wheel = table.commissioned, table.wheel
    is_last = wheel.last_serial is None or table.is_same(wheel.last_serial, serial)
    exchanged = wheel.exchanged if is_last else at
    unusual = tuple(
        replace(each, is_checked=True) if not each.serial or table.is_same(each.serial, serial) else each
        for each in wheel.unusual
    )
    return replace(
        table,
        wheel=replace(wheel, serial=serial, last_serial=serial, exchanged=exchanged, unusual=unusual),
        commissioned=None if known is None else known.with_wheel(serial, table.is_same),
    )


def _with_call(table: Table, event: events.PitBossCalled, at: datetime) -> Table:
    """The table with the call of the pit boss, from the person who called first, or without it."""
    if not event.on:
        return replace(table, called=None, called_by=None)
    if table.called is not None:
        return table
    by = table.role_of(event.by) if table.holds(editions.WAIT, of=table) else None
    return replace(table, called=at, called_by=by)


def _change_people(table: Table, event: events.SignedIn | events.SignedOut) -> Table:
    """The table after a sign-in or -out; there is one dealer at a time, so a second relieves the first."""
    if isinstance(event, events.SignedOut):
        return replace(table, people=_without(table, lambda person: table.is_same(person.who, event.who)))
    table = _without_beside(table, event.who)
    relieved = _without(table, lambda person: event.role is Role.DEALER and person.role is Role.DEALER)
    coming = None if event.role is Role.PIT_BOSS else table.coming
    come = PersonAtTable(event.who, event.role, event.beside)
    return replace(table, people=(*relieved, come), coming=coming)


def _without_beside(table: Table, who: str | None) -> Table:
    """The table after the dealer beside a trainee has left, or has taken a role."""
    if who is None or not any(table.is_same(each.accompanied_by or "", who) for each in table.people):
        return table
    left = (replace(each, left=each.left or table.is_same(each.beside or "", who)) for each in table.people)
    return replace(table, people=tuple(left))


def _without(table: Table, gone: Callable[[PersonAtTable], bool]) -> tuple[PersonAtTable, ...]:
    return tuple(person for person in table.people if not gone(person))


def follow_overdue(game: Game, table: Table, event: events.AnyEvent) -> Table:
    """``table``, the state after an event, with what is overdue; after a restart every wait begins again."""
    what = event.what if type(event) is events.Noted else None
    if what == NoteKind.RESTARTED:
        return table if table.overdue is None else replace(table, overdue=None)
    if table.overdue is None and what not in OVERDUE:
        return table
    before, awaited = table.overdue, prompt_due(game, table).awaited
    after = before if before is not None and before.awaited == awaited else None
    if type(event) is events.Noted and what in OVERDUE:
        after = _noted(after or Overdue(awaited), event)
    return table if after is before else replace(table, overdue=after)


def _noted(overdue: Overdue, event: events.Noted) -> Overdue:
    match event.what:
        case NoteKind.SERVER_OVERDUE:
            return replace(overdue, server=True)
        case NoteKind.DEVICE_OVERDUE:
            return replace(overdue, devices=(*overdue.devices, event.text or ""))
        case _:
            return replace(overdue, ball=True)
