"""Who may do what: the whole table against one written independently, in play, and over the link."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from console.table.core import Actor, AmendmentRequest, Resumption, Role, Session, Table
from console.table.core.play.corrections import refusal_of_amendment
from console.table.core.protocol.permissions import (
    ASKED,
    LONGEST_OVER_LINK,
    PERMISSIONS,
    Area,
    Party,
    actor_of,
    foreign,
    may,
)
from tests.sweep import by_turns
from tests.table.core.blackjack_at_random import line_at_blackjack as asked_of_blackjack
from tests.table.core.incident.obedience import obeyed
from tests.table.core.protocol import permission_table
from tests.table.core.protocol.permission_table import CONDITIONS, CONSOLE, LINES, PROMPTS
from tests.table.core.tables import CODES, Clockwork, Driven, JournalInMemory, Seen
from tests.table.core.wheel_at_random import line_at_wheel as asked_of_a_wheel
from tests.table.incidents.rows import committed

LETTERS = {
    "D": Party.DEALER,
    "P": Party.PIT_BOSS,
    "S": Party.SUPERVISOR,
    "T": Party.TECHNICIAN,
    "G": Party.SERVER,
    "R": Party.DEVICE,
    "N": Party.NOBODY,
}
PEOPLE = {"D1": "D", "P1": "P", "S1": "S"}
GAMES = ("baccarat", "blackjack", "roulette")
FACES = ("9H", "2S", "KD", "4C", "8S", "5H", "TC", "3D", "7S", "AC", "6H", "QS", "2D")
STEPS = 110

PROBES: dict[str, Seen] = {
    "number.dealer": {"do": "number", "number": 17, "source": "dealer"},
    "spin": {"do": "spin", "turns": 5, "direction": "against"},
    "open": {"do": "open"},
    "reshuffle": {"do": "reshuffle"},
    "close": {"do": "close"},
    "void": {"do": "void"},
    "incident": {"do": "incident"},
    "answer": {"do": "answer", "facts": {}},
    "authorise": {"do": "authorise"},
    "correct": {"do": "correct", "hand": "dealer", "card": 1, "to": "9H"},
    "manual": {"do": "manual", "on": True},
    "call": {"do": "call", "on": True},
    "settle": {"do": "settle", "bets": []},
    "say": {"do": "say", "text": "so"},
}
"""A line of each kind that a person says, but for those whose right hangs on the table's state."""

OVER_THE_LINK: list[Seen] = [
    *({**line, "by": "P1"} for line in PROBES.values()),
    {"do": "sign_in", "who": "D1", "role": "dealer"},
    {"do": "sign_out", "who": "D1"},
    {"do": "bets", "state": "open"},
    {"do": "seats", "seats": [1]},
    {"do": "decision", "seat": 1, "hand": 1, "choice": "hit"},
    {"do": "card", "card": "9H"},
    {"do": "cut_card"},
    {"do": "unread"},
    {"do": "device", "name": "reader", "hex": "00"},
    {"do": "number", "number": 17, "source": "reader"},
    {"do": "done", "by": "P1"},
    {"do": "withdraw", "by": "P1"},
    {"do": "view"},
]


def test_an_action_lists_the_conditions_that_it_needs_beside_the_right_person() -> None:
    """GLI-19 2.5: four eyes where one person reports and another decides; two people where both sign."""
    named = {each for row in PERMISSIONS.values() for each in row.conditions}
    assert {
        each: {action for action, row in PERMISSIONS.items() if each in row.conditions} for each in named
    } == CONDITIONS


def test_the_whole_table_is_as_it_was_written_down() -> None:
    written = {**LINES, **CONSOLE}
    lacking = PERMISSIONS.keys() - written.keys()
    assert not lacking, f"{permission_table.__file__}: LINES or CONSOLE has no row for {lacking}"
    assert {action: frozenset(LETTERS[each] for each in who) for action, who in written.items()} == {
        action: permission.may for action, permission in PERMISSIONS.items()
    }
    assert {action for action in PERMISSIONS if PERMISSIONS[action].area is Area.CONSOLE} == set(CONSOLE)


@pytest.mark.parametrize("role", [*Role, None])
def test_each_role_may_what_was_written_down_and_nothing_else(role: Role | None) -> None:
    letter = "N" if role is None else {"dealer": "D", "pit_boss": "P", "supervisor": "S"}[role]
    for action, who in {**LINES, **CONSOLE}.items():
        assert may(action, role) is (letter in who), action


def test_no_role_can_do_everything() -> None:
    for letter in "DPSGRN":
        assert any(letter not in who for who in {**LINES, **CONSOLE}.values())


def test_an_amendment_needs_another_person_to_authorise_it() -> None:
    for role in Role:
        assert may("amend.authorise", role) is (role is not Role.DEALER)
    amended = AmendmentRequest(
        entry=1, what="card", before="9H", after="9S", by="P1", authorised_by="p1", why="x"
    )
    event = amended.event("T1", datetime.now(UTC))
    assert refusal_of_amendment(event), "capitals make nobody another person"


def test_a_prompt_asks_whom_the_protocol_names() -> None:
    named = {action: {_letter(actor) for actor in actors} - {""} for action, actors in ASKED.items()}
    assert named == {action: set(PROMPTS[action]) for action in ASKED}
    assert actor_of("open_table") is Actor.PIT_BOSS
    with pytest.raises(ValueError, match="unpack"):
        actor_of("rescan")


def _letter(actor: str) -> str:
    return {"dealer": "D", "pit_boss": "P"}.get(actor, "")


def test_the_link_accepts_exactly_the_lines_of_the_server() -> None:
    for line in OVER_THE_LINK:
        strange = foreign(_encoded(line))
        own = "G" in LINES.get(line["do"], "")
        assert (strange is None) is own, line
        assert strange is None or strange.refused == "not_authorised"


def _encoded(line: Seen) -> bytes:
    import msgspec

    return msgspec.json.encode(line)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("code", "game"), by_turns(CODES, GAMES[::-1]))
def test_a_table_in_play_refuses_whom_the_table_of_permissions_names(game: str, code: str) -> None:
    """Each line by each role in every situation of a shift: only those who may not are refused."""
    met: set[str] = set()
    for driven, seen in _shift(code, game):
        actor, action = seen["prompt"]["actor"], seen["prompt"]["action"]
        met.add(action)
        if not _is_a_step(seen):
            assert _letter(actor) in (PROMPTS[action] or ("",)), (action, actor)
        for who, letter in PEOPLE.items():
            for name, line in PROBES.items():
                _probe(driven, {**line, "by": who}, letter in LINES[_case_of(driven.table, name, who)])
            _probe(driven, {"do": "done", "by": who}, letter in (_letter(actor) or LINES["done"]))
            skipped = (_is_a_step(seen) or action == "inspect") and letter in LINES["done.skipped"]
            expected = skipped or letter in (_letter(actor) or LINES["done"])
            _probe(driven, {"do": "done", "by": who, "reason": "as seen"}, expected)
            case = _case_of(driven.table, "withdraw", who)
            _probe(driven, {"do": "withdraw", "by": who}, letter in LINES[case])
    assert len(met) >= 13, met


def _case_of(table: Table, name: str, who: str) -> str:
    """The present case of a line that has several in the table of permissions."""
    incident = table.incident
    if incident is None or name not in ("withdraw", "answer"):
        return name
    answered = incident.answered_by_pit_boss or incident.state == "steps"
    of_count = incident.report.kind == "wrong_card_set" and incident.facts.get("cause") == "count"
    own = incident.report.by == who and not answered and not of_count
    if name == "withdraw":
        return "withdraw.own" if own else name
    if incident.state != "awaiting":
        return name
    return "answer.own" if own else "answer.awaiting"


def _is_a_step(seen: Seen) -> bool:
    return "step" in seen["prompt"]


def _probe(driven: Driven, line: Seen, expected: bool) -> None:
    """Say it to a table that is as this one is; nothing of it stays."""
    view = Session(driven.game, JournalInMemory(), Clockwork(), Resumption(driven.table)).take(_encoded(line))
    if view.refused in ("bad_input", "not_this_game", "not_in_rulebook"):
        return
    assert (view.refused != "not_authorised") is expected, (line, view.refused, view.prompt)


def _shift(code: str, game: str) -> Iterator[tuple[Driven, Seen]]:
    """Every new situation of a table from its opening on, with what can go wrong in between."""
    driven = Driven(code, game=game, is_ready=False)
    for who, role in (("P1", "pit_boss"), ("D1", "dealer"), ("S1", "supervisor")):
        driven.take({"do": "sign_in", "who": who, "role": role})
    kinds = sorted({row.kind for row in committed() if row.game == game})
    situations: set[tuple[object, ...]] = set()
    seen = driven.view()
    for number in range(STEPS):
        prompt, table = seen["prompt"], driven.table
        situation = (seen["phase"], prompt["action"], prompt["actor"], bool(seen["manual"]))
        if situation not in situations:
            situations.add(situation)
            yield driven, seen
        face = FACES[number % len(FACES)]
        if number > 20 and number % 6 == 0 and table.incident is None:
            seen = driven.take({"do": "incident", "kind": kinds[number // 6 % len(kinds)], "by": "D1"})
        elif number % 17 == 16 and game != "roulette":
            seen = driven.take({"do": "unread"})
        else:
            seen = driven.take(_next(game, table, seen, face, number))


def _next(game: str, table: Table, seen: Seen, face: str, number: int) -> Seen:
    match game:
        case "roulette":
            return asked_of_a_wheel(table, seen, number)
        case "blackjack":
            return asked_of_blackjack(table, seen, face, number)
        case _:
            return obeyed(table, seen, face, number)


def test_a_card_by_hand_is_the_pit_bosss_alone() -> None:
    driven = Driven("sv")
    driven.take({"do": "sign_in", "who": "S1", "role": "supervisor"})
    for line in ({"do": "manual", "on": True, "by": "P1"}, {"do": "bets", "state": "open"}):
        assert driven.take(line)["accepted"]
    driven.take({"do": "bets", "state": "closed"})
    for who, letter in PEOPLE.items():
        _probe(driven, {"do": "card", "card": "9H", "by": who}, letter in LINES["card.by_hand"])


def test_a_handover_is_signed_by_two_who_may() -> None:
    driven = Driven("sv")
    driven.take({"do": "sign_in", "who": "S1", "role": "supervisor"})
    sign = driven.session.sign_handover
    assert sign("D1", "night", "outgoing").refused == "not_authorised"
    assert sign("P1", "night", "outgoing").accepted
    assert sign("P1", "night", "incoming").refused == "not_authorised"
    assert sign("S1", "night", "incoming").accepted


def test_every_line_of_the_protocol_has_its_row() -> None:
    from console.table.core import lines

    tags = {str(each.__struct_config__.tag) for each in lines.AnyLine.__args__}
    assert tags - {action.partition(".")[0] for action in PERMISSIONS} == set()


ITS_OWN = [
    b'{"do":"bets","state":"open"}',
    b'{"do":"seats","seats":[1,7]}',
    b'{"do":"decision","seat":1,"hand":1,"choice":"hit"}',
    b'{"do":"view"}',
]


@pytest.mark.parametrize("line", ITS_OWN)
def test_the_game_servers_lines_are_its_own_up_to_the_longest(line: bytes) -> None:
    assert foreign(line) is None
    assert foreign(line.ljust(LONGEST_OVER_LINK)) is None
    strange = foreign(line.ljust(LONGEST_OVER_LINK + 1))
    assert strange is not None and strange.refused == "bad_input"


def test_the_refusal_of_a_wrong_line_names_its_field() -> None:
    strange = foreign(b'{"do":"bets","state":"ajar"}')
    assert strange is not None and strange.refused == "bad_input" and "`state`" in strange.why


def test_a_persons_line_is_taken_from_the_window_and_not_over_the_link() -> None:
    session = Driven("sv").session
    line = b'{"do":"call","by":"D1","on":true}'
    assert session.take(line, by_link=True).refused == "not_authorised"
    assert session.take(line).call
