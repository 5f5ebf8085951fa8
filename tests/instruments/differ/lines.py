"""Lines that a table might get: mostly what the prompt asks for, and often something wrong."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from tests.instruments.differ.cards import ALIKE_IN_A_SHOE, FACES, RANKS, coup_outcome
from tests.instruments.differ.cases import spoken
from tests.instruments.differ.reference.not_compared import compared
from tests.instruments.differ.reference.reference_table import ReferenceTable
from tests.instruments.differ.reference.table_values import BURNS, CARDS_IN_A_SHOE
from tests.instruments.differ.rounds import Coup

Line = dict[str, Any]
WITH_DEVICES = 0.4
"""The share of nights with a shoe, a reader or a wheel that sends bytes of its own."""


class LinesAtRandom:
    """Lines for one table, made up beside the reader's state."""

    def __init__(self, chance: Random, table: ReferenceTable, *, trouble: float) -> None:
        self.chance, self.table, self.trouble = chance, table, trouble
        self.devices = chance.random() < WITH_DEVICES
        self.sequence = 0
        self.status = (6 if compared("E4-off") else 1, 11, 0)
        self.few = chance.sample(FACES, chance.choice((3, 8, 52)))
        """The faces that are entered by hand: a ninth of one comes among few, and nobody watches them."""
        self.shoe: list[str] = []
        self.last_face = ""

    def next(self, view: Line) -> str:
        """A line, as text."""
        if self.devices and self.chance.random() < 0.7 and (said := self.by_device(view)):
            return json.dumps(said, separators=(",", ":"))
        asked = self.chance.random() >= self.trouble
        line = self.asked_line(view["prompt"], view) if asked else self.odd(view)
        return line if isinstance(line, str) else json.dumps(line, separators=(",", ":"))

    # --- devices ---

    def by_device(self, view: Line) -> Line | None:
        """The next bytes of a device at this game, split anyhow; None if it sends none."""
        chance, game = self.chance, self.table.game
        if game == "roulette":
            name, raw = "wheel", self.wheel_line(view)
        elif game == "blackjack" or chance.random() < 0.2:
            name, raw = "reader", self.reader_line(view)
        else:
            name, raw = "shoe", self.shoe_frames(view)
        if not raw:
            return None
        if chance.random() < 0.03 and (name != "wheel" or compared("E4-number-field")):
            place = chance.randrange(len(raw))
            raw = raw[:place] + bytes([raw[place] ^ 1 << chance.randrange(7)]) + raw[place + 1 :]
        return {"do": "device", "name": name, "hex": raw.hex()}

    def cards_wanted(self, view: Line) -> bool:
        """A card may be read now; sometimes it is though none is wanted."""
        wanted = view["prompt"]["action"] in ("deal", "burn_card", "burn", "rescan", "scan_card")
        return wanted or self.chance.random() < 0.06

    def reader_line(self, view: Line) -> bytes:
        """A line of a card reader, either way round, or one that is no card."""
        chance = self.chance
        if not self.cards_wanted(view):
            return b""
        if chance.random() < 0.08:
            return chance.choice((b"NOREAD\r\n", b"\r\n", b"?\r", b"1\n"))
        face = self.face()
        text = chance.choice((face, face[::-1], face.replace("T", "10")))
        return text.encode() + chance.choice((b"\r\n", b"\r", b"\n"))

    def shoe_frames(self, view: Line) -> bytes:
        """One frame of a shoe, or two, sometimes sent twice."""
        chance = self.chance
        prompt, raw = view["prompt"], b""
        if prompt["action"] == "announce" and chance.random() < 0.8:
            raw = self.frame(b"G" + bytes([0x80 | self.shoe_result()]))
        elif self.cards_wanted(view):
            face = self.face()
            place = {"player": 0x80, "banker": 0x90}.get(prompt.get("hand", ""), 0x80) | prompt.get("card", 1)
            if chance.random() < 0.04:
                place = 0x80 | chance.choice((0x01, 0x02, 0x11, 0x12, 0x20, 0x40, 0x51))
            suit = "DCSH".index(face[1]) + 1
            code = b"d" if chance.random() < 0.02 else b"D"
            raw = self.frame(code + bytes([place, 0x80 | suit << 4 | RANKS.index(face[0]) + 1]))
        if chance.random() < 0.08:
            odd: list[bytes] = [b"E\xc1", b"E\xc1", b"E\xc4", b"C", b"L\x81", b"P", b"S", b"e\x81", b"G\x91"]
            raw += self.frame(chance.choice(odd))
        return raw * (2 if chance.random() < 0.05 else 1)

    def shoe_result(self) -> int:
        """The coup's result as the shoe codes it, seldom another."""
        coup = self.table.cards()
        if not isinstance(coup, Coup) or coup.due().what != "over" or self.chance.random() < 0.05:
            return self.chance.choice((0x10, 0x20, 0x40, 0x70, 0x11))
        outcome = coup_outcome(**coup.hands)
        winner = {"player": 0x10, "tie": 0x20, "banker": 0x40}[str(outcome["winner"])]
        return winner | bool(outcome["player_pair"]) | bool(outcome["banker_pair"]) << 1

    def frame(self, payload: bytes) -> bytes:
        """With its sequence number and its check."""
        self.sequence = (self.sequence + 1) % 10
        body = str(self.sequence).encode() + payload + b"\x03"
        check = 0
        for byte in body:
            check ^= byte
        return b"\x05" + body + f"{check:02X}".encode()

    def wheel_line(self, view: Line) -> bytes:
        """The wheel's next status line, mostly the one that fits the table."""
        chance = self.chance
        state, game, number = self.status
        follows = {1: (2,), 2: (3,), 3: (4,), 4: (5,), 5: (2, 1), 6: (1,)}
        action = view["prompt"]["action"]
        fits = {
            1: view["bets"] == "open",
            2: action in ("spin", "await_number"),
            3: action in ("spin", "await_number"),
            4: action == "await_number",
            5: action in ("await_bets", "wait"),
        }.get(state, True)
        if (fits and chance.random() < 0.8) or chance.random() < 0.05:
            last = state
            state = chance.choice(follows[state])
            if state == 5:
                number = chance.choice((0, 5, 17, 36, 20))
            if last == 5 or state == 1:
                game += 1
        if chance.random() < 0.03:
            state = chance.randint(1, 6 if compared("E4-off") else 5)
        if chance.random() < 0.02:
            game += 1
        if state == 5 and chance.random() < 0.05:
            number = chance.choice((0, 5, 17, 36, 20))
        warns = chance.choice("248A1") if chance.random() < 0.05 and compared("E4-warning") else "0"
        turns = chance.randint(0, 1) if compared("E4-rotor") else 1
        self.status = (state, game, number)
        bare = f"{number:2}\r\n" if state == 5 and chance.random() < 0.3 else ""
        return f"{bare}*X;{state};{game:03};{number:2};{warns};141;{turns}\r\n".encode()

    # --- cards and people ---

    def face(self) -> str:
        """The next card of a shuffled shoe of eight decks; seldom the last one is read twice."""
        if self.table.manual:
            return self.chance.choice(self.few)
        if self.last_face and self.chance.random() < 0.06:
            return self.last_face
        if not self.shoe or (self.table.left == CARDS_IN_A_SHOE and len(self.shoe) < CARDS_IN_A_SHOE):
            self.shoe = FACES * ALIKE_IN_A_SHOE
            self.chance.shuffle(self.shoe)
        self.last_face = self.shoe.pop()
        return self.last_face

    def by(self, actor: str) -> str:
        """The person that an actor is."""
        for who, role in self.table.people.items():
            if role == actor:
                return who
        return {"dealer": "D1", "pit_boss": "P1"}.get(actor, "P1")

    def card(self) -> Line:
        """A card, by hand in manual mode."""
        line: Line = {"do": "card", "card": self.face()}
        if self.table.manual:
            line["by"] = self.by("pit_boss")
        return line

    def asked_line(self, prompt: Line, view: Line) -> Line:
        """A line that the prompt asks for."""
        chance, action = self.chance, prompt["action"]
        actor = self.by(prompt["actor"])
        match action:
            case "sign_in":
                role = prompt["actor"]
                who = chance.choice(("D1", "D2", "D3") if role == "dealer" else ("P1", "P2", "D2"))
                return {"do": "sign_in", "who": who, "role": role}
            case "open_table":
                return {"do": "open", "by": actor}
            case "await_bets":
                line: Line = {"do": "bets", "state": "open"}
                if chance.random() < 0.1:
                    line["seconds"] = chance.randint(1, 60)
                return line
            case "wait":
                if self.table.game == "blackjack" and not (self.table.round and self.table.round.seats):
                    return self.seats()
                return {"do": "bets", "state": "closed"}
            case "await_seats":
                return self.seats()
            case "deal" | "burn_card" | "scan_card" | "rescan":
                return self.card()
            case "scan_cut_card":
                return self.cut_card(actor)
            case "inspect":
                return {"do": "done", "by": actor, **self.counted()}
            case "await_decision":
                seat = prompt.get("seat") or chance.choice(prompt["seats"])
                choices = [*prompt["offers"], "timeout"] if chance.random() < 0.1 else prompt["offers"]
                choice = chance.choice(choices)
                return {"do": "decision", "seat": seat, "hand": prompt.get("hand", 1), "choice": choice}
            case "spin":
                return {"do": "spin", "turns": chance.randint(4, 9), "direction": "against", "by": actor}
            case "await_number" | "confirm_number" | "enter_number":
                return self.number(prompt.get("number"))
            case "answer":
                return self.answer(prompt)
            case "authorise":
                return self.authorise(view)
            case "resolve":
                return self.resolved(view)
        return {"do": "done", "by": actor}

    def cut_card(self, by: str) -> Line:
        """The cut card, by a device or by a person."""
        return {"do": "cut_card"} if self.chance.random() < 0.5 else {"do": "cut_card", "by": by}

    def counted(self) -> Line:
        """The number of cards that an inspection counted, mostly the whole set."""
        chance = self.chance
        counted = chance.choice((416, 416, 416, 416, 415, [52] * 8, [52] * 7 + [51], None))
        return {} if counted is None else {"counted": counted}

    def seats(self) -> Line:
        """The players with a bet."""
        if self.chance.random() < 0.04:
            return {"do": "seats", "seats": []}
        return {"do": "seats", "seats": self.chance.sample(range(1, 8), self.chance.randint(1, 3))}

    def number(self, told: int | None = None) -> Line:
        """The pocket, by reader or dealer, mostly the same as the one before."""
        chance = self.chance
        number = told if told is not None and chance.random() < 0.7 else chance.choice((0, 5, 17, 36, 20))
        dealer = chance.random() < (0.1 if self.table.rules == "lt" else 0.4)
        if self.table.step_due("enter_number") and chance.random() < 0.8:
            dealer = True
        if dealer:
            return {"do": "number", "number": number, "source": "dealer", "by": self.by("dealer")}
        return {"do": "number", "number": number, "source": "reader"}

    def resolved(self, view: Line) -> Line:
        """A halt ends by its offer, another incident, withdraw or void."""
        chance, boss = self.chance, self.by("pit_boss")
        ending = chance.random()
        if ending < 0.45 and view["offer"]:
            line = {
                "do": "incident",
                "kind": view["offer"]["kind"],
                "by": chance.choice((boss, self.by("dealer"))),
            }
            facts = dict(view["offer"]["facts"]) if chance.random() < 0.7 else {}
            return {**line, "facts": facts} if facts or chance.random() < 0.5 else line
        if ending < 0.75:
            line = {"do": "withdraw", "by": boss}
            return {**line, "reason": "slip"} if chance.random() < 0.7 else line
        if ending < 0.85:
            return {"do": "void", "by": boss}
        return self.incident()

    def value(self, name: str) -> object:
        """A value of a fact, mostly one that a row wants."""
        chance = self.chance
        wanted = [want for row in self.table.all_rows() for fact, want in row.facts if fact == name]
        if not wanted:
            return chance.choice((True, 1, "round"))
        value = spoken(chance.choice(wanted))
        if value is not None:
            return value
        if name == "actual":
            return chance.choice((0, 5, 17, 36, 20))
        if name == "total":
            return chance.randint(4, 21)
        return chance.choice((1, 1, 2, 2, 3, 4, 7))

    def answer(self, prompt: Line) -> Line:
        """The fact that is asked for."""
        chance = self.chance
        by = self.by(prompt["actor"] if chance.random() < 0.7 else chance.choice(("dealer", "pit_boss")))
        name, answers = prompt["fact"], prompt["answers"]
        value = chance.choice(answers) if answers else self.value(name)
        return {"do": "answer", "facts": {name: value}, "by": by}

    def authorise(self, view: Line) -> Line:
        """With the choice and reason that it needs, mostly."""
        chance = self.chance
        line: Line = {"do": "authorise", "by": self.by("pit_boss")}
        choices = view["incident"]["choices"] if view["incident"] else []
        if choices and chance.random() < 0.9:
            line["choice"] = chance.choice(choices)
        if (choices and chance.random() < 0.9) or chance.random() < 0.1:
            line["reason"] = "seen on video"
        return line

    def incident(self) -> Line:
        """A report, mostly of a kind that can stand now, with some of its facts."""
        chance, table = self.chance, self.table
        kinds = table.kinds(table.moment())
        if not kinds or chance.random() < 0.1:
            kinds = [row.kind for row in table.all_rows()]
        kind = chance.choice(kinds)
        if "double_scan" in kinds and chance.random() < 0.1:
            kind = "double_scan"
        line: Line = {"do": "incident", "kind": kind}
        if chance.random() < 0.1:
            del line["kind"]
        elif chance.random() < 0.7:
            named = sorted(
                {name for row in table.all_rows(str(kind)) for name, _ in row.facts if name != "choice"}
            )
            facts = {name: self.value(name) for name in named if chance.random() < 0.6}
            line["facts"] = {**facts, **self.told_number(str(kind))}
        line["by"] = self.by(chance.choice(("dealer", "pit_boss", "pit_boss")))
        return line

    def odd(self, view: Line) -> Line | str:
        """Something else than what is asked for."""
        made: Line | str = self.chance.choice(self.oddities())(view)
        return made

    def oddities(self) -> list[Any]:
        """Weighted by how often they are named."""
        everywhere = [
            *[lambda _: self.incident()] * 8,
            *[lambda view: self.changed(view)] * (6 if self.table.report else 1),
            lambda _: {
                "do": "withdraw",
                "by": self.by(self.chance.choice(("dealer", "pit_boss"))),
                "reason": "slip",
            },
            lambda _: {"do": "withdraw", "by": self.by("pit_boss")},
            lambda _: {"do": "void", "by": self.by("pit_boss")},
            lambda _: self.people(),
            lambda _: {"do": "done", "by": self.by(self.chance.choice(("dealer", "pit_boss")))},
            lambda _: {"do": "done", "by": self.by("pit_boss"), "reason": "not needed"},
            lambda _: {"do": "done", "by": self.by("pit_boss"), "reason": "\u200b", "counted": 416},
            lambda _: {"do": "done", "by": self.by("pit_boss"), "damaged": self.chance.random() < 0.8},
            lambda _: {"do": "close", "by": self.by("pit_boss"), "on": self.chance.random() < 0.6},
            lambda _: {"do": "call", "by": self.by("dealer"), "on": self.chance.random() < 0.5},
            lambda _: {"do": "bets", "state": self.chance.choice(("open", "closed"))},
            lambda _: {"do": "view"},
            lambda _: {"do": "say", "by": self.by("dealer"), "text": "noted"},
            *[lambda _: self.settle()] * 2,
            lambda view: self.authorise(view),
            lambda _: self.nonsense(),
        ]
        if self.table.game == "roulette":
            return [*everywhere, *([lambda _: self.number()] * 5), *([lambda _: self.bad_spin()] * 3)]
        cards = [
            *[lambda _: {"do": "unread"}] * 6,
            *[lambda _: self.card()] * 4,
            lambda _: self.cut_card(self.by(self.chance.choice(("dealer", "pit_boss")))),
            lambda _: self.reshuffle(),
            *[lambda _: self.correct()] * 3,
            lambda _: self.by_hand(),
        ]
        if self.table.game == "blackjack":
            cards += [lambda _: self.seats(), lambda _: self.decision()]
        return everywhere + cards

    def by_hand(self) -> Line:
        """Manual mode begins or ends; it begins where no device reads, as long as that is not compared."""
        begins = self.chance.random() < 0.3 and (compared("E4-typed") or not self.devices)
        return {"do": "manual", "by": self.by("pit_boss"), "on": begins}

    def reshuffle(self) -> Line:
        """Ordered or taken back."""
        line: Line = {"do": "reshuffle", "by": self.by("pit_boss"), "on": self.chance.random() < 0.6}
        if self.chance.random() < 0.4:
            line["new"] = self.chance.random() < 0.6
        return line

    def bad_spin(self) -> Line:
        """Any turns, any direction."""
        chance = self.chance
        direction = chance.choice(("with", "against"))
        return {"do": "spin", "turns": chance.randint(0, 5), "direction": direction, "by": self.by("dealer")}

    def decision(self) -> Line:
        """Any seat's answer."""
        chance = self.chance
        choice = chance.choice(
            ("hit", "stand", "double", "split", "insure", "decline", "surrender", "timeout")
        )
        return {
            "do": "decision",
            "seat": chance.randint(1, 7),
            "hand": chance.choice((1, 1, 2)),
            "choice": choice,
        }

    def correct(self) -> Line:
        """A card that lies there, mostly."""
        chance, table = self.chance, self.table
        lying = table.cards(table.round).lying() if table.round and table.of_cards else []
        if lying and chance.random() < 0.9:
            hand, card, _ = chance.choice(lying)
        else:
            hand, card = chance.choice(("player", "banker", "dealer", "3.1")), chance.randint(1, 3)
        return {
            "do": "correct",
            "by": self.by("pit_boss"),
            "hand": hand,
            "card": card,
            "to": chance.choice(FACES),
        }

    def changed(self, view: Line) -> Line:
        """Another answer to the open report, or one asked again."""
        chance = self.chance
        report = self.table.report
        by = self.by(chance.choice(("dealer", "pit_boss", "pit_boss")))
        if not report or report.kind is None or chance.random() < 0.15:
            kinds = self.table.kinds(self.table.moment()) or ["card_fell"]
            return {"do": "answer", "facts": {"kind": chance.choice(kinds)}, "by": by}
        rows = self.table.all_rows(report.kind)
        named = sorted({name for row in rows for name, _ in row.facts if name != "choice"}) or ["seen"]
        name = chance.choice(named)
        value = None if chance.random() < 0.3 else self.value(name)
        told = self.told_number(report.kind)
        return {"do": "answer", "facts": told or {name: value}, "by": by}

    def told_number(self, kind: str) -> Line:
        """Seldom the number of cards that were drawn, or burned too many or too few."""
        chance = self.chance
        if kind in BURNS:
            return {"cards": chance.randint(1, 12)} if chance.random() < 0.4 else {}
        counted = kind in ("early_deal", "extra_card_drawn", "misread", "double_scan", "stuck_cards")
        return {"drawn": chance.randint(1, 3)} if counted and chance.random() < 0.2 else {}

    def settle(self) -> Line:
        """A worksheet of some bets."""
        bets = [self.bet() for _ in range(self.chance.randint(1, 4))]
        return {"do": "settle", "by": self.by("pit_boss"), "bets": bets}

    def bet(self) -> Line:
        """A bet, mostly of this game."""
        chance, game = self.chance, self.table.game
        stake = chance.choice((1, 7, 55, 100, 999, 2001, 600000, 3000000))
        if chance.random() < 0.03:
            game = chance.choice(("baccarat", "blackjack", "roulette"))
        if game == "baccarat":
            of_coup = ("player_pair", "banker_pair", "either_pair", "perfect_pair", "big", "small")
            mains = ("player", "banker", "tie")
            lt = self.table.rules == "lt" or chance.random() < 0.03
            return {"on": chance.choice((*mains, *of_coup) if lt else mains), "stake": stake}
        if game == "blackjack":
            about = self.table.round
            seats = about.seats if about and about.seats and chance.random() < 0.95 else [1]
            lt = self.table.rules == "lt" or chance.random() < 0.03
            on = chance.choice(
                ("main", "insurance", "perfect_pairs", "21+3") if lt else ("main", "insurance")
            )
            hand = chance.choice((1, 1, 1, 2))
            return {"on": on, "seat": chance.choice(seats), "hand": hand, "stake": stake}
        numbers: dict[str, list[list[int]]] = {
            "straight": [[0], [17], [36]],
            "split": [[8, 11], [17, 20], [0, 2], [5, 6]],
            "street": [[4, 5, 6], [34, 35, 36]],
            "corner": [[1, 2, 4, 5], [16, 17, 19, 20]],
            "six_line": [[1, 2, 3, 4, 5, 6]],
            "column": [list(range(2, 37, 3))],
            "dozen": [list(range(13, 25))],
        }
        plain = ("red", "black", "odd", "even", "low", "high", "voisins", "jeu_zero", "tiers", "orphelins")
        on = chance.choice((*numbers, *plain, "neighbours"))
        bet: Line = {"on": on}
        if on in numbers:
            bet["numbers"] = chance.choice(numbers[on])
        if on == "neighbours":
            bet |= {"number": chance.randint(0, 36), "each": chance.randint(1, 4)}
        return {**bet, "stake": stake}

    def people(self) -> Line:
        """Somebody comes or goes."""
        chance = self.chance
        who = chance.choice(("D1", "D2", "P1", "P2", "S1"))
        if chance.random() < 0.3:
            return {"do": "sign_out", "who": who}
        role = {"D": "dealer", "P": "pit_boss", "S": "supervisor"}[who[0]]
        if chance.random() < 0.1:
            role = "pit_boss"
        return {"do": "sign_in", "who": who, "role": role}

    def nonsense(self) -> Line | str:
        """A line that can't be taken, or not from this person."""
        chance = self.chance
        lines: list[Line | str] = [
            "",
            "[]",
            "{",
            {"do": "nothing"},
            {"do": "card", "card": "1H"},
            {"do": "card"},
            {"do": "spin", "turns": 5, "direction": "up", "by": "D1"},
            {"do": "spin", "turns": 5, "direction": "against", "by": "P1"},
            {"do": "number", "number": 37, "source": "reader"},
            {"do": "decision", "seat": 1, "hand": 1, "choice": "stand"},
            {"do": "seats", "seats": [1, 1]},
            {"do": "done", "by": "X"},
            {"do": "incident", "kind": "no_such", "by": "D1"},
            {"do": "incident", "kind": "no_spin", "by": "P1"},
            {"do": "incident", "kind": "over_burn", "by": "P1"},
            {"do": "incident", "kind": "card_fell", "facts": {"cards": 0}, "by": "P1"},
            {"do": "bets", "state": "open", "seconds": 0},
            {"do": "open", "by": self.by("pit_boss")},
            {"do": "void", "by": self.by("dealer")},
            {"do": "authorise", "by": self.by("dealer")},
            {"do": "cut_card"},
            {"do": "unread"},
            {"do": "manual", "by": self.by("dealer"), "on": True},
            {"do": "say", "by": "S1", "text": "seen"},
            {"do": "say", "by": "P1", "text": " \u200b"},
            {"do": "done", "by": "D1", "counted": 1001},
            {"do": "done", "by": "D1", "set": "\u3164"},
            {"do": "call", "by": "S1", "on": True},
        ]
        return chance.choice(lines)
