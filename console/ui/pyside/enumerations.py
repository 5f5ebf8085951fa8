"""Qt's enumerations and ours, made by a copy of an empty one: Python's own way makes the same, in more time.

PySide6 makes an enumeration by a call, ``Flag("Edge", [("TopEdge", 1), ...])``, and all that a class of Qt's
has at its first use: some 190 with 3,400 members at a start. Ours are class statements of texts: some 70 with
430 members. Python's own way sets each member twice and looks for its name in every base. What comes out here
is compared with it at each start, on samples; where a Python makes them in another way, its own stays.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from enum import KEEP, Enum, EnumType, Flag, IntEnum, IntFlag, StrEnum
from typing import Any, Final

BASES: Final = (Enum, IntEnum, Flag, IntFlag)
"""Python's enumerations from which PySide6 makes Qt's."""
_SAMPLE: Final = [("Top", 1), ("Left", 8), ("Bottom", 2), ("Both", 3), ("First", 8), ("None_", 0)]
"""A sample of possible members: out of order, of several bits, a second name, of no bit."""

_STATED: Final[dict[str, Any]] = {
    "__module__": "enum",
    "__qualname__": "Same",
    "__doc__": "A sample.",
    "TOP": "top",
    "LEFT": "left",
    "FIRST": "top",
    "shown": property(lambda member: member.value),
}
"""The body of a sample: texts, a second name of the same, something beside the members."""

MAKER: Final[Any] = EnumType
"""The maker of every enumeration, without its type, which does not name the method."""
OWN_WAY: Final[Callable[..., Any]] = MAKER._create_
"""This Python's own way to make an enumeration of names and values."""

OWN_NEW: Final[Any] = EnumType.__new__
"""This Python's own way to make an enumeration of a class statement."""
_IN_A_BODY: Final = frozenset(
    (
        "__module__",
        "__qualname__",
        "__doc__",
        "_generate_next_value_",
        "__firstlineno__",
        "__static_attributes__",
    )
)
"""Python's own names in the body of every class statement, the last two since 3.13."""

_NOTHING: Final[Mapping[str, Any]] = {}
Members = Sequence[tuple[str, Any]]
"""Names with their values, in order."""


class BoundEnumeration:
    """One of Python's enumerations, and the way to make one of its kind."""

    def __init__(self, base: EnumType) -> None:
        self.base = base
        self._body: dict[str, Any] = dict(vars(OWN_WAY(base, "Empty", [], module="enum", boundary=KEEP)))
        del self._body["__new__"]
        self._is_flag = issubclass(base, Flag)
        self._kept_as = next((each for each in (int, str) if issubclass(base, each)), None)
        self._taken = frozenset({"mro"}.union(*map(vars, base.__mro__)))

    def knows(self, names: object) -> bool:
        """Whether all members are plain numbers by names that nothing else has; other cases are left to
        Python.
        """
        if type(names) is not list or not all(type(each) is tuple and len(each) == 2 for each in names):
            return False
        found = {name for name, _ in names}
        return (
            len(found) == len(names)
            and self._taken.isdisjoint(found)
            and all(type(name) is str and name.isidentifier() and name[0] != "_" for name in found)
            and all(type(value) is int and (value >= 0 or not self._is_flag) for _, value in names)
        )

    def texts(self, body: Any) -> Members | None:
        """The members of a class statement.

        None where there is none, where one is no plain text by a free name, or where the body tells how to
        make them.
        """
        names = list(getattr(body, "_member_names", ()))
        special = {name for name in body if name[0] == name[-1] == "_"}
        plain = special <= _IN_A_BODY and all(type(body[name]) is str for name in names)
        is_known = names and plain and self._taken.isdisjoint(names)
        return [(name, body[name]) for name in names] if is_known else None

    def made(self, name: str, members: Members, module: str, given: Mapping[str, Any] = _NOTHING) -> Any:
        """The enumeration of these members; ``given`` is the rest of a class statement's body."""
        is_flag, kept_as, place = self._is_flag, self._kept_as, type.__setattr__
        listed, by_name, by_value = list[str](), dict[str, Any](), dict[int, Any]()
        body = {
            **self._body,
            **given,
            "__module__": module,
            "_member_names_": listed,
            "_member_map_": by_name,
            "_value2member_map_": by_value,
        }
        if "_unhashable_values_" in body:
            body["_unhashable_values_"] = []
        made: Any = type.__new__(EnumType, name, (self.base,), body)
        place(made, "__new__", Enum.__new__)  # in the body it would be made a static method
        for each, value in members:
            member = by_value.get(value)
            if member is None:
                member = kept_as.__new__(made, value) if kept_as is not None else object.__new__(made)
                by_value[value] = member
                member.__dict__.update(
                    _value_=value, _name_=each, __objclass__=made, _sort_order_=len(listed)
                )
                if not is_flag or (value and not value & (value - 1)):
                    listed.append(each)
            by_name[each] = member
            place(made, each, member)
        if is_flag:
            self._set_bits(made, [by_name[each]._value_ for each in listed], by_value)
        return made

    def _set_bits(self, enum_class: Any, single: list[int], values: dict[int, Any]) -> None:
        every = 0
        for value in values:
            every |= value
        if "_singles_mask_" in self._body:
            enum_class._flag_mask_, enum_class._singles_mask_ = every, sum(single)
        else:  # a Python before 3.11.4
            enum_class._flag_mask_ = sum(single)
        enum_class._all_bits_ = (1 << every.bit_length()) - 1
        if single != sorted(single):
            enum_class._iter_member_ = enum_class._iter_member_by_def_


def install() -> None:
    """Have enumerations made so from now on, where they come out as by this Python's own way."""
    kinds, texts = {base: BoundEnumeration(base) for base in BASES}, BoundEnumeration(StrEnum)

    def quick_way(cls: Any, class_name: str, names: Any, *, module: str | None = None, **more: Any) -> Any:
        if module is None:
            module = sys._getframe(2).f_globals.get("__name__")
        kind = kinds.get(cls) if more.get("boundary") is KEEP else None
        plain = not (more.get("type") or more.get("qualname"))
        if kind is not None and module is not None and plain and kind.knows(names):
            return kind.made(class_name, names, module)
        return OWN_WAY(cls, class_name, names, module=module, **more)

    def quick_new(cls: Any, name: str, bases: tuple[Any, ...], body: Any, **more: Any) -> Any:
        members = texts.texts(body) if bases == (StrEnum,) and cls is EnumType and not more else None
        if members is None or "__module__" not in body:
            return OWN_NEW(cls, name, bases, body, **more)
        given = dict(body)
        for member, _ in members:
            del given[member]
        return texts.made(name, members, body["__module__"], given)

    MAKER._create_ = quick_way
    if not all(map(_is_called_alike, BASES)):
        MAKER._create_ = OWN_WAY
    MAKER.__new__ = staticmethod(quick_new)
    if not _is_stated_alike():
        MAKER.__new__ = staticmethod(OWN_NEW)


def _is_called_alike(base: Any) -> bool:
    """Whether a call makes the same: each Python calls the maker of an enumeration in its own way."""
    theirs = OWN_WAY(base, "Same", _SAMPLE, module="enum", boundary=KEEP)
    try:
        ours = base("Same", _SAMPLE, module="enum", boundary=KEEP)
    except TypeError:
        return False
    return shape(ours) == shape(theirs)


def _is_stated_alike() -> bool:
    """Whether a class statement makes the same."""
    ours, theirs = (make(EnumType, "Same", (StrEnum,), body_of(_STATED)) for make in (MAKER.__new__, OWN_NEW))
    return shape(ours) == shape(theirs)


def body_of(stated: Mapping[str, Any]) -> Any:
    """The body of a class statement with these names and values, as Python hands it to the maker."""
    body = EnumType.__prepare__("Same", (StrEnum,))
    for name, value in stated.items():
        body[name] = value
    return body


def shape(enum_class: Any) -> dict[str, Any]:
    """All that a class of an enumeration holds, as values that compare."""
    return {key: _comparable(value, enum_class) for key, value in vars(enum_class).items()}


def _comparable(value: Any, enum_class: Any) -> Any:
    if isinstance(value, enum_class):
        return tuple(
            sorted({**vars(value), "__objclass__": vars(value)["__objclass__"] is enum_class}.items())
        )
    if isinstance(value, dict):
        return [(key, _comparable(each, enum_class)) for key, each in value.items()]
    if (
        isinstance(value, staticmethod) or getattr(value, "__self__", None) is enum_class
    ):  # or bound to the class
        return value.__func__
    return value
