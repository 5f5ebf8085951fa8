"""A conversation asks each question once the one before it was answered, and hears each answer once."""

from __future__ import annotations

from collections.abc import Callable

from console.floor.ui.wall_acts import Conversation, converse


class Person:
    """Keeps what each question is to be answered by."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Callable[[object], None]]] = []
        self.did: list[tuple[object, object]] = []

    def question(self, name: str) -> Callable[[Callable[[object], None]], None]:
        return lambda hear: self.asked.append((name, hear))

    def conversation(self) -> Conversation:
        who = yield self.question("who")
        why = yield self.question("why")
        self.did.append((who, why))

    @property
    def questions(self) -> list[str]:
        return [name for name, _ in self.asked]


def test_a_question_waits_for_the_answer_to_the_one_before_it() -> None:
    person = Person()
    converse(person.conversation())
    assert (person.questions, person.did) == (["who"], [])
    person.asked[0][1]("P1")
    assert (person.questions, person.did) == (["who", "why"], [])
    person.asked[1][1]("training")
    assert person.did == [("P1", "training")]


def test_a_second_answer_to_a_question_is_no_answer_to_the_next() -> None:
    person = Person()
    converse(person.conversation())
    for _ in range(2):
        person.asked[0][1]("P1")
    assert (person.questions, person.did) == (["who", "why"], [])
    for _ in range(2):
        person.asked[1][1]("known")
    assert person.did == [("P1", "known")]


def test_a_question_that_is_answered_at_once_is_followed_by_the_next() -> None:
    person = Person()

    def conversation() -> Conversation:
        who = yield lambda hear: hear("P1")
        why = yield lambda hear: hear("known")
        person.did.append((who, why))

    converse(conversation())
    assert person.did == [("P1", "known")]
