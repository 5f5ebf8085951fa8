"""The facts of a table: its whole state, who may act, and the incidents' rows that can apply."""

from __future__ import annotations

from collections import Counter
from typing import Final

from tests.instruments.differ.cards import total
from tests.instruments.differ.cases import Case, Facts, cases
from tests.instruments.differ.reference.not_compared import compared
from tests.instruments.differ.reference.table_values import (
    AFTER_THE_SHUFFLE,
    CARDS,
    CARDS_IN_A_SHOE,
    SHUFFLES,
    THIRDS,
    Halt,
    Refused,
    Report,
    Round,
    SaidOut,
    Then,
)
from tests.instruments.differ.rounds import Box, Boxes, Coup, Due, Shown
from tests.instruments.differ.wires import ReaderBytes, ShoeBytes, Status, WheelBytes

NOTHING_READ: Final = ""
"""No reading came just before."""


class TableFacts:
    """The state of one table of a game under a rulebook, and what follows from it."""

    def __init__(self, game: str, rules: str, *, ready: bool) -> None:
        self.game, self.rules = game, rules
        self.entry = 0
        self.people: dict[str, str] = {}
        self.stage = "closed"
        self.preparation: list[str] = []
        self.burned: str | None = None
        self.burn_left = 0
        self.left, self.seen = CARDS_IN_A_SHOE, Counter[str]()
        self.cut = self.change_after = self.bets_opened_on_shoe = False
        self.cut_in: Round | None = None
        """The round in which the cut card came."""
        self.reshuffle: bool | None = None
        self.close = False
        self.last_hand_said = False
        self.bets = "closed"
        self.seconds: int | None = None
        self.round: Round | None = None
        self.before: Round | None = None
        self.numbered: Round | None = None
        """The last round of roulette before this one whose number counts."""
        self.rounds = self.incidents = 0
        self.carried: list[str] = []
        self.early: list[str] = []
        self.for_void: list[str | None] = []
        """Cards of a void round that came under a report; they count as drawn once play would go on."""
        self.loose: list[str | None] = []
        """Cards that came under a report which ended in manual mode."""
        self.tries = 0
        self.halt: Halt | None = None
        self.report: Report | None = None
        self.queue: list[Report] = []
        self.deaf = self.fell = self.read_in_halt = False
        self.pocket = False
        self.said_out: SaidOut | None = None
        """Whether a report that the ball lies in a pocket closed the bets, and no spin has been since."""
        self.manual = self.call = self.dealer_calls = False
        self.halted_at: Then | None = None
        """The moment at which the table halted; None while play goes on."""
        self.tail: str | None = NOTHING_READ
        """The last reading of this halt, report or failed scan: what comes directly after it may be a further
        try at the same card (E4-tries).
        """
        self.tick = 0
        """The lines and readings so far."""
        self.out_at = 0
        """When the ball was last said to be out, or a respin decided."""
        self.for_next: int | None = None
        """The number of a later game, which came while the steps of a respin were due."""
        self.began, self.sent = dict[int, int](), dict[int, int]()
        """When each game of the wheel began, and when its last ball was sent (state 3)."""
        self.shoes = 0
        """The times that a shoe was shuffled or changed."""
        self.last_of_shoe = 0
        """The number of the last round that was played from the shoe before."""
        self.to_burn = False
        """Whether a shoe that was changed is still to be burned (E4-burned)."""
        self.no_spins = set[tuple[str, int]]()
        """The spins that were decided to be none: the round, and the respins before."""
        self.owed: str | None = None
        """The words that could not be said while the table was halted (E4-silent)."""
        self.another = False
        """Whether the line opened a report that waited."""
        self.say: str | None = None
        self.announced: str | None = None
        self.again = False
        self.ended: str | None = None
        self.shown_report: Shown | None = None
        self.sheet: Shown | None = None
        self.winners: int | None = None
        self.shoe_bytes, self.reader_bytes, self.wheel_bytes = ShoeBytes(), ReaderBytes(), WheelBytes()
        self.counts = True
        """Whether the line counts as something that happened, so that `say` ends with it."""
        self.own_count = False
        """Whether the shoe numbers a coup of its own: its targets and results are not compared then."""
        self.wheel_was: Status | None = None
        self.signalled = False
        """Whether the wheel's state 4 has come in this bet time (E4-late-close)."""
        self.wheel_gap = False
        """Whether the console was started again since: no step of the wheel is judged across that."""
        self.respins = self.sets = 0
        self.old_cards = 0
        """The number of the round's cards that came from the shoe before."""
        self.wheel_game = 0
        """The number of games that it has begun: by its counter, or by its state coming back to 1 or 2."""
        self.warned = set[tuple[str, int]]()
        self.renumbered = set[int]()
        self.wheel_told: dict[int, list[int]] = {}
        if ready:
            self.people = {"D1": "dealer", "P1": "pit_boss"}
            self.stage = "betting"
            if self.burns:
                self.left, self.seen = 414, Counter(["AC"])

    # --- what is so at the table ---

    @property
    def burns(self) -> bool:
        """Whether cards are burned: in lt baccarat alone."""
        return (self.game, self.rules) == ("baccarat", "lt")

    @property
    def of_cards(self) -> bool:
        """Whether the game is one of cards: baccarat and blackjack."""
        return self.game in CARDS

    @property
    def open_round(self) -> Round | None:
        """The round from bets open to the announced result or the void; None between rounds."""
        return self.round if self.round and self.round.status == "open" else None

    @property
    def halted(self) -> bool:
        """Whether there is a halt or an incident."""
        return self.halt is not None or self.report is not None

    @property
    def burning(self) -> bool:
        """Whether cards are burned now."""
        return self.stage == "shoe" and self.preparation[0] in ("burn_card", "burn")

    @property
    def bet_time(self) -> bool:
        """Whether bets are open."""
        return self.bets == "open"

    @property
    def changing_shoe(self) -> bool:
        """Whether change_shoe was decided and its step is to be done."""
        return self.report is not None and any(
            step["action"] == "change_shoe" and not step["done"]
            for step in self.report.steps
            if self.report.state == "steps"
        )

    @property
    def last_hand(self) -> bool:
        """Whether `last_hand` is so: cut card, reshuffle or change_shoe_after, and no shoe being changed."""
        if self.stage in ("shoe", "closed"):
            return False
        ordered = self.reshuffle is not None or self.change_after
        return ordered or (self.cut and not self.changing_shoe)

    def role(self, role: str) -> bool:
        """Whether one of this role is signed in."""
        return role in self.people.values()

    def cards(self, about: Round | None = None) -> Coup | Boxes:
        """The round's cards, from the script."""
        about = about or self.round
        script = about.script if about else []
        if self.game == "baccarat":
            return Coup(script)
        return Boxes((about.seats or []) if about else [], script, lt=self.rules == "lt")

    def due(self) -> Due:
        """The next thing in a round of cards; nothing in bet time."""
        if not self.open_round or self.stage not in ("dealing", "deciding", "result"):
            return Due("nothing")
        if self.game == "blackjack" and self.open_round.seats is None:
            return Due("seats")
        return self.cards().due()

    def cards_out(self) -> int:
        """Cards of the open round that are out: one that halts or is not read yet counts ("C")."""
        if not self.open_round:
            return 0
        dealt = sum(event[0] == "card" for event in self.open_round.script)
        begins = 0 if dealt else len(self.carried)  # later one is set aside for the next round
        return int(dealt) + begins + len(self.early) + len(self.apart())

    def apart(self) -> list[str | None]:
        """Cards out that lie in no hand, in the order drawn, None for one not read.

        "A card not read yet is out; a reading in its turn is of the same card": another is one more.
        """
        halt = self.halt
        read = halt is not None and halt.drew
        unread = self.tries > 0 or (halt is not None and halt.tries)
        same = halt is not None and halt.drew and halt.due
        waiting: list[str | None] = [None] if unread and not same else []
        besides = halt.besides if halt is not None else []
        return waiting + ([halt.card] if halt is not None and read else []) + besides

    # --- moments and what the table knows ("Incidents") ---

    def moment(self) -> Then:
        """The present moment, as a report that is made now has it."""
        about = self.round
        seats = (about.seats or []) if about and self.game == "blackjack" else []
        hands = {(seat, hand): box for seat in seats for hand, box in self.hands_of(seat).items()}
        dealt = self.open_round is not None and self.cards_out() > 0
        letters = self.letters()
        return Then(
            letters,
            {
                "over_burn": "later" if self.bets_opened_on_shoe else "before_first_round",
                "cards_left_on_table": "after_deal" if dealt else "before_deal",
                "played_past_cut_card": "betting" if self.bet_time else "round",
            },
            self.stage_number() if "S" in letters else None,
            {place: total(box.cards)[0] for place, box in hands.items()},
            self.open_round,
            about,
            self.round_of_number(),
            self.respins,
            self.sets,
            self.shoes,
            self.left,
            self.cut_in,
            self.tries > 0 or (self.halt is not None and self.halt.tries),
            frozenset(place for place in hands if self.boxes().turn_ended(*place)),
            frozenset(place for place in hands if self.boxes().missed(place[0])),
            self.hole_out(),
            self.hole_due(),
        )

    def letters(self) -> frozenset[str]:
        """The letters of the table's `when` column that hold now."""
        found = set[str]()
        about, stage = self.open_round, self.stage
        if stage == "closed":
            return frozenset()
        found.add("A")
        if self.bet_time or (self.halt and self.halt.bet_time):
            found.add("T")
        if about and not self.bet_time:
            found.add("R")
            if self.cards_out():
                found.add("C")
            if self.game == "roulette" and about.number is None:
                found.add("N")
        if stage == "result" or not about:
            found.add("E")
        if self.round_of_number():
            found.add("L")
        if stage == "shoe":
            step = self.preparation[0]
            if step in (*self.shuffle(), *AFTER_THE_SHUFFLE):
                found.add("S")
            if step in ("receive_decks", "inspect", "present"):
                found.add("I")
        return frozenset(found)

    def number_known(self) -> bool:
        """Whether a number of the open round is known or was read."""
        about = self.open_round
        return about is not None and (about.recorded, about.number) != (None, None)

    def round_of_number(self) -> Round | None:
        """The round of the known number (not of a void or respin), until the next round's is known."""
        about = self.round
        known = about is not None and about.number is not None and about.status != "void"
        return about if known else self.numbered

    def letters_left(self, kind: str, then: Then) -> frozenset[str]:
        """The letters of a moment by which rows of a kind are still sought.

        "If that round has since become void or was settled by hand, a report by T, R, C or N has nothing left
        to decide; if other decks or another shoe came, neither has one by S or I", nor of that shoe; after a
        respin none by N, and no no_spin; on a closed table none. "But wrong_card_set is sought by the letters
        that stand now"; what fell, is damaged, played past or mended still has its steps.
        """
        if self.stage == "closed" or kind == "wrong_card_set":
            return self.letters()
        of_shoe = (
            *("over_burn", "under_burn", "no_burn", "burn_card_shown"),
            *("played_past_cut_card", "cut_card_not_scanned"),
        )
        gone, shoe_gone, respun = set[str](), then.sets != self.sets, then.respins != self.respins
        if (shoe_gone and kind in of_shoe) or (respun and kind == "no_spin"):
            return frozenset()
        if then.open is not None and then.open.status != "open" and not self.has_steps_left(kind):
            gone |= set("TRCN")
        if shoe_gone:
            gone |= set("SI")
        if respun:
            gone.add("N")
        if then.numbered is None or then.numbered.status == "void":
            gone.add("L")
        return then.letters - gone

    def has_steps_left(self, kind: str | None) -> bool:
        """Whether a report of this kind brings its steps even if its round is void."""
        of_wheel = (kind, self.game, self.rules) == ("technical_fault", "roulette", "sv")
        return of_wheel or kind in ("card_fell", "damaged_card", "played_past_cut_card")

    def numbers_differ(self) -> bool:
        """Whether two numbers of the open round differ."""
        about = self.open_round
        told = {about.number, about.told, about.recorded} - {None} if about else set()
        return len(told) > 1 or (self.halt is not None and self.halt.reason == "number_differs")

    def rows(self, kind: str, moment: Then) -> list[Case]:
        """The rows that can stand: of this game, this rulebook and this moment.

        Of wrong_card_set's that stand together S I comes before T R, and T R before E.
        """
        rows = [row for row in self.all_rows(kind) if self.stands(row, moment)]
        if kind != "wrong_card_set":
            return rows
        first = min((self.of_set(row) for row in rows), default=0)
        return [row for row in rows if self.of_set(row) == first]

    def of_set(self, row: Case) -> int:
        """The rank of a wrong_card_set row; only the rows of the least rank count."""
        return 0 if "S" in row.when else 1 if "R" in row.when else 2

    def all_rows(self, kind: str | None = None) -> list[Case]:
        """The rows of this game and rulebook, of one kind or of all."""
        return [
            row
            for row in cases()
            if row.game == self.game and self.rules in row.rules and kind in (None, row.kind)
        ]

    def stands(self, row: Case, moment: Then) -> bool:
        """Whether a row can stand at a moment."""
        if not self.letters_left(row.kind, moment).intersection(row.when):
            return False
        about = self.open_round
        if row.kind.startswith("hole_card_") and not moment.hole_out:
            return row.kind == "hole_card_exposed" and moment.hole_due
        contradicted = self.report is not None and self.report.contradicted and row.kind == "foreign_object"
        of_ball = row.kind in ("ball_out", "foreign_object", "not_read") and not contradicted
        if of_ball and about and (about.recorded, about.number) != (None, None):
            return False  # then they are causes of no_spin, whose rows want recorded
        if row.kind == "no_chance_to_act":  # in a void round every bet is returned
            if not (self.round and self.round.seats and self.round.status != "void" and self.hands_in()):
                return False
            return not compared("E4-turn") or any(self.had_turn(moment, *place) for place in moment.totals)
        if row.kind == "cut_card_not_scanned":  # in the first and the second round after
            return self.rounds - self.last_of_shoe in (1, 2)
        if row.kind == "wrong_card_set" and self.of_set(row) == 2 and self.stage == "shoe":
            return self.burning  # otherwise no shoe is in play
        return True

    def had_turn(self, moment: Then, seat: int, hand: int) -> bool:
        """Whether a hand that is in could say that it had no chance to act."""
        return not self.gone_back(seat, hand) and (seat, hand) in moment.ended | moment.missed

    def gone_back(self, seat: int, hand: int | None) -> bool:
        """Whether the bet of a seat's hand went back; without a hand, of all."""
        boxes = self.hands_of(seat)
        named = [boxes[hand]] if hand else [*boxes.values()]
        return all(box.out == "refunded" or (box.double and box.bet == 1) for box in named)

    def boxes(self) -> Boxes:
        """The round's cards of blackjack."""
        cards = self.cards()
        assert isinstance(cards, Boxes)
        return cards

    def hands_in(self) -> bool:
        """Whether a hand of the round's has a bet that did not go back."""
        cards = self.cards()
        assert isinstance(cards, Boxes)
        return any(box.out != "refunded" for boxes in cards.seats.values() for box in boxes)

    def hole_out(self) -> bool:
        """Whether the hole card is out: for hole_card_ kinds that is "a card out"."""
        if not self.open_round or self.game != "blackjack" or not self.open_round.seats:
            return False
        cards = self.cards()
        assert isinstance(cards, Boxes)
        if len(cards.dealer) >= 2:
            return True
        return self.hole_due() and bool(
            self.tries or (self.halt and (self.halt.tries or (self.halt.drew and self.halt.due)))
        )

    def hole_due(self) -> bool:
        """Whether the hole card is the card that is due."""
        due = self.due()
        return due.what == "deal" and (due.fields.get("hand"), due.fields.get("card")) == ("dealer", 2)

    def known(self, kind: str | None, given: Facts, moment: Then | None = None) -> Facts:
        """The facts that the table knows of a moment; they are filled in when left out."""
        then, about = moment or self.moment(), self.open_round
        facts: Facts = {}
        if then.where is not None:
            facts["where"] = then.where
        if kind in then.noticed:
            facts["noticed"] = then.noticed[kind]
        if then.stage is not None:
            facts["stage"] = then.stage
        if self.cards_out() + self.more_drawn(given) <= 1:
            facts["first_card"] = True
        hands = [hand for seat, hand in then.totals if seat == given.get("seat")]
        if len(hands) == 1:
            facts["hand"] = 1
        hand = given.get("hand") or facts.get("hand")
        if hand in hands:
            facts["total"] = then.totals[given["seat"], hand]
        if self.game == "roulette":
            if kind == "ball_out":
                facts["ball_damaged"] = False  # it is judged once it is picked up
            facts["recorded"] = about is not None and (about.recorded, about.number) != (None, None)
            if about is not None and about.number is not None:
                facts["result_known"] = True
        return facts

    def more_drawn(self, given: Facts) -> int:
        """The cards that a pit boss said were out beside those of E4-tries, less than 0 for fewer."""
        if given.get("drawn") is None or self.report is None:
            return 0
        cards = len(self.report.strays) + (1 + len(self.halt.besides) if self.halt and self.halt.drew else 0)
        return int(given["drawn"]) - cards

    def hands_of(self, seat: int | None) -> dict[int, Box]:
        """A seat's hands, by their numbers; none if the round has no such seat."""
        if self.game != "blackjack" or not self.round or seat not in (self.round.seats or []):
            return {}
        cards = self.cards()
        assert isinstance(cards, Boxes)
        return dict(enumerate(cards.seats[seat], 1))

    def stage_number(self) -> int:
        """The due shuffle step's number; the last one and what follows it are 3."""
        steps = self.shuffle()
        after = [*steps, *AFTER_THE_SHUFFLE]
        remaining = self.preparation[: self.preparation.index("load") + 1]
        number = len(after) - len(remaining) + 1
        return 3 if number >= len(steps) else number

    def shuffle(self) -> list[str]:
        """The shuffle's steps by rulebook."""
        if self.rules == "lt":
            return list(THIRDS)
        return list(SHUFFLES.get((self.game, self.rules), ["wash", "shuffle"]))

    # --- who may ---

    def signed(self, line: Shown, *roles: str) -> str:
        """The role of `by`; refused as not_signed_in, then as not_authorised."""
        if line["by"] not in self.people:
            raise Refused("not_signed_in")
        role = self.people[line["by"]]
        if role not in roles:
            raise Refused("not_authorised")
        return role

    def needs_dealer(self) -> None:
        """Refuse a line of server or device while no dealer is signed in."""
        if not self.role("dealer"):
            raise Refused("not_signed_in")

    def needs(self, what: str) -> None:
        """Refuse a line of another game: not_this_game."""
        if (what == "cards" and not self.of_cards) or (what != "cards" and what != self.game):
            raise Refused("not_this_game")

    def not_halted(self) -> None:
        """Refuse a line in a halt, unless the prompt asks for it."""
        if self.halted:
            raise Refused("halted")

    def kinds(self, moment: Then) -> list[object]:
        """The kinds that can stand now."""
        return list(dict.fromkeys(row.kind for row in self.all_rows() if self.stands(row, moment)))
