"""Where Tab goes on a screen, pressed round once: what somebody hears there, and in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from console.table.ui.kit import FOCUS, ScaledWidget, Surface, accessibility
from console.table.ui.kit.surface import is_covered

_MOST = 300


def unheard(screen: QWidget) -> list[str]:
    """The faults of a screen's way by Tab: a stop without a role or a name, two of one name beside one
    another, one that something covers, a step back against the order in which the screen is read, and a key
    that is switched off and leaves the focus to a part elsewhere.
    """
    accessibility.install()
    screen.show()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    stops = list(_round(screen))
    told = {part: _told(part) for part in stops}
    found = [
        f"nothing says what it is: {type(part).__name__} {said}"
        for part, said in told.items()
        if not all(said)
    ]
    beside = Counter((part.parentWidget(), said) for part, said in told.items())
    found += [f"{many} of one name: {said}" for (_, said), many in beside.items() if many > 1]
    found += [f"covered: {told[part]}" for part in stops if is_covered(part) and not _is_scrolled(part)]
    read = [part for part in stops if part is not screen and not _has_own_turn(part)]
    back = [
        f"back from {told[part]} to {told[after]}"
        for part, after in pairwise((*read, *read[:1]))
        if not part.isAncestorOf(after) and _is_before(_body(after, screen), _body(part, screen))
    ]
    found += back if len(back) > 1 else []  # once it begins again
    return found + [f"strays from {told[part]}" for part in stops if part is not screen and _strays(part)]


def _round(screen: QWidget) -> Iterator[QWidget]:
    """The parts to which Tab comes from where the focus is, each once."""
    if screen.focusWidget() is None:
        screen.setFocus()
    seen = list[QWidget]()
    for _ in range(_MOST):
        here = screen.focusWidget() or screen
        here.focusNextChild()
        here = screen.focusWidget()
        if here is None or here in seen:
            break
        seen.append(here)
    yield from seen


def _strays(part: QWidget) -> bool:
    """Whether the focus leaves a key that is switched off for a part that neither is around it nor stands for
    one that is; a panel in which Tab goes round may keep it on another key.
    """
    no_keys = Qt.FocusPolicy.NoFocus
    around = [each for each in _around(part) if each.focusPolicy() is not no_keys and not is_covered(each)]
    before = part.window().focusWidget()
    part.setFocus()
    part.setEnabled(False)
    here = part.window().focusWidget()
    part.setEnabled(True)
    if before is not None:
        before.setFocus()  # those who look at the screen next find it as it was
    if not around:
        return False
    goes_round = type(around[0]).focusNextPrevChild is not Surface.focusNextPrevChild
    if goes_round and here is not None and around[0].isAncestorOf(here):
        return False
    return here not in (*around, *(each.focusProxy() for each in around))


def _told(part: QWidget) -> tuple[str, str]:
    heard = QAccessible.queryAccessibleInterface(part)
    role = heard.role()
    nothing = (QAccessible.Role.Client, QAccessible.Role.NoRole)
    return ("" if role in nothing else role.name, heard.text(QAccessible.Text.Name))


def _around(part: QWidget) -> Sequence[Surface]:
    found, at = list[Surface](), part.parentWidget()
    while at is not None:
        if isinstance(at, Surface):
            found.append(at)
        at = at.parentWidget()
    return found


def _has_own_turn(part: QWidget) -> bool:
    """Whether it is the press that answers the prompt, which comes first, or in a bar that comes last."""
    return any(each.read_last or each.first_stop is part for each in _around(part))


def _is_scrolled(part: QWidget) -> bool:
    return not all(each.rect().intersects(_body(part, each)) for each in _around(part))


def _body(part: QWidget, within: QWidget) -> QRect:
    ring = round(FOCUS * part.u) if isinstance(part, ScaledWidget) else 0
    return QRect(part.mapTo(within, QPoint(0, 0)), part.size()).adjusted(ring, ring, -ring, -ring)


def _is_before(one: QRect, other: QRect) -> bool:
    """Whether one is read before the other: it lies higher and not to its right, or at its left."""
    return one.left() < other.right() and one.top() < other.bottom() and not one.intersects(other)
