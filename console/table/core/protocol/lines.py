"""The table protocol's lines in: the form of each, and nothing of whether it may happen now.

A line without its form raises :class:`InvalidLine`, with one English sentence for its author that names the
fault, without a card's face: the line may be of a card that nobody has seen. A line of another game is known
by its class. Fields that are not listed are ignored here and kept by the journal, which has the line itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Annotated, ClassVar, Final, Literal, get_args

import msgspec

from console.base.plain_text import stripped
from console.table.core.state import events
from console.table.core.state.events import SeenView
from console.table.core.state.roles import Role
from console.table.core.state.table import LONGEST_BETS
from console.table.core.state.typed_facts import PREPARED, SET, TYPED, TypedFact
from console.table.game.baccarat.rules import Bet as OnCoup
from console.table.game.blackjack.hands import Choice
from console.table.game.blackjack.payout import Bet as OnHand
from console.table.game.cards import DECKS, Card
from console.table.game.games import GAMES
from console.table.game.roulette.payout import BETS as ON_SPIN
from console.table.game.roulette.payout import is_a_bet
from console.table.game.shoe import CARDS
from console.table.game.worksheet import Wager
from console.table.incidents.facts import Fact
from console.table.incidents.known_kinds import UNASKED

Stake = Annotated[int, msgspec.Meta(ge=1, le=10**12)]
"""A stake in minor units."""
Seat = Annotated[int, msgspec.Meta(ge=1, le=7)]
HandNumber = Annotated[int, msgspec.Meta(ge=1, le=2)]
Pocket = Annotated[int, msgspec.Meta(ge=0, le=36)]
EachSide = Annotated[int, msgspec.Meta(ge=1, le=18)]


class _On(msgspec.Struct, frozen=True):
    on: str


class _Plain(_On, frozen=True):
    stake: Stake


class _OfHand(_Plain, frozen=True):
    seat: Seat
    hand: HandNumber


class _OfNumbers(_Plain, frozen=True):
    numbers: tuple[Pocket, ...]

    def __post_init__(self) -> None:
        if len(self.numbers) != COVERED[self.on] or len(set(self.numbers)) != len(self.numbers):
            raise ValueError(f"{self.on} covers {COVERED[self.on]} numbers")


class _OfNeighbours(_Plain, frozen=True):
    number: Pocket
    each: EachSide


COVERED: Final = {
    **{"straight": 1, "split": 2, "street": 3, "corner": 4, "six_line": 6},
    **{"column": 12, "dozen": 12},
}
"""Roulette's bets that name their numbers, and how many each covers."""

_FIELDS: Final = ("red", "black", "odd", "even", "low", "high", "voisins", "jeu_zero", "tiers", "orphelins")
"""Roulette's bets whose numbers the wheel and the layout give."""

FORMS: Final[dict[str, type[_Plain]]] = {
    **{on.value: _Plain for on in OnCoup},
    **{on.value: _OfHand for on in OnHand},
    **dict.fromkeys(COVERED, _OfNumbers),
    **dict.fromkeys(_FIELDS, _Plain),
    "neighbours": _OfNeighbours,
    **{on: _Plain for row in GAMES.values() for on in row.bets},
}
"""Every bet by its name, and the fields that it has."""


def is_wager(bet: msgspec.Raw) -> bool:
    try:
        wager_of(bet)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
    return True


def wager_of(bet: msgspec.Raw) -> Wager:
    """The bet as a value, without others' fields. Raises ValueError if it does not fit its form."""
    on = msgspec.json.decode(bet, type=_On).on
    if on not in FORMS:
        raise ValueError(f"{on}: nothing that can be bet on")
    wager = Wager(**msgspec.structs.asdict(msgspec.json.decode(bet, type=FORMS[on])))
    if on in ON_SPIN and not is_a_bet(wager):
        raise ValueError(f"{on}: the layout has no such bet on {wager.numbers}")
    return wager


Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
FreeText = Annotated[str, msgspec.Meta(max_length=2_000)]
"""A person's words: a reason, a note, a remark."""
Seconds = Annotated[int, msgspec.Meta(ge=1, le=LONGEST_BETS)]
FromOne = Annotated[int, msgspec.Meta(ge=1, le=CARDS)]
"""A card's position: nowhere lie more than a shoe has."""


MOST_COUNTED: Final = 1_000
"""The most cards that a count can have."""
OfCount = Annotated[int, msgspec.Meta(ge=0, le=MOST_COUNTED)]
Counted = OfCount | Annotated[list[OfCount], msgspec.Meta(min_length=DECKS, max_length=DECKS)]
"""The cards counted at an inspection, of the whole set or deck by deck."""
SetNumber = Annotated[str, msgspec.Meta(min_length=1, max_length=SET.ceiling)]
"""The number of a card set, as its label has it."""
Preparer = Annotated[str, msgspec.Meta(min_length=1, max_length=PREPARED.ceiling)]


class Line(msgspec.Struct, frozen=True, tag_field="do"):
    """One object of the protocol; ``do`` names its class."""

    becomes: ClassVar[tuple[type[events.AnyEvent], ...]] = ()
    """The event that the line becomes (:mod:`console.table.core.running.line_events` chooses), if any."""

    def __post_init__(self) -> None:
        """Refuse a typed text that shows nothing, if its row does not leave such a text out."""
        for row in typed_in(type(self)):
            if row.right and _is_blank(getattr(self, row.name)):
                raise ValueError(f"{row.name} shows nothing")


class OfPerson(Line, frozen=True, kw_only=True):
    """A person's line, with what that person saw; a device's, without ``by``, has no field ``seen``."""

    seen: SeenView | msgspec.UnsetType = msgspec.UNSET

    @property
    def seen_view(self) -> SeenView | None:
        """The view that the line answers; None if it names none."""
        return None if self.seen is msgspec.UNSET else self.seen


class SignIn(Line, frozen=True, tag="sign_in"):
    """A person takes a role (headless, or the console's own once a PIN was right)."""

    becomes = (events.SignedIn,)
    who: Name
    role: Role
    way: str | None = None
    """``pin``, ``badge`` or ``lasting``, the authority of an earlier one; headless it gives nothing."""


class SignOut(Line, frozen=True, tag="sign_out"):
    """A person leaves."""

    becomes = (events.SignedOut,)
    who: Name


Round = Name | None | msgspec.UnsetType
"""The round's id (`bets open`: the last one's). Another makes the line stale, so that none counts twice."""


class Bets(Line, frozen=True, tag="bets"):
    """The game server opens or closes the bets; ``seconds`` is the rulebook's if it is left out."""

    becomes = (events.BetsOpened, events.BetsClosed)
    state: Literal["open", "closed"]
    seconds: Seconds | None = None
    round: Round = msgspec.UNSET


class CardLine(OfPerson, frozen=True, tag="card"):
    """A card was read."""

    becomes = (events.CardDrawn,)
    card: Card
    by: Name | None = None


class CutCard(OfPerson, frozen=True, tag="cut_card"):
    """The cut card came; ``by`` the dealer or pit boss who says so, if no device does."""

    becomes = (events.CutCardDrawn,)
    by: Name | None = None


class Unread(Line, frozen=True, tag="unread"):
    """A card was drawn that the reader could not read."""

    becomes = (events.CardUnread,)


_HEX: Final = r"^[ \t-\r]*([0-9A-Fa-f]{2}[ \t-\r]*)*$"
"""The texts that bytes.fromhex accepts, as a schema's pattern."""


class Device(Line, frozen=True, tag="device"):
    """Bytes of a device, split anyhow."""

    name: Literal["shoe", "reader", "wheel"]
    hex: Annotated[str, msgspec.Meta(extra_json_schema={"pattern": _HEX})]
    after: Annotated[int, msgspec.Meta(ge=0, le=10**9)] | None = None
    """Milliseconds since the device's last line; left out, as many as it always leaves."""
    opened: bool = False
    """Whether the bytes came within half a second of an opened port."""

    def __post_init__(self) -> None:
        bytes.fromhex(self.hex)


class Done(OfPerson, frozen=True, tag="done"):
    """The person whom the prompt names has done its action."""

    becomes = (events.StepDone,)
    by: Name
    reason: FreeText | None = None
    note: FreeText | None = None
    damaged: bool | None = None
    """Whether the ball is damaged, at an incident's check of it."""
    counted: Counted | None = None
    """The cards that were counted at an inspection: of the whole set, or of each deck."""
    before: Annotated[list[OfCount], msgspec.Meta(max_length=DECKS)] | None = None
    """The counts that were typed before it."""
    set: SetNumber | None = None
    """The number of the card set that comes or goes with the step."""
    prepared: Preparer | None = None
    """Who prepared the set that comes: a person's id, or a machine's name with the number of its receipt."""


class Open(OfPerson, frozen=True, tag="open"):
    """A closed table is opened."""

    becomes = (events.TableOpened,)
    by: Name


class Reshuffle(OfPerson, frozen=True, tag="reshuffle"):
    """A shuffle is ordered after this round, or the order is taken back."""

    becomes = (events.ReshuffleOrdered,)
    by: Name
    on: bool = True
    new: bool = False


class Close(OfPerson, frozen=True, tag="close"):
    """The table is to close after this round, or the order is taken back."""

    becomes = (events.CloseOrdered,)
    by: Name
    on: bool = True


class Withdraw(OfPerson, frozen=True, tag="withdraw"):
    """The halt is taken back; a number of bet time with a reason."""

    becomes = (events.ReportWithdrawn, events.HaltWithdrawn)
    by: Name
    reason: FreeText | None = None


class Void(OfPerson, frozen=True, tag="void"):
    """The round of a halted table is void."""

    becomes = (events.RoundVoided,)
    by: Name


class Call(OfPerson, frozen=True, tag="call"):
    """The pit boss is called, or has come."""

    becomes = (events.PitBossCalled,)
    by: Name
    on: bool


class Incident(OfPerson, frozen=True, tag="incident"):
    """A report of an incident; its kind and its facts may be given later."""

    becomes = (events.IncidentReported,)
    by: Name
    kind: Name | None = None
    facts: Mapping[str, Fact | None] | None = None
    meant: object = None
    """The kind that a screen chose for a waiting report; it is no protocol field, and ignored from others."""

    def __post_init__(self) -> None:
        """Refuse null as a fact, but for one never asked: left out or null it is false (LT-ROU-29)."""
        if any(value is None and fact != UNASKED for fact, value in (self.facts or {}).items()):
            raise ValueError("a report's fact is null")

    @property
    def given_facts(self) -> dict[str, Fact]:
        return {fact: value for fact, value in (self.facts or {}).items() if value is not None}


class Answer(OfPerson, frozen=True, tag="answer"):
    """The answer to a question of the open incident, or a changed answer; null asks the question again."""

    becomes = (events.IncidentAnswered,)
    by: Name
    facts: dict[str, Fact | None]


class Authorise(OfPerson, frozen=True, tag="authorise"):
    """The outcome is confirmed."""

    becomes = (events.OutcomeAuthorised,)
    by: Name
    choice: str | None = None
    reason: FreeText | None = None


_HANDS: Final = tuple(hand for row in GAMES.values() for hand in row.hands)
_HAND: Final = rf"^({'|'.join(_HANDS)}|[1-7]\.[12])$(?!\n)"


class Correct(OfPerson, frozen=True, tag="correct"):
    """A misread card is corrected: its hand, or seat and hand, and its position from 1."""

    becomes = (events.CardCorrected,)
    by: Name
    hand: Annotated[str, msgspec.Meta(pattern=_HAND)]
    card: FromOne
    to: Card


class Manual(OfPerson, frozen=True, tag="manual"):
    """Cards are entered by hand from now on, or no longer."""

    becomes = (events.ManualSet,)
    by: Name
    on: bool


class Settle(OfPerson, frozen=True, tag="settle"):
    """The worksheet: the returns of these bets. Each bet has the fields of its place."""

    becomes = (events.WorksheetMade,)
    by: Name
    bets: list[msgspec.Raw]

    def __post_init__(self) -> None:
        _ = self.wagers

    @property
    def wagers(self) -> tuple[Wager, ...]:
        return tuple(map(wager_of, self.bets))


class Remark(OfPerson, frozen=True, tag="say"):
    """Words for the journal."""

    becomes = (events.Remarked,)
    by: Name
    text: Annotated[FreeText, msgspec.Meta(min_length=1)]


class View(Line, frozen=True, tag="view"):
    """Only asks for the view; the one line that is not recorded."""


class Seats(Line, frozen=True, tag="seats"):
    """Blackjack: the seats with a bet."""

    becomes = (events.SeatsTold,)
    seats: Annotated[list[Seat], msgspec.Meta(extra_json_schema={"uniqueItems": True})]
    round: Round = msgspec.UNSET

    def __post_init__(self) -> None:
        if len(set(self.seats)) != len(self.seats):
            raise ValueError("a seat is named twice")


class Decision(OfPerson, frozen=True, tag="decision"):
    """Blackjack: a player's answer; ``by`` a pit boss if no answer comes (BJ-3.5-iii, LT-BJ-08)."""

    becomes = (events.PlayerAnswered,)
    seat: Seat
    hand: HandNumber
    choice: Choice
    by: Name | None = None
    reason: FreeText | None = None
    round: Round = msgspec.UNSET


class Spin(OfPerson, frozen=True, tag="spin"):
    """Roulette: the ball's run, confirmed."""

    becomes = (events.BallRan,)
    turns: Annotated[int, msgspec.Meta(ge=0, le=99)]
    direction: Literal["against", "with"]
    by: Name


class Number(OfPerson, frozen=True, tag="number"):
    """Roulette: the pocket, by the reader or by the dealer."""

    becomes = (events.NumberRead, events.NumberSaid)
    number: Pocket
    source: Literal["reader", "dealer"]
    by: Name | None = None
    round: Round = msgspec.UNSET

    def __post_init__(self) -> None:
        if self.source == "dealer" and self.by is None:
            raise ValueError("a dealer's number names the dealer")


AnyLine = (
    SignIn
    | SignOut
    | Bets
    | CardLine
    | CutCard
    | Unread
    | Device
    | Done
    | Open
    | Reshuffle
    | Close
    | Withdraw
    | Void
    | Call
    | Incident
    | Answer
    | Authorise
    | Correct
    | Manual
    | Settle
    | Remark
    | View
    | Seats
    | Decision
    | Spin
    | Number
)

DO_OF: Final[dict[type[events.AnyEvent], str]] = {
    event: str(line.__struct_config__.tag) for line in get_args(AnyLine) for event in line.becomes
}
"""The ``do`` of the line that becomes an event; events that no line becomes are left out."""

OfRound = Bets | Seats | Decision | Number
"""The lines that may name their round."""

OF_CARDS: Final[frozenset[type[Line]]] = frozenset((CardLine, CutCard, Unread, Reshuffle, Correct, Manual))
"""The lines of every game that is dealt from a shoe."""

OF_SOME_GAMES: Final[frozenset[type[Line]]] = OF_CARDS | {Seats, Decision, Spin, Number}
"""The lines that not every game has."""

LONGEST: Final = 1 << 20
"""Bytes of a line at most, without its end; of a longer one its beginning is kept."""


OBJECT: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
"""An object's fields, each as it is written."""


@cache
def _decoder() -> msgspec.json.Decoder[AnyLine]:
    """The decoder, made for the first line, so that no start waits for it."""
    return msgspec.json.Decoder(AnyLine)


class InvalidLine(ValueError):
    """A line that has no form of the protocol; the text names the field and the fault."""


def parse(line: bytes) -> AnyLine:
    """The line as a value. Raises :class:`InvalidLine` naming the field and its allowed values."""
    if len(line) > LONGEST:
        raise InvalidLine(f"a line has at most {LONGEST} bytes")
    try:
        return _without_blanks(_decoder().decode(_given(line)))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise InvalidLine(str(error)) from error


def _without_blanks(line: AnyLine) -> AnyLine:
    """The line, in which a reason or a note that shows nothing is left out."""
    blank = {row.name: None for row in typed_in(type(line)) if _is_blank(getattr(line, row.name))}
    return msgspec.structs.replace(line, **blank) if blank else line


@cache
def typed_in(form: type[Line]) -> tuple[TypedFact, ...]:
    """The facts that people type into a line of this form."""
    kinds = tuple(map(events.name_of, form.becomes))
    rows = {row.name: row for row in TYPED if row.event in kinds}
    return tuple(row for name, row in rows.items() if name in form.__struct_fields__)


def _is_blank(value: object) -> bool:
    return isinstance(value, str) and not stripped(value)


def _given(line: bytes) -> bytes:
    """A line without nulls (but ``round``'s) or a reading's ``seen``. Raises ValueError for a name twice."""
    fields = OBJECT.decode(line)
    # Each name has a colon, so a line with as many names as colons has none twice.
    if (line.count(b":") > len(fields) or not line.isascii()) and has_twice(line):
        raise ValueError("a name stands twice")
    given = {name: raw for name, raw in fields.items() if name == "round" or bytes(raw) != b"null"}
    if "by" not in given and bytes(given.get("do", b"")) in _READINGS:
        given.pop("seen", None)
    return line if len(given) == len(fields) else msgspec.json.encode(given)


_READINGS: Final = (b'"card"', b'"cut_card"', b'"number"')
"""The lines of devices that a person can send, too."""


def has_twice(line: bytes) -> bool:
    """Whether a name stands twice in an object of the line, which is JSON."""
    found = list[bool]()
    json.loads(
        line, object_pairs_hook=lambda pairs: found.append(len(dict(pairs)) < len(pairs)), parse_int=str
    )
    return any(found)
