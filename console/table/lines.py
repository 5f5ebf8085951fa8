"""The table protocol's lines in: what each may hold, and nothing of whether it may happen now.

A line that does not fit its form is a :class:`Misfit`; one that belongs to another game is known by its
class. Fields that are not listed are ignored here and kept by the journal, which has the line itself.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from console.game.blackjack_hand import Choice
from console.game.cards import Card
from console.game.shoe import CARDS
from console.game.worksheet import Wager
from console.incidents.facts import Fact
from console.table.roles import Role
from console.table.state import LONGEST_BETS
from console.table.wagers import HandNumber, Pocket, Seat, wager_of

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Said = Annotated[str, msgspec.Meta(max_length=2_000)]
"""What somebody says in words: a reason, a note, a remark."""
Seconds = Annotated[int, msgspec.Meta(ge=1, le=LONGEST_BETS)]
FromOne = Annotated[int, msgspec.Meta(ge=1, le=CARDS)]
"""A card's position: nowhere lie more than a shoe has."""


class Line(msgspec.Struct, frozen=True, tag_field="do"):
    """One object of the protocol; ``do`` names its class."""


class SignIn(Line, frozen=True, tag="sign_in"):
    """A person takes a role (headless, or the console's own once a PIN was right)."""

    who: Name
    role: Role


class SignOut(Line, frozen=True, tag="sign_out"):
    """A person leaves."""

    who: Name


class Bets(Line, frozen=True, tag="bets"):
    """The game server opens or closes the bets; ``seconds`` is the rulebook's where it is left out."""

    state: Literal["open", "closed"]
    seconds: Seconds | None = None


class CardLine(Line, frozen=True, tag="card"):
    """A card was read."""

    card: Card
    by: Name | None = None


class CutCard(Line, frozen=True, tag="cut_card"):
    """The cut card came."""


class Unread(Line, frozen=True, tag="unread"):
    """A card was drawn that the reader could not read."""


class Device(Line, frozen=True, tag="device"):
    """Bytes of a device, split anyhow."""

    name: Literal["shoe", "reader", "wheel"]
    hex: str

    def __post_init__(self) -> None:
        """Refuse text that is no hexadecimal."""
        bytes.fromhex(self.hex)


class Done(Line, frozen=True, tag="done"):
    """The one whom the prompt names did what it names."""

    by: Name
    reason: Said | None = None
    note: Said | None = None


class Open(Line, frozen=True, tag="open"):
    """A closed table is opened."""

    by: Name


class Reshuffle(Line, frozen=True, tag="reshuffle"):
    """A shuffle is ordered after this round, or the order taken back."""

    by: Name
    on: bool = True
    new: bool = False


class Close(Line, frozen=True, tag="close"):
    """The table is to close after this round, or the order is taken back."""

    by: Name
    on: bool = True


class Withdraw(Line, frozen=True, tag="withdraw"):
    """What halted the table is taken back; a number of bet time with a reason."""

    by: Name
    reason: Said | None = None


class Void(Line, frozen=True, tag="void"):
    """The round of a halted table is void."""

    by: Name


class Call(Line, frozen=True, tag="call"):
    """The pit boss is called, or has come."""

    by: Name
    on: bool


class Incident(Line, frozen=True, tag="incident"):
    """Something went wrong; what it is, and its facts, may be told later."""

    by: Name
    kind: Name | None = None
    facts: dict[str, Fact] | None = None


class Answer(Line, frozen=True, tag="answer"):
    """What an open incident asked for, or another answer to it; null asks it again."""

    by: Name
    facts: dict[str, Fact | None]


class Authorise(Line, frozen=True, tag="authorise"):
    """The outcome is confirmed."""

    by: Name
    choice: str | None = None
    reason: Said | None = None


class Correct(Line, frozen=True, tag="correct"):
    """A misread card is mended: the hand, or seat and hand, and the position from 1."""

    by: Name
    hand: Annotated[str, msgspec.Meta(pattern=r"^(player|banker|dealer|[1-7]\.[12])\Z")]
    card: FromOne
    to: Card


class Manual(Line, frozen=True, tag="manual"):
    """Cards are entered by hand from now on, or no longer."""

    by: Name
    on: bool


class Settle(Line, frozen=True, tag="settle"):
    """The worksheet: what these bets bring back. Each has the fields of what it is on."""

    by: Name
    bets: list[msgspec.Raw]

    def __post_init__(self) -> None:
        """Refuse a bet that does not fit its form."""
        _ = self.wagers

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """The bets as values."""
        return tuple(map(wager_of, self.bets))


class Remark(Line, frozen=True, tag="say"):
    """Words for the journal."""

    by: Name
    text: Said


class View(Line, frozen=True, tag="view"):
    """Only asks for the view; the one line that is not recorded."""


class Seats(Line, frozen=True, tag="seats"):
    """Blackjack: who has bet."""

    seats: list[Seat]

    def __post_init__(self) -> None:
        """Refuse a seat that is named twice."""
        if len(set(self.seats)) != len(self.seats):
            raise ValueError("a seat is named twice")


class Decision(Line, frozen=True, tag="decision"):
    """Blackjack: a player's answer."""

    seat: Seat
    hand: HandNumber
    choice: Choice


class Spin(Line, frozen=True, tag="spin"):
    """Roulette: the ball's run, confirmed."""

    turns: Annotated[int, msgspec.Meta(ge=0, le=99)]
    direction: Literal["against", "with"]
    by: Name


class Number(Line, frozen=True, tag="number"):
    """Roulette: the pocket, by the reader or by the dealer."""

    number: Pocket
    source: Literal["reader", "dealer"]
    by: Name | None = None

    def __post_init__(self) -> None:
        """A dealer's number names the dealer."""
        if self.source == "dealer" and self.by is None:
            raise ValueError("a dealer's number names the dealer")


Any = (
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

OF_CARDS: Final[frozenset[type[Line]]] = frozenset((CardLine, CutCard, Unread, Reshuffle, Correct, Manual))
"""The lines of every game that is dealt from a shoe."""

OF_SOME_GAMES: Final[frozenset[type[Line]]] = OF_CARDS | {Seats, Decision, Spin, Number}
"""The lines that not every game has."""

LONGEST: Final = 1 << 20
"""Bytes of a line at most, without its end; of a longer one its beginning is kept."""

_DECODER: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(Any)


class Misfit(ValueError):
    """A line that is no object of the protocol; the text says which field and why."""


def parse(line: bytes) -> Any:
    """The line as a value. Raises :class:`Misfit` naming the field and what it may hold."""
    if len(line) > LONGEST:
        raise Misfit(f"a line has at most {LONGEST} bytes")
    try:
        return _DECODER.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Misfit(str(error)) from error
