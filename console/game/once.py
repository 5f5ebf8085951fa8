"""A property of a value that never changes: worked out when it is first asked for, and kept with the value.

Whoever asks at the same time in another thread may work it out too, and comes to the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

Of = TypeVar("Of")
Worked = TypeVar("Worked")


class once(Generic[Of, Worked]):
    """``functools.cached_property`` without its lock, which before Python 3.12 costs more than the work."""

    def __init__(self, work: Callable[[Of], Worked]) -> None:
        self._work = work
        self._name = work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, of: None, owner: Any = None) -> Self: ...

    @overload
    def __get__(self, of: Of, owner: Any = None) -> Worked: ...

    def __get__(self, of: Of | None, owner: Any = None) -> Self | Worked:
        """Found only while the value has none of its own of this name."""
        if of is None:
            return self
        worked = of.__dict__[self._name] = self._work(of)
        return worked
