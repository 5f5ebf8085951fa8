"""Whatever is read, pressed, reported, restarted and signed out: cards add up, and something is due."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from console.table.core import Phase, Role, Table
from console.table.game import CARDS, DECK
from console.table.game.baccarat.coup import coup_of
from tests.examples import examples
from tests.table.core.any_table import AnyTable
from tests.table.core.incident.obedience import obeyed
from tests.table.core.tables import CODES, NOTICE, Driven, Seen, card_frame, device, frame, result_frame
from tests.table.incidents.rows import committed

KINDS = sorted({row.kind for row in committed()})
OWN = sorted({row.kind for row in committed() if row.game == "baccarat"})
FACES = st.sampled_from(["9H", "2S", "KD", "4C", "8D", "AS", "6H", "7C"])
HANDS = st.sampled_from(["player", "banker", "dealer", "3.1"])
PERSONS = st.sampled_from(["D1", "P1", "P1", "D2"])
FACTS: dict[str, list[Any]] = {
    "where": ["round", "shuffle", "inspection"],
    "noticed": ["round", "betting", "later", "before_first_round", "before_deal", "after_deal"],
    "extras": ["aside", "shown", "discarded"],
    "what": ["cards_changed", "card_peeked", "advice_given"],
    "reason": ["equipment", "premises", "health", "other"],
} | {fact: [True, False] for fact in ("seen", "shown", "first_card", "pit_boss_read", "may_affect")}
COUNTS = ("cards", "cards_to_move", "cards_to_remove", "stage")
VALUES = FACTS | {fact: [1, 2, 3] for fact in COUNTS}
GIVEN = st.dictionaries(st.sampled_from(sorted(VALUES)), st.integers(0, 5), max_size=3).map(
    lambda picked: {fact: VALUES[fact][number % len(VALUES[fact])] for fact, number in picked.items()}
)
OF_KIND = {
    kind: sorted({fact for row in committed() for fact, _ in row.facts if row.kind == kind}) for kind in KINDS
}
INCIDENTS = ("answer", "authorise", "scan_card", "scan_cut_card")


def _without_tries(seen: Seen) -> object:
    """The incident without the number of cards that several readings were: a reading under it is counted."""
    incident = seen["incident"]
    if incident is None:
        return None
    return {
        **incident,
        "facts": {name: value for name, value in incident["facts"].items() if name != "drawn"},
    }


class AnyIncidents(AnyTable):
    """A table at which much goes wrong."""

    @initialize(code=st.sampled_from(CODES), faces=st.lists(FACES, max_size=6))
    def begin(self, code: str, faces: list[str]) -> None:
        self.driven = Driven(code)
        self.seen = self.driven.view()
        self.tables = [(0, self.driven.table)]
        self.shoe_of_coup = 1
        self.frames = 0
        self.obey_with(["9H", "9H", *faces], 1)

    def send(self, line: Seen) -> None:
        before, table, entries = self.seen, self.driven.table, self.driven.kept.last
        after = self.seen = self.driven.take(line)
        self.tables.append((self.driven.kept.last, self.driven.table))
        assert after["entry"] == self.driven.kept.last > entries
        if not self.driven.table.play.card_count:
            self.shoe_of_coup = self.driven.table.shoe_in_play.number
        if not after["accepted"]:
            self.nothing_changed(before, after, line)
        self.only_a_pit_boss_voids(table, line)
        if after["ended"] is not None:
            assert after["accepted"] or line["do"] == "device"
            assert after["incident"] is not None

    def nothing_changed(self, before: Seen, after: Seen, line: Seen) -> None:
        if line["do"] == "device":
            return
        changed = {key for key in before if before[key] != after[key]}
        changed -= {"accepted", "refused", "why", "entry", "fact", "ended"}
        if before["incident"] is not None and not before["incident"]["open"]:
            changed -= {"incident"}
        if line["do"] in ("card", "unread") and _without_tries(before) == _without_tries(after):
            changed -= {"incident"}
        if before["phase"] != "halted" and after["phase"] == "halted":
            assert line["do"] in ("card", "unread")
            changed -= {"phase", "prompt", "text", "offer", *NOTICE}
        assert not changed, line

    def only_a_pit_boss_voids(self, before: Table, line: Seen) -> None:
        was, now = before.round, self.driven.table.round
        if was is not None and now is not None and was.id == now.id and was.status != now.status == "void":
            own = before.incidents.waiting and before.incidents.waiting[0].role is Role.PIT_BOSS
            assert own or (line["do"] in ("void", "authorise", "incident") and line["by"].startswith("P"))

    def obey_with(self, faces: list[str], number: int) -> None:
        for each, face in enumerate(faces):
            self.send(obeyed(self.driven.table, self.seen, face, number * (each + 1)))

    # --- what happens ---------------------------------------------------------------------------

    @rule(faces=st.lists(FACES, min_size=1, max_size=8), number=st.integers(0, 11))
    def obeys(self, faces: list[str], number: int) -> None:
        self.obey_with(faces, number)

    @rule(numbers=st.lists(st.integers(0, 24), min_size=2, max_size=8), face=FACES, by=PERSONS)
    def something_goes_wrong(self, numbers: list[int], face: str, by: str) -> None:
        self.send({"do": "incident", "by": by})
        for number in numbers:
            self.send(obeyed(self.driven.table, self.seen, face, number))

    @rule(kind=st.sampled_from(OWN), number=st.integers(0, 11), faces=st.lists(FACES, max_size=5), by=PERSONS)
    def goes_wrong(self, kind: str, number: int, faces: list[str], by: str) -> None:
        self.send({"do": "incident", "kind": kind, "by": by})
        self.obey_with(faces, number)

    @rule(kind=st.sampled_from([None, *OWN, *OWN, *KINDS]), given=GIVEN, by=PERSONS)
    def reports(self, kind: str | None, given: dict[str, Any], by: str) -> None:
        facts = {fact: value for fact, value in given.items() if kind is None or fact in OF_KIND[kind]}
        self.send({"do": "incident", "by": by} | ({"kind": kind} if kind else {}) | {"facts": facts})

    @rule(number=st.integers(0, 11), face=FACES)
    def takes_the_offer(self, number: int, face: str) -> None:
        self.send({"do": "unread"} if number % 3 == 0 else {"do": "card", "card": face})
        if offer := self.seen["offer"]:
            self.send({"do": "incident", "by": "P1" if number % 2 else "D1"} | offer)
            self.obey_with([face] * (number % 5), number)

    @rule(given=GIVEN, by=PERSONS, kind=st.sampled_from([None, *OWN]))
    def answers(self, given: dict[str, Any], by: str, kind: str | None) -> None:
        self.send({"do": "answer", "by": by, "facts": given | ({"kind": kind} if kind else {})})

    @rule(by=PERSONS, choice=st.sampled_from([None, "go_on", "void", "reveal"]), reason=st.booleans())
    def authorises(self, by: str, choice: str | None, reason: bool) -> None:
        given = ({"choice": choice} if choice else {}) | ({"reason": "so"} if reason else {})
        self.send({"do": "authorise", "by": by} | given)

    @rule(do=st.sampled_from(["withdraw", "void", "done", "open"]), by=PERSONS, reason=st.booleans())
    def presses(self, do: str, by: str, reason: bool) -> None:
        self.send({"do": do, "by": by} | ({"reason": "skipped"} if reason else {}))

    @rule(
        hand=st.sampled_from(["player", "banker", "dealer", "3.1"]),
        card=st.integers(1, 3),
        to=FACES,
        by=PERSONS,
    )
    def corrects(self, hand: str, card: int, to: str, by: str) -> None:
        self.send({"do": "correct", "hand": hand, "card": card, "to": to, "by": by})

    @rule(on=st.booleans(), by=PERSONS)
    def enters_by_hand(self, on: bool, by: str) -> None:
        self.send({"do": "manual", "on": on, "by": by})

    @rule(face=FACES, by=st.sampled_from([None, "P1", "D1"]))
    def reads(self, face: str, by: str | None) -> None:
        self.send({"do": "card", "card": face} | ({"by": by} if by else {}))

    @rule(do=st.sampled_from(["unread", "cut_card"]), times=st.integers(1, 3))
    def reads_no_card(self, do: str, times: int) -> None:
        for _ in range(times):
            self.send({"do": do})

    @rule(face=FACES, code=st.sampled_from("DGECd"), winner=st.sampled_from(["player", "banker", "tie"]))
    def the_shoe_says(self, face: str, code: str, winner: str) -> None:
        self.frames += 1
        seq, prompt = chr(0x30 + self.frames % 70), self.seen["prompt"]
        place = (prompt.get("hand", "player"), prompt.get("card", 1))
        frames = {
            "D": card_frame(seq, *place, face),
            "d": frame(seq, "d", 0, 0x11),
            "G": result_frame(seq, winner),
            "E": frame(seq, "E", 0x43),
            "C": frame(seq, "C"),
        }
        self.send(device(frames[code]))

    @rule(state=st.sampled_from(["open", "closed"]))
    def the_server_says(self, state: str) -> None:
        self.send({"do": "bets", "state": state})

    @rule(do=st.sampled_from(["reshuffle", "close"]), on=st.booleans(), new=st.booleans())
    def orders(self, do: str, on: bool, new: bool) -> None:
        self.send({"do": do, "by": "P1", "on": on} | ({"new": new} if do == "reshuffle" else {}))

    @rule(who=st.sampled_from(["D1", "D2", "P1", "P2"]), comes=st.booleans())
    def people_come_and_go(self, who: str, comes: bool) -> None:
        role = "dealer" if who.startswith("D") else "pit_boss"
        self.send({"do": "sign_in", "who": who, "role": role} if comes else {"do": "sign_out", "who": who})

    # --- what holds -----------------------------------------------------------------------------

    @invariant()
    def cards_add_up(self) -> None:
        table = self.driven.table
        shoe = table.shoe
        assert 0 <= shoe.left <= CARDS and shoe.unseen >= 0
        assert all(shoe.count(card) >= 0 for card in DECK)
        if table.open_round and table.shoe_in_play.number == self.shoe_of_coup:
            lying = [*table.play.cards, *table.aside.of_bet_time]
            assert all(lying.count(card) <= shoe.count(card) for card in lying)

    @invariant()
    def the_round_could_have_been_dealt(self) -> None:
        table = self.driven.table
        assert coup_of(table.play.cards) == table.play
        if table.phase is Phase.DEALING:
            assert table.open_round and table.play.next_place is not None
        if table.phase is Phase.RESULT:
            assert table.open_round and table.play.next_place is None
        if table.phase is Phase.BETTING and table.open_round:
            assert not table.play.card_count
        assert not (table.aside.of_bet_time and table.phase is not Phase.BETTING)

    @invariant()
    def something_is_due(self) -> None:
        prompt, table, seen = self.seen["prompt"], self.driven.table, self.seen
        assert prompt["action"] and prompt["actor"] and seen["text"]
        assert (seen["phase"] == "halted") is table.halted
        assert table.incident is not None or not table.incidents.waiting
        if table.incident is not None:
            assert seen["incident"]["open"] and seen["offer"] is None
            assert prompt["action"] not in ("resolve", "deal", "announce", "collect")
        else:
            assert seen["incident"] is None or not seen["incident"]["open"]

    def play_goes_on(self) -> None:
        for face in ["9H", "KD", "2S", "AC", "QS", "3D", "7H", "8C", "5D", "6S"] * 8:
            if self.seen["phase"] == "betting" and self.seen["prompt"]["action"] == "await_bets":
                return
            self.send(obeyed(self.driven.table, self.seen, face, 0))
        raise AssertionError(f"play does not go on: {self.seen['prompt']}")


AnyIncidents.TestCase.settings = settings(
    max_examples=examples(20, at_night=700),
    stateful_step_count=50,
    suppress_health_check=list(HealthCheck),
    deadline=None,
)
TestAnyIncidents = AnyIncidents.TestCase
