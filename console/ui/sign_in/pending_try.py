"""A try to sign in while it is being checked: its answer is told also where the person has gone back."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from console.people.answers import Answer
from console.ui.sign_in.purpose import Purpose


class PendingTry:
    """A try between its Enter and its answer, which a thread finds."""

    def __init__(self, purpose: Purpose, late: Callable[[Answer, Purpose], object]) -> None:
        """``late`` is called with an answer for which nobody waits any more, in the thread that found it or
        in the one that leaves the try, whichever comes second.
        """
        self._purpose, self._late = purpose, late
        self._lock, self._answer, self._left = Lock(), list[Answer](), False

    def check(self, question: Callable[[], Answer]) -> Answer:
        """The answer to a question, found in the present thread."""
        came = question()
        with self._lock:
            self._answer.append(came)
            left = self._left
        if left:
            self._late(came, self._purpose)
        return came

    def leave(self) -> None:
        """Nobody waits for the answer any more."""
        with self._lock:
            self._left = True
            answer = tuple(self._answer)
        for came in answer:
            self._late(came, self._purpose)
