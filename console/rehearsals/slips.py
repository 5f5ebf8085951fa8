"""The slips of rehearsals: one table, a row for each, and the moments of a round at which it can happen.

A row has the games of a slip, its incident by kind and fixed facts, its moments, and its way of happening: by
a device, by the console's own clock or disk, or by a report, if a simulated table can't show it. The rulebook
alone has the right answer.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from console.table.game import DOCUMENTED, GAMES, has_wheel, load_rulebook, rulebook_ids
from console.table.incidents import Fact, Kind


class Occasion(StrEnum):
    """A moment of play at which something can go wrong."""

    SHUFFLE = "shuffle"
    """A step of the shuffle is due: the step that ``count`` names, else the first."""
    INSPECTION = "inspection"
    """The decks are being inspected."""
    BURNED = "burned"
    """The shoe is in play, and no round has begun."""
    BETWEEN = "between"
    """The round before is over, and bets are not open."""
    BET_TIME = "bet_time"
    """Bets are open."""
    CARDS_OUT = "cards_out"
    """``count`` cards of the round (default: none) are dealt, and a card or an answer is due."""
    DECIDING = "deciding"
    """A player's answer is due."""
    SPIN_DUE = "spin_due"
    """Bets are closed, and the ball has to be spun."""
    BALL_RUNS = "ball_runs"
    """The ball was spun well, and its number is awaited."""
    RESULT = "result"
    """The result has to be announced."""


class SlipAct(StrEnum):
    TOLD = "told"
    """A simulated table can't show it: a colleague reports it."""
    CARD = "card"
    """A card is drawn that is not due."""
    MISREAD = "misread"
    """The next card is read as a different one, which a colleague reports."""
    TWICE = "twice"
    """The last card is read once more, as if it were the next."""
    UNREAD = "unread"
    """The next card is not read, however often it is tried."""
    DEVICE_FAULT = "device_fault"
    """The shoe or the wheel's reader reports a failure; for a card reader a colleague does."""
    WITH_WHEEL = "with_wheel"
    """The reader sees the ball run with the wheel."""
    BALL = "ball"
    """The reader sees the ball in its track."""
    NUMBER = "number"
    """The reader sends a number."""
    OTHER_NUMBER = "other_number"
    """The reader sends another number than before."""
    SILENCE = "silence"
    """The ball lies, and the reader sends no number."""
    FEW_TURNS = "few_turns"
    """The ball leaves its track too early, which the person who confirms its run must report."""
    ANSWER_TWICE = "answer_twice"
    """A player's answer comes a second time."""
    ANSWER_LATE = "answer_late"
    """A player's answer comes after its time."""
    CLOCK = "clock"
    """The machine's clock is set."""
    DISK = "disk"
    """The journal can't be written for some seconds."""


class Slip(StrEnum):
    """A mistake with a name of its own, as a rehearsal's file writes it."""

    CARD_DROPS = "card_drops"
    CARD_TURNS = "card_turns"
    BURNED_TOO_MANY = "burned_too_many"
    BURNED_TOO_FEW = "burned_too_few"
    BURN_FORGOTTEN = "burn_forgotten"
    BURN_CARD_SHOWN = "burn_card_shown"
    FIRST_CARD_SHOWN = "first_card_shown"
    DEVICE_FAILS = "device_fails"
    CUT_CARD_MISSED = "cut_card_missed"
    CUT_CARD_UNSCANNED = "cut_card_unscanned"
    CARD_TOO_MANY = "card_too_many"
    CARD_IN_BET_TIME = "card_in_bet_time"
    READER_FAILS = "reader_fails"
    CARD_ON_WRONG_SIDE = "card_on_wrong_side"
    HAND_MISSED = "hand_missed"
    HAND_TOO_MANY = "hand_too_many"
    CARDS_LEFT = "cards_left"
    CARD_DAMAGED = "card_damaged"
    CARD_MISREAD = "card_misread"
    CARD_SWAPPED = "card_swapped"
    CARD_READ_TWICE = "card_read_twice"
    CARDS_STUCK = "cards_stuck"
    CARDS_OUT_OF_ORDER = "cards_out_of_order"
    CARD_FACE_DOWN = "card_face_down"
    HOLE_CARD_SHOWN = "hole_card_shown"
    HOLE_CARD_TURNED = "hole_card_turned"
    PLAYER_PASSED_OVER = "player_passed_over"
    CARDS_CLEARED = "cards_cleared"
    ACT_FORBIDDEN = "act_forbidden"
    PLAY_STOPS = "play_stops"
    BALL_WITH_WHEEL = "ball_with_wheel"
    BALL_WRONG_WAY = "ball_wrong_way"
    BALL_FEW_TURNS = "ball_few_turns"
    WHEEL_STOPS = "wheel_stops"
    BALL_HANGS = "ball_hangs"
    BALL_LEAVES_WHEEL = "ball_leaves_wheel"
    OBJECT_FALLS_IN = "object_falls_in"
    NUMBER_NOT_READ = "number_not_read"
    BALL_IN_BET_TIME = "ball_in_bet_time"
    BALL_FALLS_IN_BET_TIME = "ball_falls_in_bet_time"
    NUMBER_IN_BET_TIME = "number_in_bet_time"
    NUMBER_WRONG = "number_wrong"
    NUMBER_CHANGES = "number_changes"
    ANSWER_TWICE = "answer_twice"
    ANSWER_LATE = "answer_late"
    CLOCK_IS_SET = "clock_is_set"
    DISK_IS_FULL = "disk_is_full"


class SlipIncident(NamedTuple):
    """The incident of a slip: its kind, and the facts obvious from the slip itself."""

    kind: str
    facts: dict[str, Fact]


class SlipRow(NamedTuple):
    games: tuple[str, ...]
    occasions: tuple[Occasion, ...]
    """When it can happen, in any game that has them; the game's first is the default."""
    incidents: tuple[SlipIncident, ...]
    """The slip's possible incidents, of which the first reportable one counts; empty: nothing to report."""
    act: SlipAct = SlipAct.TOLD
    """How the slip happens at the table of a rehearsal."""

    @property
    def kind(self) -> str | None:
        """The kind of incident under which the slip is practised; None if nothing must be reported."""
        return self.incidents[0].kind if self.incidents else None


def _is(kind: str, **facts: Fact) -> SlipIncident:
    return SlipIncident(kind, facts)


_AT_WHEEL: Final = tuple(game for game in DOCUMENTED if has_wheel(game))
_CARDS: Final = tuple(game for game in DOCUMENTED if not has_wheel(game))
_SEATED: Final = tuple(game for game in _CARDS if GAMES[game].is_answered)
"""The games of cards whose players have seats, and are asked."""
_SHARED: Final = tuple(game for game in _CARDS if not GAMES[game].is_answered)
"""The games of cards that lie for everybody."""
_O = Occasion
_DEALT: Final = (_O.CARDS_OUT, _O.DECIDING, _O.RESULT)
_OF_ROUND: Final = (*_DEALT, _O.BET_TIME, _O.SPIN_DUE, _O.BALL_RUNS)
_BEFORE: Final = (_O.BURNED, _O.BETWEEN, _O.BET_TIME, *_DEALT)

NAMED: Final[dict[str, SlipRow]] = {
    Slip.CARD_DROPS: SlipRow(_CARDS, (*_DEALT, _O.SHUFFLE), (_is("card_fell"),)),
    Slip.CARD_TURNS: SlipRow(_SHARED, (_O.SHUFFLE,), (_is("card_turned_in_shuffle"),)),
    Slip.BURNED_TOO_MANY: SlipRow(_SHARED, _BEFORE, (_is("over_burn"),)),
    Slip.BURNED_TOO_FEW: SlipRow(_SHARED, _BEFORE, (_is("under_burn"),)),
    Slip.BURN_FORGOTTEN: SlipRow(_SHARED, _BEFORE, (_is("no_burn"),)),
    Slip.BURN_CARD_SHOWN: SlipRow(_SHARED, _BEFORE, (_is("burn_card_shown"),)),
    Slip.FIRST_CARD_SHOWN: SlipRow(_SHARED, (_O.CARDS_OUT,), (_is("first_card_face_up"),)),
    Slip.DEVICE_FAILS: SlipRow(
        DOCUMENTED, (_O.CARDS_OUT, _O.SPIN_DUE, _O.BALL_RUNS, _O.DECIDING), (_is("technical_fault"),),
        SlipAct.DEVICE_FAULT,
    ),
    Slip.CUT_CARD_MISSED: SlipRow(_CARDS, (*_DEALT, _O.BET_TIME), (_is("played_past_cut_card"),)),
    Slip.CUT_CARD_UNSCANNED: SlipRow(_SEATED, (*_DEALT, _O.BETWEEN), (_is("cut_card_not_scanned"),)),
    Slip.CARD_TOO_MANY: SlipRow(
        _SHARED, (_O.RESULT, _O.BETWEEN), (_is("extra_card_drawn"),), SlipAct.CARD
    ),
    Slip.CARD_IN_BET_TIME: SlipRow(_CARDS, (_O.BET_TIME,), (_is("early_deal"),), SlipAct.CARD),
    Slip.READER_FAILS: SlipRow(_CARDS, (_O.CARDS_OUT,), (_is("reader_failed"),), SlipAct.UNREAD),
    Slip.CARD_ON_WRONG_SIDE: SlipRow(_CARDS, _DEALT, (_is("wrong_position"),)),
    Slip.HAND_MISSED: SlipRow(_SEATED, _DEALT, (_is("too_few_hands"),)),
    Slip.HAND_TOO_MANY: SlipRow(_SEATED, _DEALT, (_is("too_many_hands"),)),
    Slip.CARDS_LEFT: SlipRow(_SHARED, _BEFORE, (_is("cards_left_on_table"),)),
    Slip.CARD_DAMAGED: SlipRow(_CARDS, (*_DEALT, _O.INSPECTION), (_is("damaged_card"),)),
    Slip.CARD_MISREAD: SlipRow(_CARDS, _DEALT, (_is("misread"),), SlipAct.MISREAD),
    Slip.CARD_SWAPPED: SlipRow(_SEATED, _DEALT, (_is("card_mismatch"),), SlipAct.MISREAD),
    Slip.CARD_READ_TWICE: SlipRow(_CARDS, (_O.CARDS_OUT,), (_is("double_scan"),), SlipAct.TWICE),
    Slip.CARDS_STUCK: SlipRow(_CARDS, _DEALT, (_is("stuck_cards"),)),
    Slip.CARDS_OUT_OF_ORDER: SlipRow(_SEATED, _DEALT, (_is("out_of_order"),)),
    Slip.CARD_FACE_DOWN: SlipRow(_SEATED, (_O.CARDS_OUT,), (_is("card_face_down"),)),
    Slip.HOLE_CARD_SHOWN: SlipRow(_SEATED, (_O.DECIDING, _O.CARDS_OUT), (_is("hole_card_exposed"),)),
    Slip.HOLE_CARD_TURNED: SlipRow(
        _SEATED, (_O.DECIDING, _O.CARDS_OUT), (_is("hole_card_turned_early"),)
    ),
    Slip.PLAYER_PASSED_OVER: SlipRow(_SEATED, (_O.RESULT,), (_is("no_chance_to_act"),)),
    Slip.CARDS_CLEARED: SlipRow(_CARDS, _DEALT, (_is("cards_cleared_early"),)),
    Slip.ACT_FORBIDDEN: SlipRow(_CARDS, _BEFORE, (_is("prohibited_action"),)),
    Slip.PLAY_STOPS: SlipRow(DOCUMENTED, _OF_ROUND, (_is("cannot_continue"),)),
    Slip.BALL_WITH_WHEEL: SlipRow(
        _AT_WHEEL, (_O.SPIN_DUE,), (_is("no_spin", cause="same_direction"),), SlipAct.WITH_WHEEL
    ),
    Slip.BALL_WRONG_WAY: SlipRow(_AT_WHEEL, (_O.BALL_RUNS,), (_is("no_spin", cause="wrong_direction"),)),
    Slip.BALL_FEW_TURNS: SlipRow(
        _AT_WHEEL, (_O.SPIN_DUE,), (_is("no_spin", cause="few_turns"),), SlipAct.FEW_TURNS
    ),
    Slip.WHEEL_STOPS: SlipRow(_AT_WHEEL, (_O.BALL_RUNS,), (_is("no_spin", cause="wheel_stopped"),)),
    Slip.BALL_HANGS: SlipRow(_AT_WHEEL, (_O.BALL_RUNS,), (_is("no_spin", cause="ball_hangs"),)),
    Slip.BALL_LEAVES_WHEEL: SlipRow(
        _AT_WHEEL, (_O.BALL_RUNS,), (_is("ball_out"), _is("no_spin", cause="ball_out"))
    ),
    Slip.OBJECT_FALLS_IN: SlipRow(
        _AT_WHEEL, (_O.BALL_RUNS,), (_is("foreign_object"), _is("no_spin", cause="foreign_object"))
    ),
    Slip.NUMBER_NOT_READ: SlipRow(_AT_WHEEL, (_O.BALL_RUNS,), (_is("not_read"),), SlipAct.SILENCE),
    Slip.BALL_IN_BET_TIME: SlipRow(
        _AT_WHEEL, (_O.BET_TIME,), (_is("spun_in_bet_time", ball="track"),), SlipAct.BALL
    ),
    Slip.BALL_FALLS_IN_BET_TIME: SlipRow(
        _AT_WHEEL, (_O.BET_TIME,), (_is("spun_in_bet_time", ball="pocket", recorded=False),)
    ),
    Slip.NUMBER_IN_BET_TIME: SlipRow(
        _AT_WHEEL, (_O.BET_TIME,), (_is("spun_in_bet_time", ball="pocket"),), SlipAct.NUMBER
    ),
    Slip.NUMBER_WRONG: SlipRow(
        _AT_WHEEL, (_O.RESULT, _O.BETWEEN), (_is("wrong_number_recorded"),)
    ),
    Slip.NUMBER_CHANGES: SlipRow(
        _AT_WHEEL, (_O.RESULT,), (_is("wrong_number_recorded"),), SlipAct.OTHER_NUMBER
    ),
    Slip.ANSWER_TWICE: SlipRow(_SEATED, (_O.DECIDING,), (), SlipAct.ANSWER_TWICE),
    Slip.ANSWER_LATE: SlipRow(_SEATED, (_O.DECIDING,), (), SlipAct.ANSWER_LATE),
    Slip.CLOCK_IS_SET: SlipRow(DOCUMENTED, _OF_ROUND, (), SlipAct.CLOCK),
    Slip.DISK_IS_FULL: SlipRow(DOCUMENTED, _OF_ROUND, (), SlipAct.DISK),
}  # fmt: skip
"""The slips that have a name of their own."""
_AT_ANY_TIME: Final = (*_OF_ROUND, _O.BETWEEN, _O.BURNED, _O.SHUFFLE, _O.INSPECTION)


@cache
def slips() -> dict[str, SlipRow]:
    """Every slip by its name in a file: the slips with their own name, and under its own name each other kind
    of incident, which a colleague reports; but for cards that were not mixed, which only a halt of the card
    set brings, and simulated tables have none.
    """
    named = {each.kind for row in NAMED.values() for each in row.incidents} | {Kind.NOT_MIXED}
    games: dict[str, dict[str, None]] = {}
    for rulebook in map(load_rulebook, rulebook_ids()):
        for game in DOCUMENTED:
            for kind in rulebook.games[game].incidents.kinds if game in rulebook.games else ():
                games.setdefault(kind, {})[game] = None
    kinds = {kind: SlipRow((*of,), _AT_ANY_TIME, (_is(kind),)) for kind, of in games.items()}
    return {**NAMED, **{kind: row for kind, row in kinds.items() if kind not in named}}


_GAMES_WITH: Final = {
    Occasion.SHUFFLE: _CARDS,
    Occasion.INSPECTION: _CARDS,
    Occasion.CARDS_OUT: _CARDS,
    Occasion.DECIDING: _SEATED,
    Occasion.SPIN_DUE: _AT_WHEEL,
    Occasion.BALL_RUNS: _AT_WHEEL,
}
"""The games that have a moment; every game has the others."""


def occasions_in(game: str, slip_row: SlipRow) -> tuple[Occasion, ...]:
    """The moments of a slip that exist in a game, the usual one first."""
    return tuple(each for each in slip_row.occasions if game in _GAMES_WITH.get(each, DOCUMENTED))


def slip_of(game: str, kind: str, facts: dict[str, Fact]) -> str | None:
    """The slip with this incident that fixes most of its facts, if any."""
    fitting = (
        (len(incident.facts), slip)
        for slip, row in slips().items()
        if game in row.games
        for incident in row.incidents
        if incident.kind == kind and incident.facts.items() <= facts.items()
    )
    return max(fitting, key=lambda each: each[0], default=(0, None))[1]
