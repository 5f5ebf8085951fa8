"""Work of PySide6's import is done later or sooner, with the same result."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from enum import KEEP, EnumType, Flag, StrEnum
from typing import Any

import pytest
from PySide6 import QtCore, QtGui, QtWidgets

from console.setup.environment import ROOT
from console.ui.pyside import enumerations
from console.ui.pyside.enumerations import BASES, MAKER, OWN_WAY, BoundEnumeration, body_of, shape

CALLED_WRONGLY = """
import sys
import console.ui
from PySide6.QtCore import QObject
print("argparse" in sys.modules, "inspect" in sys.modules)
try:
    QObject().setObjectName(3)
except TypeError as error:
    print(error)
from PySide6.support.signature.lib.enum_sig import ExactEnumerator
from PySide6.support.signature import mapping
print(ExactEnumerator.__name__, hasattr(mapping, "no_such_name"))
from PySide6.support import feature
print(feature.get_select_id(["snake_case"]), feature.feature_imported.__doc__ is not None)
"""
PRINTED = """\
False False
'PySide6.QtCore.QObject.setObjectName' called with wrong argument types:
  PySide6.QtCore.QObject.setObjectName(int)
Supported signatures:
  PySide6.QtCore.QObject.setObjectName(name: str, /)
ExactEnumerator False
1 True
"""


def test_a_wrong_call_is_told_as_ever_and_until_then_nothing_for_it_has_run() -> None:
    command = [sys.executable, "-W", "error", "-c", CALLED_WRONGLY]
    run = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    assert run.stdout == PRINTED


def enumerations_of(part: object, seen: set[int]) -> Iterator[EnumType]:
    for each in (getattr(part, name) for name in dir(part) if name[0] != "_"):
        if isinstance(each, type) and id(each) not in seen and each.__module__.startswith("PySide6."):
            seen.add(id(each))
            if isinstance(each, EnumType):
                yield each
            else:
                yield from enumerations_of(each, seen)


def members_of(each: Any) -> list[tuple[str, int]]:
    return [(name, member.value) for name, member in each.__members__.items()]


def is_alike(kind: BoundEnumeration, members: list[tuple[str, int]]) -> bool:
    """Whether the enumeration of these members comes out as by Python's own way."""
    theirs = OWN_WAY(kind.base, "Same", members, module="enum", boundary=KEEP)
    return shape(kind.made("Same", members, "enum")) == shape(theirs)


def test_each_of_qts_enumerations_comes_out_as_by_pythons_own_way() -> None:
    kinds: dict[object, BoundEnumeration] = {base: BoundEnumeration(base) for base in BASES}
    seen = set[int]()
    found = [each for part in (QtCore, QtGui, QtWidgets) for each in enumerations_of(part, seen)]
    assert len(found) > 400
    members = {each: members_of(each) for each in found}
    left = {each for each in found if not kinds[each.__base__].knows(members[each])}
    assert len(left) < 10
    assert not [
        each for each in found if each not in left and not is_alike(kinds[each.__base__], members[each])
    ]


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize(
    "members",
    [[("name", 1)], [("_hidden", 1)], [("A", 1), ("A", 2)], [("A", "one")], [("A", True)], [["A", 1]], ["A"]],
)
def test_whatever_is_no_plain_number_by_a_free_name_is_left_to_python(
    base: EnumType, members: object
) -> None:
    assert not BoundEnumeration(base).knows(members)


def test_a_flag_below_zero_is_left_to_python() -> None:
    assert not BoundEnumeration(Flag).knows([("All", -1)])


OURS = """
import pkgutil
from enum import EnumType, StrEnum
from importlib import import_module

import console.ui
from console.ui.pyside.enumerations import MAKER, OWN_NEW, BoundEnumeration, body_of, shape

quick, texts, copied, other = MAKER.__new__, BoundEnumeration(StrEnum), [], []

def both(cls, name, bases, body, **more):
    stated = dict(body)
    if bases != (StrEnum,):
        return quick(cls, name, bases, body, **more)
    (other if texts.texts(body) is None else copied).append(name)
    ours = quick(cls, name, bases, body, **more)
    assert shape(ours) == shape(OWN_NEW(cls, name, bases, body_of(stated))), name
    return ours

MAKER.__new__ = staticmethod(both)
for each in pkgutil.walk_packages(console.__path__, "console."):
    if not each.name.endswith("__main__"):
        import_module(each.name)
print(len(copied) > 80, len(other) < 10)
"""


def test_each_of_our_enumerations_of_texts_comes_out_as_by_pythons_own_way() -> None:
    run = subprocess.run(
        [sys.executable, "-c", OURS], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    assert run.stdout == "True True\n"


@pytest.mark.parametrize(
    "stated",
    [
        {},
        {"A": 1},
        {"A": ("a", "utf-8")},
        {"title": "a"},
        {"A": "a", "__str__": str.upper},
        {"A": "a", "_missing_": classmethod(lambda cls, value: None)},
        {"A": "a", "__new__": str.__new__},
    ],
)
def test_a_statement_of_anything_but_texts_is_left_to_python(stated: dict[str, Any]) -> None:
    texts = BoundEnumeration(StrEnum)
    assert texts.texts(body_of({"A": "a"})) == [("A", "a")]
    assert texts.texts(body_of(stated)) is None


def test_a_python_that_makes_them_otherwise_goes_on_as_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    called, stated = MAKER._create_, MAKER.__new__
    monkeypatch.setattr(enumerations, "shape", lambda made: object())
    monkeypatch.setattr(MAKER, "_create_", enumerations.OWN_WAY)
    monkeypatch.setattr(MAKER, "__new__", staticmethod(enumerations.OWN_NEW))
    enumerations.install()
    assert MAKER._create_ is enumerations.OWN_WAY and MAKER.__new__ is enumerations.OWN_NEW
    monkeypatch.undo()
    assert MAKER._create_ is called and MAKER.__new__ is stated
