"""The core: events at the table, the table after them, who may do what, and what each screen shows."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.core.games.game import CardGame, Game, of_cards
    from console.table.core.games.registry import game_of
    from console.table.core.incident import guidance, known_facts
    from console.table.core.incident.observations import running_ball, void_asks_more
    from console.table.core.incident.onset import (
        Onset, OnsetFold, earliest, filmed_from, known_at, unread_onset,
    )
    from console.table.core.incident.outcome_effects import is_about_last_number
    from console.table.core.incident.outcome_steps import (
        brought_in, outcome_of, planned_steps, possible_choices,
    )
    from console.table.core.incident.own_incident import own_incident, own_report, report_in
    from console.table.core.incident.report_course import weighed_incident
    from console.table.core.judging.checkpoints import encode_table, ready, table_of
    from console.table.core.judging.explanations import why
    from console.table.core.judging.prompts import prompt_due
    from console.table.core.judging.refusals import refusal
    from console.table.core.judging.transition import advance, advance_kept, advance_read
    from console.table.core.play.answer_times import answer_of, seconds_set
    from console.table.core.play.card_set_watch import is_scanned_later
    from console.table.core.play.corrections import AmendmentRequest
    from console.table.core.play.course import (
        LaidCard, card_laid, is_card_out, last_number_round, may_be_put_right,
    )
    from console.table.core.play.decoders import begin_bytes
    from console.table.core.play.halts import is_only_recorded
    from console.table.core.play.settlement import settled_round
    from console.table.core.play.shifts import shift_after, shift_at, start_between
    from console.table.core.play.typed_cards import exchanges
    from console.table.core.protocol import lines, permissions
    from console.table.core.protocol.answered_parts import painted_for
    from console.table.core.running import replay
    from console.table.core.running.clock import (
        SECOND, SET, Clock, ClockState, SetClock, Sync, SystemClock, Timekeeping, sync_of,
    )
    from console.table.core.running.fold import UNTELLABLE
    from console.table.core.running.kernel_clock import is_steered
    from console.table.core.running.session import Resumption, Session
    from console.table.core.running.station import (
        ANSWER_DUE, NOT_RESPONDING, BytesJob, Job, LineJob, NoteJob, SessionJob, ShownTable, Station,
    )
    from console.table.core.running.table_journal import new_journal_id
    from console.table.core.showing.dealer_view import Situation, dealer_view, view_of
    from console.table.core.showing.incident_view import open_kinds, shown_facts
    from console.table.core.showing.screen_values import (
        ConsoleRestart, DealerView, Lamp, LampFault, LicenceEnd, Mode, Person,
    )
    from console.table.core.state import editions, events
    from console.table.core.state.actions import Action
    from console.table.core.state.commissioning_state import (
        Commissioning, ComparedReads, Drift, Equipment, InstalledDevice, LevelFinding, Measure, Newer,
    )
    from console.table.core.state.contradictions import (
        Claim, Contradiction, ContradictionAnswer, Statement,
    )
    from console.table.core.state.entries import Entry, Journal, JournalEntry, NotRecorded, Unwritable
    from console.table.core.state.event_kinds import LISTS, READINGS, ROWS, EventKind
    from console.table.core.state.note_kinds import (
        OVERDUE, About, CountedAs, JournalOrigin, KnownList, NotedDevice, NoteKind, NoteText, PeopleChange,
        SealTrouble, TakenCall, entries_lost, is_about, kind_of_name, of_health, row_of,
    )
    from console.table.core.state.notifications import TICKS, Notification, NotificationFold
    from console.table.core.state.on_duty import Duty, DutyFold
    from console.table.core.state.open_incident import Incident, IncidentState, Report, SetRounds, StepEnd
    from console.table.core.state.phases import Bets, OrderedShuffle, Phase, RoundStatus
    from console.table.core.state.player_answers import PlayerAnswer
    from console.table.core.state.probed_video import VIDEO_LEAD, NoPicture, ProbeAnswer, ProbedVideo
    from console.table.core.state.reasons import HALT_REASONS, HaltReason, Refusal
    from console.table.core.state.roles import Actor, Role, Trade, Who, person_of, role_or_trade
    from console.table.core.state.table import (
        HANDOVER_TIME, Halt, HandoverSigners, Incidents, Overdue, PersonAtTable, Play, Preparation, Round,
        SetsAtTable, Table, UnusualWheel,
    )
    from console.table.core.state.typed_facts import OF_PERSONS, PROSE, Outlet, shown_with_set
    from console.table.core.state.views import (
        AWAITING_CARD, Fact, HandsView, IncidentStepView, IncidentView, PreviousRound, Prompt, Say, SpinView,
        TrialRequest, View,
    )

__getattr__ = door(__name__)
