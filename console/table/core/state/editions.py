"""The differences between the editions of the protocol: a row for each, asked by its name.

A journal of an earlier edition is read by every later console: what was begun under it ends by it. So a shoe,
a round, a halt and a report keep the edition of the console at which they began. A difference goes by the
innermost of these that it speaks of, else by the console that writes the entry::

    if table.holds(editions.SETTLED): ...
    if table.holds(editions.SETTLED, of=waiting_report): ...

A new difference is a new row of a new edition, and a scene in ``tests/table/core/editions`` that tells the
two apart. Nothing compares an edition's number but :meth:`Row.since`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Protocol

OLDEST: Final = 3
"""The edition of 1.2, whose journals are the oldest that are read."""

EDITION = 4
"""The edition of this console: of whatever begins at it."""


class GoesBy(StrEnum):
    """The things that a difference can speak of, the innermost first."""

    REPORT = "report"
    """The open report, or the one that is asked about."""
    HALT = "halt"
    ROUND = "round"
    """The open round, else the last."""
    SHOE = "shoe"


class Begun(Protocol):
    """Something that began at a console: a report, a halt, a round, a shoe; or the table of a console."""

    @property
    def edition(self) -> int:
        """The edition of that console."""


class Row:
    """A named difference: its name begins with the first edition in which it holds."""

    def __init__(self, name: str, sentence: str, *goes_by: GoesBy) -> None:
        """``sentence`` is the behaviour from that edition on, in English, for the handbook; ``goes_by`` the
        things of which it speaks, the innermost first: the first one there decides, else the console.
        """
        self.name, self.sentence, self.goes_by = name, sentence, goes_by
        self.since = int(name[1 : name.index("-")])

    def holds(self, edition: int) -> bool:
        return edition >= self.since


UNSEEN: Final = Row(
    "E4-unseen",
    "A pit boss's own report is its authorisation only if no fact was missing as it was made and, where it "
    "had to wait, if its case, its facts, the round's cards and its number are still the same as it opens; "
    "an outcome that was authorised and is asked again names who authorised it.",
    GoesBy.REPORT,
)
KEPT: Final = Row(
    "E4-kept",
    "A card that came while a report was open, and that no step asked for, is dropped by no outcome of the "
    "reports that waited: in a void round it counts as drawn, else it halts the table once play would go on.",
    GoesBy.REPORT,
)
SILENT: Final = Row(
    "E4-silent",
    "No winner and no number is announced, nor that play goes on, by a line after which the table is halted "
    "without steps of its own or another report opens, but by the line with which play does go on.",
    GoesBy.REPORT,
    GoesBy.HALT,
    GoesBy.ROUND,
)
MOMENT: Final = Row(
    "E4-moment",
    "A report made in a halt or under another report may stand by the letters of the moment at which the "
    "table halted, too, and by these first.",
    GoesBy.REPORT,
)
SMALLER: Final = Row(
    "E4-smaller",
    "A count's report is answered by a pit boss alone. The report of LT-BJ-2.3.7 stands in the first two "
    "rounds of a shoe. The outcome of a wrong_card_set whose set is gone does nothing but end it. The cause "
    "of a wrong_card_set is known from the halt. A doubled hand without a chance to act gets its first bet "
    "back alone. The hole card is due for a report if it was due as that was made. A number that is put "
    "right and back is no correction. A wheel's warning of bet time is taken back without a reason. With no "
    "round open the number of a ball said to be out is no one's, and another one that came beside it stays. "
    "Each of several faults in one line is in the text.",
    GoesBy.REPORT,
    GoesBy.HALT,
)
TURN: Final = Row(
    "E4-turn",
    "No chance to act can be reported of a hand whose turn has ended, or that missed insurance by a "
    "time-out, from the peek on, which a pit boss authorises with a reason; of any other hand it is "
    "out_of_turn.",
    GoesBy.REPORT,
)
NAME: Final = Row(
    "E4-name",
    "A card set, wheel, receipt, person, camera or table is the same one whatever capitals, width, blanks, "
    "dashes and invisible characters its name is given with, and whether or not a scanner's prefix "
    "stands before it.",
)
SETTLED: Final = Row(
    "E4-settled",
    "A decided no_spin ends each other report that would settle that spin, in whichever order the two were "
    "made or authorised, as long as its settle step is not done.",
    GoesBy.REPORT,
)
GAME: Final = Row(
    "E4-game",
    "At a wheel whose lines have states, a number belongs to the wheel's game: once a ball was said to be "
    "out, or a respin was decided, the number of a later game waits for the next spin of the round.",
    GoesBy.ROUND,
)
EARLY: Final = Row(
    "E4-early",
    "A number that no spin has, of a reader without states, stands in round.early; as long as it does, a "
    "report by which no number counts awaits a pit boss with a reason, and is a contradiction.",
    GoesBy.ROUND,
)
RECORDED: Final = Row(
    "E4-recorded",
    "A number that is read while the ball of a no_spin is still to be taken out takes the decision back: "
    "its fact recorded is true, and a pit boss authorises it; of ball_out the kind is asked again.",
    GoesBy.REPORT,
)
KNOWN: Final = Row(
    "E4-known",
    "The table holds its own knowledge against a report: a fact that it can't have is bad_input, and a "
    "report that says otherwise awaits a pit boss with a reason, and is a contradiction of both sides.",
    GoesBy.REPORT,
)

TRIES: Final = Row(
    "E4-tries",
    "In a halt, under a report and in the burn, unread draws one after the other, a card read directly after "
    "them, and the same face directly after itself (not in the burn) are one card tried again. Where their "
    "number decides an outcome it is the fact drawn, and the outcome awaits a pit boss, who alone can give "
    "another one.",
    GoesBy.REPORT,
    GoesBy.HALT,
    GoesBy.SHOE,
)

PASSING: Final = Row(
    "E4-passing",
    "A card that a step moves, puts back, replaces, removes or turns, and that passes the reader as it is "
    "laid, is that card and no other one.",
    GoesBy.REPORT,
)

SHOE: Final = Row(
    "E4-shoe",
    "An order for the end of a shoe is of the shoe in play when it was reported and ends with it: "
    "nobody scans its cut card, or lays a card set aside from it, once it has gone.",
    GoesBy.REPORT,
    GoesBy.SHOE,
)

TOLD_CARD: Final = Row(
    "E4-told-card",
    "The first card read under a report of a card dealt early or face down is the one that it is about, and "
    "is not read again.",
    GoesBy.REPORT,
)

TYPED: Final = Row(
    "E4-typed",
    "In manual mode the cards read are aligned with those typed, from its first hand on: one other card is "
    "one contradiction, at its own place, and halts the table, as another result of the shoe does, until a "
    "pit boss has corrected it, or has kept what was typed with a reason.",
    GoesBy.ROUND,
)

READY: Final = Row(
    "E4-ready",
    "Bets open neither by the table's clock nor for the game server while its screen is locked, or a device "
    "is silent, lost, at fault or read by another program: `bets open` is refused as `not_ready`, and "
    "`held_back` says why.",
)
NEEDS: Final = Row(
    "E4-needs",
    "The prompts authorise and resolve say in `needs` whether a choice, a reason or both are to be given, "
    "and `offer` says in `round` which round it is about.",
    GoesBy.REPORT,
    GoesBy.HALT,
    GoesBy.ROUND,
)
WAIT: Final = Row(
    "E4-wait",
    "Players are asked to wait, too, while a device or the game server does not answer in an open round, or "
    "a dealer's call waits with bets closed; a bet time shorter than the rulebook's has no clause.",
    GoesBy.ROUND,
)
WAY: Final = Row(
    "E4-way",
    "A sign-in says by what: a PIN, a badge, or an authority that lasts from an earlier one.",
)
NUMBER_FIELD: Final = Row(
    "E4-number-field",
    "A wheel's number field of two blanks is no number yet. A number with a leading zero, or over 36, is of "
    "a wheel that is set for other pockets: it is no number, and halts the table once a game.",
)
WARNING: Final = Row(
    "E4-warning",
    "A wheel's warnings are read by the state in which they come: a launch that it repeats is the notice "
    "`wheel_retries` and a fault only later, a missing ball is a fault after 5 s, and state 7 is a ball that "
    "is no longer seen in its track.",
)
FAULT: Final = Row(
    "E4-fault",
    "A view names the wheel's fault in `device_fault`, so that players can be told why they wait.",
)
ROTOR: Final = Row(
    "E4-rotor",
    "The number of a game in which the rotor stood, or turned the other way, halts the table as no spin by "
    "the wheel; if a pit boss withdraws that, it counts.",
    GoesBy.ROUND,
)
OFF: Final = Row(
    "E4-off",
    "No bets open on a wheel that says it is off, or whose rotor stands, and the check of its run takes a "
    "reason.",
)
COPIES: Final = Row(
    "E4-copies",
    "A ninth of one face offers a wrong card set once a card too many is at least 100 times as likely as "
    "misreads, by all shoes of the set: those without a ninth, a face that is short where one came, and the "
    "reader's other misreads.",
    GoesBy.HALT,
)
MIXED: Final = Row(
    "E4-mixed",
    "A halt for an order that a poor shuffle of this very set leaves offers not_mixed: the shuffle steps "
    "follow this hand, or the round is void. Another set's order, copies and the cut card are a wrong card "
    "set as before.",
    GoesBy.HALT,
)
UNREAD: Final = Row(
    "E4-unread",
    "While a card is due each whole line of a reader that is no card is a failed scan, whatever its words; "
    "with none due only what says so is one. Lines of an opened port, and a transport's own words, are none.",
)
OPENED: Final = Row(
    "E4-opened",
    "A card of an opened port is taken only if one has been due since the port was lost, and only one; any "
    "other one halts the table as a card of unknown time.",
)
HELD: Final = Row(
    "E4-held",
    "Lines of a wheel that come faster than its beat after a silence, or after its port was opened, are of "
    "the time before: a number is of the round that was open when its ball was sent, and is compared with "
    "what was told by hand. Cards of one reading after a silence are as those of an opened port.",
)
LATE_NUMBER: Final = Row(
    "E4-late-number",
    "A wheel that corrects its number once that was announced, or whose next game names another last number, "
    "contradicts it, and wrong_number_recorded is offered. The last number of a game whose own lines did not "
    "come stands in round.early.",
    GoesBy.ROUND,
)
LATE_CLOSE: Final = Row(
    "E4-late-close",
    "While bets stay open after the wheel's own 'no more bets', the view says so in `wheel_signal`, and no "
    "contradiction a round is made of it: the shift report counts the rounds that stayed open for longer "
    "than the rulebook's limit.",
)
OUTSIDE: Final = Row(
    "E4-outside",
    "A number of a game that the wheel plays while no spin is due is accepted, is of nobody, and is counted.",
)
BURNED: Final = Row(
    "E4-burned",
    "A shoe that is changed within a round or between rounds is burned at the table, where the rulebook "
    "burns, before bets open again. Reports of too many, too few or no cards burned take the fact cards, and "
    "the count of the shoe follows it.",
    GoesBy.REPORT,
    GoesBy.SHOE,
)

ROWS: Final = tuple(each for each in tuple(globals().values()) if isinstance(each, Row))
"""All differences, in the order above."""
